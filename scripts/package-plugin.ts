import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, extname, join, relative, sep } from "node:path";

import { z } from "zod";

import { pluginFolder, pluginUuid, projectFolder } from "./paths";
import { runTool } from "./run-tool";
import { zip } from "./zip";

/** Files that builds and runs create in the plugin's folder, or that belong to the project only. */
const excludedNames = new Set(["bin", "ui", "logs", "memory", ".sdignore"]);
const shippedExtensions = new Set([
	".json",
	".js",
	".html",
	".css",
	".svg",
	".png",
	".txt",
	".streamDeckProfile",
	"",
]);

const manifestSchema = z.looseObject({
	Version: z.string(),
	Nodejs: z.looseObject({ Debug: z.string().optional() }),
});
const packageSchema = z.object({ version: z.string() });

/**
 * Builds the release, runs Elgato's validator, and packs it. Does not change the project's folder.
 * @param outputFolder Created if missing.
 * @returns The path of the installable file.
 * @throws Error when the versions disagree, the build or the validator fails, or there is a file that should not ship.
 */
export function packagePlugin(outputFolder: string): string {
	const stage = mkdtempSync(join(tmpdir(), "stream-events-"));
	try {
		const folder = join(stage, basename(pluginFolder));
		stagePlugin(folder);
		runTool("@elgato/cli", "streamdeck", ["validate", folder, "--no-update-check"]);
		mkdirSync(outputFolder, { recursive: true });
		const path = join(outputFolder, `${pluginUuid}.streamDeckPlugin`);
		writeFileSync(path, zip(filesIn(stage)));
		return path;
	} finally {
		rmSync(stage, { recursive: true, force: true });
	}
}

/**
 * Builds the release into a separate folder.
 * @throws Error when the versions disagree or the build fails.
 */
export function stagePlugin(folder: string): void {
	cpSync(pluginFolder, folder, {
		recursive: true,
		filter: (path) => dirname(path) !== pluginFolder || !excludedNames.has(basename(path)),
	});
	cpSync(join(projectFolder, "LICENSE"), join(folder, "LICENSE"));
	const manifestPath = join(folder, "manifest.json");
	const manifest = manifestSchema.parse(readJson(manifestPath));
	requireSameVersion(manifest.Version);
	const { Debug: _, ...nodejs } = manifest.Nodejs;
	writeFileSync(manifestPath, `${JSON.stringify({ ...manifest, Nodejs: nodejs }, undefined, "\t")}\n`);
	runTool("rollup", "rollup", ["-c", "--configRelease", "--configInto", folder, "--silent"]);
}

/** The app compares the manifest's version; users read the package's. */
function requireSameVersion(inManifest: string): void {
	const { version } = packageSchema.parse(readJson(join(projectFolder, "package.json")));
	if (inManifest === `${version}.0`) return;
	throw new Error(`manifest.json says ${inManifest}, package.json ${version}: make them agree.`);
}

function readJson(path: string): unknown {
	return JSON.parse(readFileSync(path, "utf8"));
}

function filesIn(stage: string): Record<string, Uint8Array> {
	const files: Record<string, Uint8Array> = {};
	for (const entry of readdirSync(stage, { recursive: true, withFileTypes: true })) {
		if (!entry.isFile()) continue;
		const path = join(entry.parentPath, entry.name);
		const name = relative(stage, path).split(sep).join("/");
		if (entry.name.startsWith(".") || !shippedExtensions.has(extname(entry.name)))
			throw new Error(`${name} should not ship: remove it, or teach scripts/package-plugin.ts its kind.`);
		files[name] = readFileSync(path);
	}
	return files;
}
