import { describe, expect, it } from "vitest";

import { ListCount } from "../../../../src/ledger/figures/list-count";
import { streamEventTypes, type StreamEventType } from "../../../../src/state/events/stream-event";
import { someSnapshot } from "../some-events";

const two: readonly StreamEventType[] = ["follow", "donation"];
const applySnapshot = (
	count: ListCount,
	types: readonly StreamEventType[],
	totalCount: number | undefined,
	moved = 0,
) => count.applySnapshot(someSnapshot([], { types, totalCount }), moved);

function counted(totalCount: number, types = two): ListCount {
	const count = new ListCount();
	expect(applySnapshot(count, types, totalCount, 3)).toBe(true);
	return count;
}

describe("the list count", () => {
	it("is stored for exactly the types of the snapshot", () => {
		const count = counted(7);
		expect(count.countOf(two)).toBe(7);
		expect(count.countOf(["follow"])).toBeUndefined();
		expect(count.countOf(streamEventTypes)).toBeUndefined();
		expect(new ListCount().countOf(two)).toBeUndefined();
	});

	it("matches if its change equals the number of added and removed events", () => {
		expect(applySnapshot(counted(7), two, 9, 2)).toBe(true);
		expect(applySnapshot(counted(7), two, 6, -1)).toBe(true);
		expect(applySnapshot(counted(7), two, 9, 1)).toBe(false);
		const count = counted(7);
		applySnapshot(count, two, 9, 1);
		expect(applySnapshot(count, two, 9)).toBe(true);
	});

	it("is not compared with the count of other types", () => {
		expect(applySnapshot(counted(7), ["follow"], 2)).toBe(true);
		const count = counted(7);
		applySnapshot(count, ["follow"], 2);
		expect(count.countOf(["follow"])).toBe(2);
	});

	it("decreases by one when a listed event is deleted", () => {
		const count = counted(7);
		count.noteDeletion("follow");
		count.noteDeletion("hosting");
		expect(count.countOf(two)).toBe(6);
		const uncounted = new ListCount();
		uncounted.noteDeletion("follow");
		expect(applySnapshot(uncounted, two, 5)).toBe(true);
	});

	it("changes by the events found if a snapshot has no count, unless it also covered other types", () => {
		const count = counted(7);
		expect(applySnapshot(count, ["donation"], undefined, 2)).toBe(true);
		expect(count.countOf(two)).toBe(9);
		applySnapshot(count, streamEventTypes, undefined, 4);
		expect(count.countOf(two)).toBe(9);
		const uncounted = new ListCount();
		applySnapshot(uncounted, two, undefined, 4);
		expect(uncounted.countOf(two)).toBeUndefined();
	});
});
