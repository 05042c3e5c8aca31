import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { Resvg } from "@resvg/resvg-js";
import { describe, expect, it } from "vitest";

import { pluginFolder } from "../../../scripts/paths";
import { shippedImages } from "../../../scripts/plugin-folder/shipped-images";

const folder = join(pluginFolder, "imgs");
const drawn = shippedImages();

describe("the shipped images", () => {
	it("are exactly those that the script draws", () => {
		const shipped = readdirSync(folder, { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile())
			.map(({ parentPath, name }) =>
				join(parentPath, name)
					.slice(folder.length + 1)
					.replaceAll("\\", "/"),
			);
		expect(shipped.sort()).toEqual([...drawn.keys()].sort());
	});

	it.each([...drawn])("contain %s as the script draws it", (name, content) => {
		const shipped = readFileSync(join(folder, name));
		if (typeof content === "string") expect(shipped.toString("utf8")).toBe(content);
		else expect(differenceOf(shipped, content)).toBeLessThanOrEqual(2);
	});
});

/** Returns the largest difference of a colour value between two pictures. Processors may round differently. */
function differenceOf(first: Uint8Array, second: Uint8Array): number {
	const [a, b] = [pixelsOf(first), pixelsOf(second)];
	expect(a.length).toBe(b.length);
	return a.reduce((most, value, index) => Math.max(most, Math.abs(value - (b[index] ?? 0))), 0);
}

function pixelsOf(png: Uint8Array): Uint8Array {
	const view = Buffer.from(png);
	const [width, height] = [view.readUInt32BE(16), view.readUInt32BE(20)];
	const href = `data:image/png;base64,${view.toString("base64")}`;
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><image width="${width}" height="${height}" href="${href}"/></svg>`;
	return new Resvg(svg).render().pixels;
}
