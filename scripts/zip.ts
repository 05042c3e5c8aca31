import { zipSync, type Zippable } from "fflate";

/**
 * A zip file whose bytes depend on nothing but names and contents: one order, one time, no system's attributes, and a
 * compression that is the same everywhere.
 * @param files By their paths with forward slashes; a path that ends in one is an empty folder.
 */
export function zip(files: Readonly<Record<string, Uint8Array>>): Uint8Array {
	const names = Object.keys(files).sort();
	const ordered: Zippable = Object.fromEntries(
		names.map((name) => {
			const content = files[name] ?? new Uint8Array();
			return [name, [content, { level: content.length === 0 ? 0 : 9 }]];
		}),
	);
	// The first day that a zip file can tell. It tells local time, so this is noon in every zone.
	return zipSync(ordered, { mtime: new Date(1980, 0, 1, 12), os: 0, attrs: 0 });
}
