import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { describe, expect, it } from "vitest";

const sourceDir = fileURLToPath(new URL("../../src", import.meta.url));

/** Each file with the files it imports, for types or for more. */
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

/** Every way that leads from a file back to itself, the first one found for each. */
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

describe("the plugin's files", () => {
	it("import each other in no circle", () => {
		expect(circlesIn(importsIn(sourceDir))).toEqual([]);
	});
});
