import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { expect, it, onTestFinished } from "vitest";

import { waitUntil } from "../deck/wait-until";

import { TextSource } from "./text-source";

it("displays what another program writes, and removes its folder", async () => {
	const source = await TextSource.create("followers.txt");
	let changeCount = 0;
	onTestFinished(source.follow(() => changeCount++));
	expect(source.shown).toEqual({ name: "followers.txt", text: undefined });
	for (const text of ["Followers: 1", "Followers: 2"]) {
		await writeFile(source.path, text);
		await waitUntil(() => source.shown.text === text);
	}
	expect(changeCount).toBeGreaterThanOrEqual(2);
	await source.remove();
	expect(existsSync(dirname(source.path))).toBe(false);
});
