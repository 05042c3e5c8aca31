import { cpSync, mkdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";

import { pluginFolder, projectFolder } from "../../scripts/paths";
import { runTool } from "../../scripts/run-tool";

/** Folders of the two plugins that are compared. */
export type BuiltPlugins = { readonly plugin: string; readonly floor: string };

/** Builds the plugin as it is packed, and the floor with the usual settings of a plugin, into `dist/bench/`. */
export function buildPlugins(): BuiltPlugins {
	const folder = join(projectFolder, "dist", "bench");
	rmSync(folder, { recursive: true, force: true });
	return {
		plugin: build("src/plugin.ts", join(folder, "plugin")),
		floor: build("test/bench/floor/plugin.ts", join(folder, "floor"), ["--configPlain"]),
	};
}

function build(input: string, folder: string, options: readonly string[] = []): string {
	const target = join(folder, basename(pluginFolder));
	mkdirSync(target, { recursive: true });
	for (const part of ["manifest.json", "imgs", "layouts"]) {
		cpSync(join(pluginFolder, part), join(target, part), { recursive: true });
	}
	const choices = ["--configRelease", "--configInput", input, "--configOutput", join(target, "bin")];
	runTool("rollup", "rollup", ["-c", ...choices, ...options, "--silent"]);
	return target;
}
