/**
 * Creates the installable file in `dist/`.
 *
 * Usage: tsx scripts/pack.ts
 */
import { statSync } from "node:fs";
import { join, relative } from "node:path";

import { packagePlugin } from "./package-plugin";
import { projectFolder } from "./paths";

try {
	const path = packagePlugin(join(projectFolder, "dist"));
	console.log(`${relative(process.cwd(), path)} (${Math.ceil(statSync(path).size / 1000)} kB)`);
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
}
