import { zipSync, type Zippable } from "fflate";

/**
 * Creates a zip file whose bytes depend only on names and contents: fixed order, fixed time, no system attributes, and the
 * same compression on all systems.
 * @param files Contents by path with forward slashes; a path that ends in one is an empty folder.
 */
export function zip(files: Readonly<Record<string, Uint8Array>>): Uint8Array {
	const names = Object.keys(files).sort();
	const ordered: Zippable = Object.fromEntries(
		names.map((name) => {
			const content = files[name] ?? new Uint8Array();
			return [name, [content, { level: content.length === 0 ? 0 : 9 }]];
		}),
	);
	// The earliest date of the format. Zip times are local, so noon keeps the date the same in every zone.
	return zipSync(ordered, { mtime: new Date(1980, 0, 1, 12), os: 0, attrs: 0 });
}
