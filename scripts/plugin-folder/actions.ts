/**
 * Generates files of the plugin's folder from the table of actions: the manifest, the English texts and the images.
 *
 * Usage: tsx scripts/plugin-folder/actions.ts
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { actionFiles } from "./action-manifest";
import { pluginFolder } from "../paths";
import { shippedImages } from "./shipped-images";

const files = new Map<string, string | Uint8Array>(await actionFiles());
for (const [name, content] of shippedImages()) files.set(join("imgs", name), content);
for (const [name, content] of files) {
	const path = join(pluginFolder, name);
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, content);
}
console.log(`${files.size} files written`);
