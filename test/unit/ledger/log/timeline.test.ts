import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { oldestFirst, Timeline } from "../../../../src/ledger/log/timeline";
import { noonMs, someEntry } from "../some-events";

const idsIn = ({ entries }: Timeline) => entries.map(({ event }) => Number(event.id));
const timelineOf = (...agoMs: readonly number[]) => {
	const timeline = new Timeline();
	const entries = agoMs.map((ago, id) => someEntry(id, { agoMs: ago }));
	timeline.addAll(entries);
	return { timeline, entries };
};

describe("a timeline", () => {
	it("is sorted by time and then by id, however its entries are added", () => {
		const drawn = fc.array(fc.array(fc.nat(5), { maxLength: 12 }), { maxLength: 5 });
		fc.assert(
			fc.property(drawn, fc.nat(100), (portions, seed) => {
				const timeline = new Timeline();
				let id = seed;
				const all = portions.map((portion) =>
					portion.map((agoMs) => someEntry((id = (id * 7 + 3) % 101), { agoMs })),
				);
				for (const entries of all) timeline.addAll(entries);
				const inOrder = all.flat().toSorted((a, b) => oldestFirst(a.event, b.event));
				expect(idsIn(timeline)).toEqual(inOrder.map(({ event }) => Number(event.id)));
			}),
		);
	});

	it("does not change when an unknown entry is removed", () => {
		const { timeline } = timelineOf(20, 10);
		timeline.remove(someEntry(7, { agoMs: 15 }));
		expect(idsIn(timeline)).toEqual([0, 1]);
	});

	it("returns the entries between two times, both included", () => {
		const { timeline } = timelineOf(40, 30, 20, 10);
		const between = (fromAgo: number, toAgo: number) =>
			timeline.between(noonMs - fromAgo, noonMs - toAgo).map(({ event }) => event.id);
		expect(between(30, 20)).toEqual(["1", "2"]);
		expect(between(29, 11)).toEqual(["2"]);
		expect(between(19, 11)).toEqual([]);
		expect(between(99, 0)).toHaveLength(4);
	});

	it("removes only the given entry, also if its time has changed in the meantime", () => {
		const { timeline, entries } = timelineOf(20, 20, 20, 10);
		const [first, second, third, last] = entries;
		if (!first || !second || !third || !last) throw new RangeError("four of them");
		timeline.remove(second);
		expect(idsIn(timeline)).toEqual([0, 2, 3]);
		third.event = { ...third.event, createdAtMs: noonMs };
		timeline.remove(third);
		expect(idsIn(timeline)).toEqual([0, 3]);
		last.event = { ...last.event, createdAtMs: 0 };
		timeline.remove(last);
		expect(idsIn(timeline)).toEqual([0]);
	});
});
