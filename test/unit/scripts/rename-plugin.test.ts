import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { pluginFolder, pluginUuid, projectFolder } from "../../../scripts/paths";
import { renamePlugin } from "../../../scripts/rename-plugin";
import { runTool } from "../../../scripts/run-tool";

const uuid = "org.nova-live.deck";
const notCopied = new Set([".git", "node_modules", "dist", "logs"]);

let copy: string;

function mentions(name: string): string[] {
	return readdirSync(copy, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name))
		.filter((path) => !path.split(/[\\/]/).includes("bin") && readFileSync(path, "utf8").includes(name));
}

describe("another identity", () => {
	beforeEach(() => {
		copy = mkdtempSync(join(tmpdir(), "renamed-"));
		cpSync(projectFolder, copy, {
			recursive: true,
			filter: (path) =>
				!relative(projectFolder, path)
					.split(/[\\/]/)
					.some((name) => notCopied.has(name)),
		});
	});

	afterEach(() => {
		rmSync(copy, { recursive: true, force: true });
	});

	it("is everywhere, and the old one nowhere", { timeout: 60_000 }, () => {
		const before = mentions(pluginUuid);
		const { from, changed } = renamePlugin(copy, uuid);
		expect(from).toBe(pluginUuid);
		expect(changed).toBe(before.length);
		expect(mentions(pluginUuid)).toEqual([]);
		expect(existsSync(join(copy, `${uuid}.sdPlugin`, "manifest.json"))).toBe(true);
		expect(existsSync(pluginFolder.replace(projectFolder, `${copy}/`))).toBe(false);
		if (existsSync(join(pluginFolder, "bin", "plugin.js")))
			runTool("@elgato/cli", "streamdeck", ["validate", join(copy, `${uuid}.sdPlugin`), "--no-update-check"]);
	});

	it("can be set again, and back", () => {
		renamePlugin(copy, uuid);
		expect(renamePlugin(copy, uuid).changed).toBe(0);
		renamePlugin(copy, pluginUuid);
		for (const path of ["package.json", "scripts/paths.ts", "src/actions/counter.ts"])
			expect(readFileSync(join(copy, path), "utf8")).toBe(readFileSync(join(projectFolder, path), "utf8"));
	});
});

describe("an invalid identity", () => {
	it.each(["", "nodots", "Com.Example.Upper", "com.example.ümlaut", "com..example", "com.example.", "a b.c"])(
		"is %j",
		(wrong) => {
			expect(() => renamePlugin(projectFolder, wrong)).toThrow("is no identity");
		},
	);
});
