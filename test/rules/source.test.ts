import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { describe, expect, it } from "vitest";

const sourceDir = fileURLToPath(new URL("../../src", import.meta.url));
const pagesDir = fileURLToPath(new URL("../../ui", import.meta.url));

/** Returns the imported files of each file, including type imports. */
function importsIn(dir: string): ReadonlyMap<string, readonly string[]> {
	const files = readdirSync(dir, { recursive: true, encoding: "utf8" }).filter((file) =>
		file.endsWith(".ts"),
	);
	return new Map(
		files.map((file) => {
			const text = readFileSync(join(dir, file), "utf8");
			const imported = Array.from(text.matchAll(/ from "(\.[^"]+)"/g), ([, path = ""]) =>
				join(dirname(file), `${path}.ts`),
			);
			return [file, imported];
		}),
	);
}

/** Returns all import cycles, the first one found for each file. */
function circlesIn(imports: ReadonlyMap<string, readonly string[]>): readonly string[] {
	const done = new Set<string>();
	const circles: string[] = [];
	const walk = (file: string, way: readonly string[]): void => {
		const start = way.indexOf(file);
		if (start >= 0) circles.push([...way.slice(start), file].join(" → "));
		if (start >= 0 || done.has(file)) return;
		for (const next of imports.get(file) ?? []) walk(next, [...way, file]);
		done.add(file);
	};
	for (const file of imports.keys()) walk(file, []);
	return circles;
}

/** Returns names that two files export, including types. Texts of a language have the same name in all modules. */
function sharedNames(dirs: readonly string[]): readonly string[] {
	const files = new Map<string, string[]>();
	for (const dir of dirs) {
		for (const file of importsIn(dir).keys()) {
			if (/(words|strings)[/\\][a-z-]+\.ts$/.test(file)) continue;
			const text = readFileSync(join(dir, file), "utf8");
			const exported = /^export (?:async )?(?:function\*?|const|class|type|interface) (\w+)/gm;
			for (const [, name = ""] of text.matchAll(exported))
				files.set(name, [...(files.get(name) ?? []), file]);
		}
	}
	return [...files]
		.filter(([, places]) => new Set(places).size > 1)
		.map(([name, at]) => `${name}: ${at.join(", ")}`);
}

describe("the plugin's files", () => {
	it("export each name from one file only", () => {
		expect(sharedNames([sourceDir, pagesDir])).toEqual([]);
	});

	it("have no circular imports", () => {
		expect(circlesIn(importsIn(sourceDir))).toEqual([]);
	});
});
