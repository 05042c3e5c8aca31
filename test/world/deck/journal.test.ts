import { describe, expect, it } from "vitest";

import { Journal } from "./journal";
import { waitUntil, WaitTimeout } from "./wait-until";

describe("Journal", () => {
	it("finds what is there already", async () => {
		const journal = new Journal<number>();
		journal.add(1);
		journal.add(2);
		expect(await journal.waitFor((entry) => entry > 0)).toBe(1);
		expect(await journal.waitFor((entry) => entry > 0, { from: 1 })).toBe(2);
	});

	it("waits for what is still to come", async () => {
		const journal = new Journal<number>();
		journal.add(7);
		const awaited = journal.waitFor(() => true, { from: 1 });
		journal.add(8);
		expect(await awaited).toBe(8);
	});

	it("says what it waited for when it was in vain", async () => {
		const awaited = new Journal<number>().waitFor(() => true, { timeoutMs: 1, message: () => "a number" });
		await expect(awaited).rejects.toThrow(/in vain for a number/);
	});

	it("passes on what the predicate throws", async () => {
		const journal = new Journal<number>();
		const awaited = journal.waitFor(() => {
			throw new Error("no good");
		});
		journal.add(1);
		await expect(awaited).rejects.toThrow("no good");
	});

	it("tells listeners until they have had enough", () => {
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
	it("returns what the condition yields in the end", async () => {
		let count = 0;
		expect(await waitUntil(() => (++count > 2 ? `after ${count}` : undefined))).toBe("after 3");
	});

	it("gives up", async () => {
		await expect(waitUntil(() => false, { timeoutMs: 1 })).rejects.toBeInstanceOf(WaitTimeout);
	});
});
