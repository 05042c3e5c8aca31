import { describe, expect, it } from "vitest";

import { ListCount } from "../../../../src/ledger/figures/list-count";
import { streamEventTypes, type StreamEventType } from "../../../../src/state/stream-event";
import { someSnapshot } from "../some-events";

const two: readonly StreamEventType[] = ["follow", "donation"];
const look = (
	count: ListCount,
	types: readonly StreamEventType[],
	totalCount: number | undefined,
	moved = 0,
) => count.applySnapshot(someSnapshot([], { types, totalCount }), moved);

function counted(totalCount: number, types = two): ListCount {
	const count = new ListCount();
	expect(look(count, types, totalCount, 3)).toBe(true);
	return count;
}

describe("the list's own count", () => {
	it("is known of exactly the kinds that were looked at", () => {
		const count = counted(7);
		expect(count.countOf(two)).toBe(7);
		expect(count.countOf(["follow"])).toBeUndefined();
		expect(count.countOf(streamEventTypes)).toBeUndefined();
		expect(new ListCount().countOf(two)).toBeUndefined();
	});

	it("is as it should be where what was found explains by how much it moved", () => {
		expect(look(counted(7), two, 9, 2)).toBe(true);
		expect(look(counted(7), two, 6, -1)).toBe(true);
		expect(look(counted(7), two, 9, 1)).toBe(false);
		const count = counted(7);
		look(count, two, 9, 1);
		expect(look(count, two, 9)).toBe(true);
	});

	it("can't be compared with that of other kinds", () => {
		expect(look(counted(7), ["follow"], 2)).toBe(true);
		const count = counted(7);
		look(count, ["follow"], 2);
		expect(count.countOf(["follow"])).toBe(2);
	});

	it("is one less when the deletion of something it holds is told", () => {
		const count = counted(7);
		count.noteDeletion("follow");
		count.noteDeletion("hosting");
		expect(count.countOf(two)).toBe(6);
		const untold = new ListCount();
		untold.noteDeletion("follow");
		expect(look(untold, two, 5)).toBe(true);
	});

	it("moves by what is found where a look doesn't tell it, unless that went to other kinds too", () => {
		const count = counted(7);
		expect(look(count, ["donation"], undefined, 2)).toBe(true);
		expect(count.countOf(two)).toBe(9);
		look(count, streamEventTypes, undefined, 4);
		expect(count.countOf(two)).toBe(9);
		const untold = new ListCount();
		look(untold, two, undefined, 4);
		expect(untold.countOf(two)).toBeUndefined();
	});
});
