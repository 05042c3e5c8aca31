import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

import { pluginFolder, projectFolder } from "./paths";
import { runTool } from "./run-tool";

/**
 * Makes the installable file in `dist/`. The packing tool rewrites the manifest it is given, so it is given a copy.
 */
function pack(): void {
	requireSameVersion();
	for (const built of ["bin", "ui"]) rmSync(join(pluginFolder, built), { recursive: true, force: true });
	runTool("rollup", "rollup", ["-c", "--configRelease", "--silent"]);

	const stage = mkdtempSync(join(tmpdir(), "stream-events-"));
	try {
		const copy = join(stage, basename(pluginFolder));
		cpSync(pluginFolder, copy, { recursive: true });
		const output = join(projectFolder, "dist");
		runTool("@elgato/cli", "streamdeck", ["pack", copy, "--output", output, "--force", "--no-update-check"]);
	} finally {
		rmSync(stage, { recursive: true, force: true });
	}
}

/** The app compares the manifest's version, people read the package's. */
function requireSameVersion(): void {
	const { version } = readVersioned(join(projectFolder, "package.json"));
	const { Version } = readVersioned(join(pluginFolder, "manifest.json"));
	if (Version === `${version ?? ""}.0`) return;
	throw new Error(
		`manifest.json says ${Version ?? "no version"}, package.json ${version ?? "none"}: make them agree.`,
	);
}

function readVersioned(path: string): { version?: string; Version?: string } {
	return JSON.parse(readFileSync(path, "utf8")) as { version?: string; Version?: string };
}

pack();
