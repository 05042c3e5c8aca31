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
	await rm(path, { recursive: true, force: true, maxRetries: 5 });
});

/** Starts a run with these credentials, whose account has this user name. */
function open(secret = "key", userName?: string): StoredGoals {
	const folder = new DataFolder({ path, pluginId: "plugin", warn: () => undefined });
	const goals = new StoredGoals(folder, () => userName);
	goals.selectAccount(secret);
	return goals;
}

describe("reached goals", () => {
	it("are recognised after a restart, any number of them, without identifying data", async () => {
		const goals = open();
		for (let day = 0; day < 100; day++) goals.record(`day ${day}`, day);
		goals.record("day 7", 700);
		await expect.poll(() => open().highest("day 7")).toBe(700);
		expect([open().highest("day 99"), open().highest("day 100")]).toEqual([99, undefined]);
		const [name = ""] = await readdir(path);
		expect(await readFile(join(path, name), "utf8")).not.toMatch(/key|day|host|ann/);
	});

	it.each([
		["before the account is loaded", "key", undefined, 5],
		["with another API key", "new key", "host\nann", 5],
		["of another account", "new key", "host\nbob", undefined],
		["of an account that is not loaded", "new key", undefined, undefined],
		["of another service", "new key", "other\nann", undefined],
	])("are recognised by credentials or user name: %s", async (_what, secret, userName, highest) => {
		open("key", "host\nann").record("today", 5);
		await expect.poll(() => open().highest("today")).toBe(5);
		expect(open(secret, userName).highest("today")).toBe(highest);
	});

	it("are the highest of both, in a run that loaded the user name and in one that did not", async () => {
		open("key", "host\nann").record("today", 5);
		await expect.poll(() => open().highest("today")).toBe(5);
		open("key").record("today", 8);
		await expect.poll(() => open().highest("today")).toBe(8);
		expect(open("key", "host\nann").highest("today")).toBe(8);
	});

	it("from the settings are added, without replacing newer ones", async () => {
		const goals = open("key", "host\nann");
		goals.record("a", 5);
		expect(
			await goals.migrate([
				[digestOf("host\nann\na"), 1],
				[digestOf("host\nann\nb"), 2],
			]),
		).toBe(true);
		const restarted = open("key", "host\nann");
		expect([restarted.highest("a"), restarted.highest("b")]).toEqual([5, 2]);
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
