import { describe, expect, it } from "vitest";

import { Journal } from "./journal";
import { waitUntil, WaitTimeout } from "./wait-until";

describe("Journal", () => {
	it("finds an existing entry", async () => {
		const journal = new Journal<number>();
		journal.add(1);
		journal.add(2);
		expect(await journal.waitFor((entry) => entry > 0)).toBe(1);
		expect(await journal.waitFor((entry) => entry > 0, { from: 1 })).toBe(2);
	});

	it("waits for a later entry", async () => {
		const journal = new Journal<number>();
		journal.add(7);
		const awaited = journal.waitFor(() => true, { from: 1 });
		journal.add(8);
		expect(await awaited).toBe(8);
	});

	it("reports what it waited for after a timeout", async () => {
		const awaited = new Journal<number>().waitFor(() => true, { timeoutMs: 1, message: () => "a number" });
		await expect(awaited).rejects.toThrow(/in vain for a number/);
	});

	it("rethrows errors of the predicate", async () => {
		const journal = new Journal<number>();
		const awaited = journal.waitFor(() => {
			throw new Error("no good");
		});
		journal.add(1);
		await expect(awaited).rejects.toThrow("no good");
	});

	it("notifies listeners until they unsubscribe", () => {
		const journal = new Journal<number>();
		const received: number[] = [];
		const stop = journal.on((entry) => received.push(entry));
		journal.add(1);
		stop();
		journal.add(2);
		expect(received).toEqual([1]);
	});
});

describe("waitUntil", () => {
	it("returns what the condition returns at last", async () => {
		let count = 0;
		expect(await waitUntil(() => (++count > 2 ? `after ${count}` : undefined))).toBe("after 3");
	});

	it("throws after the timeout", async () => {
		await expect(waitUntil(() => false, { timeoutMs: 1 })).rejects.toBeInstanceOf(WaitTimeout);
	});
});
