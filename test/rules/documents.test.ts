import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { describe, expect, it } from "vitest";

import { projectFolder } from "../../scripts/paths";

const maxReadmeWords = 1_500;
const maxDocsWords = 10_000;
/** What users notice of a version. A longer list repeats itself. */
const maxUnreleasedWords = 1_200;

const docs = markdownIn("docs");
const documents = [
	...["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"],
	...docs,
	...markdownIn("store"),
	...markdownIn("test/world"),
];
/** Names of all source files, for documents that name a file without its folder. */
const sourceFiles = new Set(
	["src", "ui", "test", "scripts"].flatMap((folder) => filesIn(folder).map((file) => file.split("/").at(-1))),
);

describe.each(documents)("%s", (document) => {
	const text = read(document);

	it("links to files and headings that exist", () => {
		const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
		expect(
			links.filter((link) => !/^https?:/.test(link)).filter((link) => !leadsSomewhere(link, document)),
		).toEqual([]);
	});

	it("names source files that exist", () => {
		const names = [...text.matchAll(/`([\w./-]+\.(?:ts|mjs))`/g)].map(([, name = ""]) => name);
		expect(names.filter((name) => !isSourceFile(name))).toEqual([]);
	});
});

describe("the length of the documents", () => {
	it("is limited for the README, for docs/, and for the unreleased part of the changelog", () => {
		expect(wordCount("README.md")).toBeLessThanOrEqual(maxReadmeWords);
		expect(docs.reduce((sum, path) => sum + wordCount(path), 0)).toBeLessThanOrEqual(maxDocsWords);
		const [, unreleased = ""] = read("CHANGELOG.md").split(/^## /m);
		expect(countWords(unreleased)).toBeLessThanOrEqual(maxUnreleasedWords);
	});
});

function leadsSomewhere(link: string, document: string): boolean {
	const [path = "", heading] = link.split("#");
	const target = path === "" ? document : join(dirname(document), path);
	if (!existsSync(join(projectFolder, target))) return false;
	if (heading === undefined) return true;
	return [...read(target).matchAll(/^#+ (.*)$/gm)].some(([, title = ""]) => anchorOf(title) === heading);
}

/** Returns the anchor that GitHub gives a heading. */
function anchorOf(title: string): string {
	return title
		.toLowerCase()
		.replace(/[^\p{L}\p{N} -]/gu, "")
		.replaceAll(" ", "-");
}

function isSourceFile(name: string): boolean {
	if (!name.includes("/")) return sourceFiles.has(name) || existsSync(join(projectFolder, name));
	return ["", "src"].some((folder) => existsSync(join(projectFolder, folder, name)));
}

function wordCount(path: string): number {
	return countWords(read(path));
}

function countWords(text: string): number {
	return text.trim().split(/\s+/).length;
}

function markdownIn(folder: string): readonly string[] {
	return filesIn(folder).filter((file) => file.endsWith(".md"));
}

function filesIn(folder: string): readonly string[] {
	const files = readdirSync(join(projectFolder, folder), { recursive: true, encoding: "utf8" });
	return files.map((file) => join(folder, file).replaceAll("\\", "/"));
}

function read(path: string): string {
	return readFileSync(join(projectFolder, path), "utf8");
}
