import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { DataFolder } from "../../../src/data-folder/data-folder";
import { digestOf } from "../../../src/data-folder/digest";
import { StoredNumbers } from "../../../src/data-folder/stored-numbers";
import type { RememberedNumber } from "../../../src/state/counters/remembered-numbers";

const nowMs = Date.UTC(2026, 2, 4, 12);
const dayMs = 86_400_000;
const account = "https://service.example our-key";

let path: string;
beforeEach(async () => {
	path = await mkdtemp(join(tmpdir(), "numbers-"));
});
afterEach(async () => {
	await rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 });
});

/** Starts a run of the plugin with its stored numbers. */
function run(secret: string | undefined = account) {
	const folder = new DataFolder({ path, pluginId: "plugin", warn: () => undefined });
	const numbers = new StoredNumbers(folder);
	numbers.selectAccount(secret);
	return { numbers, end: () => folder.flush() };
}

const count = (value: number): RememberedNumber => ({
	kind: "counter",
	value: { kind: "count", count: value, hasUnreadable: false },
});
const content = () => readFile(join(path, "numbers.json"), "utf8");

describe("numbers of earlier runs", () => {
	it("are returned with the time when they were confirmed", () => {
		const { numbers, end } = run();
		const sums: RememberedNumber = {
			kind: "counter",
			value: { kind: "money", sums: new Map([["EUR", 1_250]]), hasUnreadable: true },
		};
		const line: RememberedNumber = { kind: "chart", line: { total: 3, values: [1, 2] } };
		numbers.record("followers", count(7), nowMs);
		numbers.record("amount", sums, nowMs - 5);
		numbers.record("chart", line, nowMs);
		numbers.save("EUR", nowMs);
		end();
		const later = run().numbers;
		expect(later.recall("followers", nowMs)).toEqual({ number: count(7), atMs: nowMs });
		expect(later.recall("amount", nowMs)).toEqual({ number: sums, atMs: nowMs - 5 });
		expect(later.recall("chart", nowMs)?.number).toEqual(line);
		expect(later.recall("viewers", nowMs)).toBeUndefined();
		expect(later.currency).toBe("EUR");
	});

	it("are never those of another account, and are removed with the account", async () => {
		const first = run();
		first.numbers.record("followers", count(7), nowMs);
		first.numbers.save("EUR", nowMs);
		first.end();
		const other = run("https://service.example other-key");
		expect(other.numbers.recall("followers", nowMs)).toBeUndefined();
		expect(other.numbers.currency).toBeUndefined();
		other.end();
		expect(run().numbers.recall("followers", nowMs)).toBeUndefined();
		expect(await content()).not.toContain("followers");
	});

	it("end when the account changes while the plugin runs, and without one nothing is recorded", () => {
		const { numbers } = run();
		numbers.record("followers", count(7), nowMs);
		numbers.selectAccount(account);
		expect(numbers.recall("followers", nowMs)).toBeDefined();
		numbers.selectAccount(undefined);
		numbers.record("followers", count(8), nowMs);
		expect(numbers.recall("followers", nowMs)).toBeUndefined();
	});

	it("are dropped after 30 days, and the ones recorded longest ago when there are too many", () => {
		const { numbers, end } = run();
		for (let index = 0; index < 400; index++) numbers.record(`number ${index}`, count(index), nowMs);
		numbers.save(undefined, nowMs);
		end();
		const later = run().numbers;
		expect(later.recall("number 99", nowMs)).toBeUndefined();
		expect(later.recall("number 100", nowMs + 29 * dayMs)).toBeDefined();
		expect(later.recall("number 399", nowMs + 31 * dayMs)).toBeUndefined();
	});

	it("are written when one has changed, otherwise every ten minutes", async () => {
		const { numbers, end } = run();
		const save = async (value: number, atMs: number) => {
			numbers.record("followers", count(value), atMs);
			numbers.save("EUR", atMs);
			end();
			return run().numbers.recall("followers", atMs)?.atMs;
		};
		expect(await save(7, nowMs)).toBe(nowMs);
		expect(await save(7, nowMs + 60_000)).toBe(nowMs);
		expect(await save(8, nowMs + 70_000)).toBe(nowMs + 70_000);
		expect(await save(8, nowMs + 670_000)).toBe(nowMs + 670_000);
	});

	it.each(
		[
			...[null, 7, "7", [], {}, { count: "7" }, { figure: null }, { sums: [["EUR", "7"]] }, { sums: {} }],
			...[{ total: 1 }, { total: 1, values: ["7"] }, { total: 1, values: Array(401).fill(1) }],
		].map((value) => JSON.stringify(value)),
	)("are ignored if they are damaged: %s", async (value) => {
		const entries = [
			`["${digestOf("followers")}",${nowMs},${value}]`,
			`["${digestOf("viewers")}",${nowMs},{"count":7}]`,
		];
		const data = `{"account":"${digestOf(account)}","numbers":[${entries.join()}]}`;
		await writeFile(join(path, "numbers.json"), `{"plugin":"plugin","version":1,"data":${data}}`);
		const later = run().numbers;
		expect(later.recall("followers", nowMs)).toBeUndefined();
		expect(later.recall("viewers", nowMs)).toBeDefined();
	});

	it.each(["", "null", "[]", "{}", '{"account":1,"numbers":[]}', '{"account":"","numbers":{}}'])(
		"are ignored in a damaged file: %s",
		async (data) => {
			const text = `{"plugin":"plugin","version":1,"data":${data}}`;
			await writeFile(join(path, "numbers.json"), text);
			expect(run().numbers.recall("followers", nowMs)).toBeUndefined();
		},
	);
});
