import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { z } from "zod";

import { projectFolder } from "./paths";

const packageSchema = z.object({ bin: z.union([z.string(), z.record(z.string(), z.string())]) });

/**
 * Runs a command line tool of an installed package with this Node.js, without a shell, for equal results on all systems.
 * @throws When the tool fails; it has printed the reason.
 */
export function runTool(packageName: string, toolName: string, parameters: readonly string[]): void {
	const tool = toolPath(packageName, toolName);
	const { status, error } = spawnSync(process.execPath, [tool, ...parameters], {
		cwd: projectFolder,
		stdio: "inherit",
	});
	if (error) throw error;
	if (status !== 0) throw new Error(`${toolName} failed, see above.`);
}

/** Returns the script of an installed package's command line tool. */
export function toolPath(packageName: string, toolName: string): string {
	const manifestPath = join(projectFolder, "node_modules", packageName, "package.json");
	const { bin } = packageSchema.parse(JSON.parse(readFileSync(manifestPath, "utf8")));
	// A package with one tool can omit its name.
	const path = typeof bin === "string" ? bin : bin[toolName];
	if (path === undefined) throw new Error(`${packageName} has no tool named ${toolName}.`);
	return join(dirname(manifestPath), path);
}
