import { describe, expect, it } from "vitest";

import { ListedEntries } from "../../../../src/sync/list/listed-entries";
import { followOf } from "../../../world/fakes/fake-client";

function entriesOf(...ids: readonly number[]) {
	const entries = new ListedEntries();
	entries.add(ids.map((id) => followOf(id)));
	return entries;
}

describe("the entries read from the list", () => {
	it("contain each entry once, in its last version", () => {
		const entries = entriesOf(3, 2);
		expect(entries.add([followOf(2, { person: "renamed" }), followOf(1)])).toBe(1);
		expect([entries.size, entries.events.map(({ id }) => id)]).toEqual([3, ["3", "2", "1"]]);
		expect(entries.find(followOf(2))?.person).toBe("renamed");
		expect(entries.find(followOf(4))).toBeUndefined();
		expect([entries.hasAny([followOf(9), followOf(1)]), entries.hasAny([followOf(9)])]).toEqual([
			true,
			false,
		]);
	});

	it("reach back to the oldest known time", () => {
		const entries = entriesOf(5, 3);
		expect(entries.oldestMs).toBe(3_000);
		entries.add([followOf(1, { isTimeAssumed: true })]);
		expect(entries.oldestMs).toBe(3_000);
		entries.add([], 2_500);
		expect(entries.oldestMs).toBe(2_500);
	});

	it("estimate the number of missing entries by their density", () => {
		expect(entriesOf(20, 15, 10).estimateMissingCount(4_000, Infinity)).toBeCloseTo(1.8);
		expect([
			entriesOf().estimateMissingCount(0, Infinity),
			entriesOf(1).estimateMissingCount(1_000, Infinity),
		]).toEqual([Infinity, Infinity]);
	});

	it("estimate it without the span to an entry dated ahead", () => {
		const entries = entriesOf(9_000_000, 20, 15, 11);
		expect(entries.estimateMissingCount(3_000, 21_000)).toBeCloseTo(3.2);
		expect(entriesOf(9_000_000).estimateMissingCount(3_000, 21_000)).toBe(Infinity);
	});

	it("can hold three hundred thousand entries", () => {
		const entries = new ListedEntries();
		entries.add(Array.from({ length: 299_999 }, (_, id) => followOf(id)));
		expect(entries.isFull).toBe(false);
		entries.add([followOf(300_000)]);
		expect(entries.isFull).toBe(true);
	});
});
