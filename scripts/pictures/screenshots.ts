/**
 * Takes the screenshots of the documentation from the built plugin: `docs/images/`. The sheet of faces is that of
 * `npm run faces`, at the size of the smallest keys.
 *
 * Usage: tsx scripts/pictures/screenshots.ts
 */
import { copyFile } from "node:fs/promises";
import { join } from "node:path";

import "./faces";
import { takeFilmStrip } from "./film-strip";
import { takeInspectorScreenshots } from "./inspector-screenshots";
import { projectFolder } from "../paths";
import { takePlaygroundScreenshot } from "./playground-screenshot";

const folder = join(projectFolder, "docs", "images");
const pages = await takeInspectorScreenshots(folder);
const seconds = await takeFilmStrip(join(folder, "set-up.png"));
await takePlaygroundScreenshot(join(folder, "playground.png"));
await copyFile(join(projectFolder, "dist", "faces", "faces-72.png"), join(folder, "faces.png"));
console.log(`${pages.length + 3} pictures taken; the set-up took ${seconds.toFixed(1)} s`);
