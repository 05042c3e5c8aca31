import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { expect, it, onTestFinished } from "vitest";

import { waitUntil } from "../deck/wait-until";

import { TextSource } from "./text-source";

it("displays what another program writes to each file, and removes its folder", async () => {
	const source = await TextSource.create("followers.txt");
	const other = `${dirname(source.path)}/donations.txt`;
	let paths = [source.path, other];
	let changeCount = 0;
	onTestFinished(
		source.follow(
			() => paths,
			() => changeCount++,
		),
	);
	expect(source.shown).toEqual([]);
	for (const text of ["Followers: 1", "Followers: 2"]) {
		await writeFile(source.path, text);
		await waitUntil(() => source.shown[0]?.text === text);
	}
	expect(changeCount).toBeGreaterThanOrEqual(2);
	await writeFile(other, "20 EUR");
	await waitUntil(() => source.shown.length === 2);
	paths = [other];
	await waitUntil(() => source.shown.length === 1);
	expect(source.shown).toEqual([{ name: "donations.txt", text: "20 EUR" }]);
	await source.remove();
	expect(existsSync(dirname(source.path))).toBe(false);
});
