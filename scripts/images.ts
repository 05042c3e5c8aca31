/**
 * Draws the shipped images again, in the plugin's folder.
 *
 * Usage: tsx scripts/images.ts
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { pluginFolder } from "./paths";
import { shippedImages } from "./shipped-images";

const images = shippedImages();
for (const [name, content] of images) {
	const path = join(pluginFolder, "imgs", name);
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, content);
}
console.log(`${images.size} images drawn`);
