import { describe, expect, it } from "vitest";

import type { ReadPage } from "../../../src/event-list/event-pages";
import { ListWalk } from "../../../src/event-list/list-walk";
import { followOf } from "../../world/fakes/fake-client";

/** A page of follows, newest first, of a list that counts itself unless told otherwise. */
function pageOf(ids: readonly number[], fields: Partial<ReadPage> = {}): ReadPage {
	return { events: ids.map((id) => followOf(id)), rawCount: ids.length, isShort: false, ...fields };
}

const emptyPage = (fields: Partial<ReadPage> = {}) => pageOf([], fields);
const unknownPage = (rawCount: number, fields: Partial<ReadPage> = {}) => pageOf([], { rawCount, ...fields });

function walkOf(...pages: readonly ReadPage[]) {
	const walk = new ListWalk(50);
	for (const page of pages) walk.take(page);
	return walk;
}

const idsOf = (walk: ListWalk) => walk.found.events.map(({ id }) => Number(id));

describe("a walk through the list", () => {
	it("goes on with the last entry of the page before", () => {
		const walk = walkOf(pageOf([9, 8, 7], { totalCount: 9 }));
		expect([walk.offset, walk.end, walk.lastCount, walk.isOver]).toEqual([2, 3, 9, false]);
		expect(walk.take(pageOf([7, 6, 5], { totalCount: 9 }))).toBe(true);
		expect([walk.offset, walk.end]).toEqual([4, 5]);
		expect(walk.found).toMatchObject({ reachMs: 5_001, totalCount: 9, hasHoles: false });
		expect(idsOf(walk)).toEqual([9, 8, 7, 6, 5]);
	});

	it("goes on by one entry at least", () => {
		expect(walkOf(pageOf([9])).offset).toBe(1);
		expect(walkOf(emptyPage()).offset).toBe(1);
	});

	it.each([
		["an empty page", [pageOf([9, 8]), pageOf([8, 7]), emptyPage()], true],
		["a page that has nothing but the last entry", [pageOf([9, 8]), pageOf([8])], false],
		[
			"a short page, where the list counts so many",
			[pageOf([9, 8], { totalCount: 2, isShort: true })],
			false,
		],
		[
			"the same page again, where the list counts so many",
			[pageOf([9, 8], { totalCount: 2 }), pageOf([9, 8], { totalCount: 2 })],
			false,
		],
	])("ends with %s", (_what, pages, hasHoles) => {
		const walk = walkOf(...pages);
		expect([walk.isOver, walk.found.reachMs, walk.found.hasHoles]).toEqual([true, -Infinity, hasHoles]);
	});

	it.each([
		["a page that is not short, though the list counts so many", pageOf([9, 8], { totalCount: 2 })],
		["a short page, where the list counts more", pageOf([9, 8], { totalCount: 3, isShort: true })],
		["a short page, where the list counts fewer", pageOf([9, 8], { totalCount: 1, isShort: true })],
		["a short page, where the list does not count", pageOf([9, 8], { isShort: true })],
	])("does not end with %s", (_what, page) => {
		expect(walkOf(page).isOver).toBe(false);
	});

	it("is given up when the same page has come four times", () => {
		const page = pageOf([9, 8], { totalCount: 9 });
		expect(walkOf(page, page, page).isOver).toBe(false);
		const walk = walkOf(page, page, page, page);
		expect([walk.isOver, walk.found.reachMs]).toEqual([true, 8_001]);
	});

	it("goes on when another page comes in between", () => {
		const page = pageOf([9, 8]);
		expect(walkOf(page, page, page, pageOf([8, 7]), pageOf([8, 7]), pageOf([8, 7])).isOver).toBe(false);
	});

	it("is given up after so many pages in a row with nothing that we know", () => {
		const walk = new ListWalk(3);
		walk.take(unknownPage(5));
		walk.take(unknownPage(5));
		walk.take(pageOf([9, 8]));
		walk.take(unknownPage(5));
		walk.take(unknownPage(5));
		expect(walk.isOver).toBe(false);
		walk.take(unknownPage(5));
		expect(walk.isOver).toBe(true);
	});

	it("goes back as far as an entry that we don't know", () => {
		expect(walkOf(pageOf([9], { rawCount: 2, oldestMs: 4_000 })).found.reachMs).toBe(4_001);
	});
});

describe("a hole between two pages", () => {
	it("is read anew from further up, and told", () => {
		const walk = walkOf(pageOf([9, 8, 7]));
		expect(walk.take(pageOf([5, 4]))).toBe(false);
		expect([walk.offset, walk.isShuffled, idsOf(walk)]).toEqual([0, true, [9, 8, 7]]);
		expect(walk.take(pageOf([9, 8, 7, 6, 5]))).toBe(true);
		expect(walk.found).toMatchObject({ hasHoles: true });
	});

	it("is taken as it comes when the list is in no order at all", () => {
		const walk = walkOf(pageOf(Array.from({ length: 200 }, (_, index) => 900 - index)));
		const taken = Array.from({ length: 51 }, (_, index) => walk.take(pageOf([index * 2 + 2, index * 2 + 1])));
		expect([taken.indexOf(true), walk.offset]).toEqual([50, 100]);
	});

	it("is none where unknown entries may be what both have", () => {
		expect(walkOf(pageOf([9], { rawCount: 2 })).take(pageOf([5, 4], { rawCount: 3 }))).toBe(true);
		expect(walkOf(pageOf([9, 8])).take(emptyPage())).toBe(true);
	});

	it("is there where what is on top was told by an older answer", () => {
		expect(walkOf(pageOf([7, 6, 5]), pageOf([8, 5, 4])).isShuffled).toBe(true);
		expect(walkOf(pageOf([7, 6, 5]), pageOf([7, 5, 4])).isShuffled).toBe(false);
		const guessed = { ...pageOf([7]), events: [followOf(7, { isTimeAssumed: true })] };
		expect(walkOf(guessed, pageOf([7, 9])).isShuffled).toBe(false);
	});
});

describe("the list's count on the way", () => {
	it.each([
		["falls", 9, 8, true],
		["stays", 9, 9, false],
		["rises by less than has been read", 9, 10, false],
		["rises by all that has been read", 9, 11, true],
		["is not told any more", 9, undefined, false],
		["is told only now", undefined, 9, false],
	])("when it %s", (_what, before, after, isMiscounted) => {
		const walk = walkOf(pageOf([9, 8, 7], { totalCount: before }), pageOf([7, 6], { totalCount: after }));
		expect([walk.isMiscounted, walk.found.hasHoles]).toEqual([isMiscounted, isMiscounted]);
		expect(walk.found.totalCount).toBe(after ?? before);
	});
});

describe("what is new on top", () => {
	it("is put there, and reading goes on that much further down", () => {
		const walk = walkOf(pageOf([9, 8, 7], { totalCount: 9 }));
		expect(walk.putOnTop(walkOf(pageOf([11, 10, 9], { totalCount: 11 })))).toBe(2);
		expect(walk.offset).toBe(4);
		expect(walk.found).toMatchObject({ totalCount: 11, hasHoles: false });
		expect(walk.putOnTop(walkOf(pageOf([11, 10], { totalCount: 11 })))).toBe(0);
		expect([walk.offset, walk.isMiscounted]).toEqual([4, false]);
	});

	it("moves nothing that was read since the list grew, nor where no count tells", () => {
		const walk = walkOf(pageOf([9, 8, 7], { totalCount: 9 }), pageOf([8, 7, 6], { totalCount: 10 }));
		walk.putOnTop(walkOf(pageOf([10, 9], { totalCount: 10 })));
		expect(walk.offset).toBe(4);
		const uncounted = walkOf(pageOf([9, 8, 7]));
		uncounted.putOnTop(walkOf(pageOf([10, 9])));
		expect([uncounted.offset, uncounted.isMiscounted]).toEqual([2, false]);
		uncounted.putOnTop(walkOf(pageOf([11, 10], { totalCount: 11 })));
		expect([uncounted.offset, uncounted.isMiscounted]).toEqual([2, false]);
	});

	it.each([
		[10, false],
		[9, true],
		[11, true],
		[undefined, false],
	])("explains that the list now counts %s, or does not", (totalCount, isMiscounted) => {
		const walk = walkOf(pageOf([9, 8, 7], { totalCount: 9 }));
		walk.putOnTop(walkOf(pageOf([10, 9], { totalCount })));
		expect(walk.isMiscounted).toBe(isMiscounted);
	});

	it("may have holes of its own", () => {
		const walk = walkOf(pageOf([9, 8, 7]));
		walk.putOnTop(walkOf(pageOf([20, 19, 18]), pageOf([12, 11])));
		expect(walk.isShuffled).toBe(true);
		const miscounted = walkOf(pageOf([9, 8, 7]));
		miscounted.putOnTop(
			walkOf(pageOf([20, 19, 18], { totalCount: 20 }), pageOf([18, 9], { totalCount: 19 })),
		);
		expect(miscounted.isMiscounted).toBe(true);
	});

	it("is what later pages are compared with", () => {
		const walk = walkOf(pageOf([9, 8, 7]));
		walk.putOnTop(walkOf(pageOf([11, 10, 9])));
		walk.take(pageOf([11, 7, 6]));
		expect(walk.isShuffled).toBe(false);
		walk.take(pageOf([12, 6, 5]));
		expect(walk.isShuffled).toBe(true);
	});
});

describe("what is remembered of the rest", () => {
	it("is taken over, in which nobody is named", () => {
		const walk = walkOf(pageOf([9, 8, 7], { totalCount: 9 }));
		walk.takeOver([6, 5, 4].map((id) => followOf(id)));
		expect(walk.found).toMatchObject({ namedFromMs: 7_001, reachMs: 4_001 });
		expect([walk.offset, idsOf(walk)]).toEqual([5, [9, 8, 7, 6, 5, 4]]);
	});
});
