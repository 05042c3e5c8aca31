/**
 * Takes the pictures that the documents show, from the built plugin: `docs/images/`.
 *
 * Usage: tsx scripts/screenshots.ts
 */
import { join } from "node:path";

import { takeInspectorScreenshots } from "./inspector-screenshots";
import { projectFolder } from "./paths";

const files = await takeInspectorScreenshots(join(projectFolder, "docs", "images"));
console.log(`${files.length} pictures taken`);
