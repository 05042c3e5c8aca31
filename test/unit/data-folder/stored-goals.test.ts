import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { DataFolder } from "../../../src/data-folder/data-folder";
import { digestOf } from "../../../src/data-folder/digest";
import { StoredGoals } from "../../../src/data-folder/stored-goals";

let path: string;
beforeEach(async () => {
	path = await mkdtemp(join(tmpdir(), "goals-"));
});
afterEach(async () => {
	await rm(path, { recursive: true, force: true });
});

const open = () => new StoredGoals(new DataFolder({ path, pluginId: "plugin", warn: () => undefined }));

describe("reached goals", () => {
	it("are recognised after a restart, any number of them, without identifying data", async () => {
		const goals = open();
		for (let day = 0; day < 100; day++) goals.record(`account\nday ${day}`, day);
		goals.record("account\nday 7", 700);
		await expect.poll(() => open().highest("account\nday 7")).toBe(700);
		expect([open().highest("account\nday 99"), open().highest("account\nday 100")]).toEqual([99, undefined]);
		const [name = ""] = await readdir(path);
		expect(await readFile(join(path, name), "utf8")).not.toContain("account");
	});

	it("from the settings are added, without replacing newer ones", async () => {
		const goals = open();
		goals.record("a", 5);
		expect(
			await goals.migrate([
				[digestOf("a"), 1],
				[digestOf("b"), 2],
			]),
		).toBe(true);
		expect([open().highest("a"), open().highest("b")]).toEqual([5, 2]);
	});

	it("are distinguished for any names", () => {
		const name = fc.string({ unit: "binary" });
		fc.assert(
			fc.property(name, name, (one, other) => {
				expect(digestOf(one) === digestOf(other)).toBe(one === other);
			}),
		);
	});
});
