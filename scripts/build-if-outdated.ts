import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

import { pluginFolder, projectFolder } from "./paths";
import { runTool } from "./run-tool";

const sources = ["src", "ui", "package.json", "rollup.config.mjs", "tsconfig.json"];

/** Runs once before tests of the built plugin. */
export function setup(): void {
	if (!isOutdated()) return;
	console.log("The built plugin is older than its source: building.");
	runTool("rollup", "rollup", ["-c", "--silent"]);
}

function isOutdated(): boolean {
	const bundle = join(pluginFolder, "bin", "plugin.js");
	if (!existsSync(bundle)) return true;
	const builtMs = statSync(bundle).mtimeMs;
	return sources.some((source) => newestMs(join(projectFolder, source)) > builtMs);
}

function newestMs(path: string): number {
	const { mtimeMs } = statSync(path);
	if (!statSync(path).isDirectory()) return mtimeMs;
	return Math.max(mtimeMs, ...readdirSync(path).map((name) => newestMs(join(path, name))));
}
