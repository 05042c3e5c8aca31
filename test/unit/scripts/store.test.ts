import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { projectFolder } from "../../../scripts/paths";
import { storeScenes } from "../../../scripts/pictures/store-scenes";

const folder = join(projectFolder, "store");
const listing = readFileSync(join(folder, "listing.md"), "utf8");
const section = (title: string): string =>
	(listing.split(`## ${title}\n`)[1] ?? "").split("\n## ")[0]?.trim() ?? "";
const flowing = (text: string): string => text.replace(/\n(?!\n|-)\s*/g, " ");

function sizeOf(name: string): readonly [width: number, height: number] {
	const png = readFileSync(join(folder, "images", name));
	return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

describe("the Marketplace listing", () => {
	it("has a name and a description of the required length", () => {
		expect(section("Name").length).toBeLessThanOrEqual(30);
		const description = flowing(section("Description"));
		expect(description.length).toBeGreaterThanOrEqual(250);
		expect(description.length).toBeLessThanOrEqual(1_500);
		expect(description.slice(0, 250)).not.toMatch(/[*_#[\]`]|\n/);
	});

	it("has exactly the required pictures", () => {
		expect(readdirSync(join(folder, "images")).sort()).toEqual(
			["icon.png", ...storeScenes.map(({ file }) => `${file}.png`)].sort(),
		);
		expect(sizeOf("icon.png")).toEqual([288, 288]);
		for (const { file } of storeScenes) expect(sizeOf(`${file}.png`)).toEqual([1_920, 960]);
		const gallery = storeScenes.filter(({ file }) => file.startsWith("gallery-"));
		expect(gallery.length).toBeGreaterThanOrEqual(3);
		expect(gallery.length).toBeLessThanOrEqual(10);
	});
});
