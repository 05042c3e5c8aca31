import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";
import { z } from "zod";

import { actionFiles } from "../../scripts/plugin-folder/action-manifest";
import { pluginFolder, projectFolder } from "../../scripts/paths";
import { languages } from "../../src/state/language";

const manifest = z
	.object({ Actions: z.array(z.object({ UUID: z.string(), Name: z.string() })) })
	.parse(JSON.parse(readFileSync(join(pluginFolder, "manifest.json"), "utf8")));
const actions = manifest.Actions.map(({ UUID, Name }) => ({ uuid: UUID, name: Name, slug: lastPart(UUID) }));

const guide = read("docs/adding-an-action.md");
const ownFiles = pathsUnder("Files of its own");
const namingFiles = pathsUnder("Files that name it").flatMap((path) =>
	languages.map((language) => path.replace("<language>", language)),
);

/** Actions without settings. */
const hasNoSchema = new Set(["connection"]);

describe("docs/adding-an-action.md", () => {
	it("mentions files", () => {
		expect(ownFiles.length).toBeGreaterThan(3);
		expect(namingFiles.length).toBeGreaterThan(5);
	});

	it.each(actions)("mentions every file that belongs to $slug", ({ slug }) => {
		const missing = ownFiles
			.filter((path) => !(path.includes("schemas") && hasNoSchema.has(slug)))
			.map((path) => path.replaceAll("<action>", slug))
			.filter((path) => !existsSync(join(projectFolder, path)));
		expect(missing, `Files that docs/adding-an-action.md asks for and ${slug} lacks`).toEqual([]);
	});

	it.each(actions)("mentions every file that names $slug", ({ slug, name }) => {
		const silent = [...new Set(namingFiles)].filter(
			(path) => !mentions(read(path), slug) && !read(path).includes(name),
		);
		expect(silent, `Files that docs/adding-an-action.md asks to name ${slug}, and don't`).toEqual([]);
	});
});

const derivedFiles = [...(await actionFiles())];
describe("the table of actions", () => {
	it.each(derivedFiles)("agrees with %s", (name, text) => {
		expect(read(inPlugin(name)), "Run `npm run actions`").toBe(text);
	});
});

describe("each action's texts", () => {
	it.each(languages)("are complete in %s", (language) => {
		const texts = z.record(z.string(), z.unknown()).parse(JSON.parse(read(inPlugin(`${language}.json`))));
		const unnamed = actions.map(({ uuid }) => uuid).filter((uuid) => !texts[uuid]);
		expect(unnamed, `Add a name and a tooltip for these to ${language}.json`).toEqual([]);
	});
});

function lastPart(uuid: string): string {
	return uuid.split(".").at(-1) ?? "";
}

function inPlugin(name: string): string {
	return join("com.example.streamevents.sdPlugin", name);
}

function read(path: string): string {
	return readFileSync(join(projectFolder, path), "utf8");
}

/** Matches any case: `latest-event`, `LatestEvent`, `latestEventPage`. */
function mentions(text: string, slug: string): boolean {
	return text.replaceAll("-", "").toLowerCase().includes(slug.replaceAll("-", ""));
}

/** Returns the paths at the start of a section's list items. */
function pathsUnder(heading: string): readonly string[] {
	const section = guide.split(/^## /m).find((part) => part.split("\n")[0]?.includes(heading)) ?? "";
	return [...section.matchAll(/^- `([^`]+)`/gm)].map(([, path]) => path ?? "");
}
