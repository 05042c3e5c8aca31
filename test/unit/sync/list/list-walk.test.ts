import { describe, expect, it } from "vitest";

import type { FetchedPage } from "../../../../src/sync/list/page-fetcher";
import { ListWalk } from "../../../../src/sync/list/list-walk";
import { followOf } from "../../../world/fakes/fake-client";

/** Returns a page of follows, newest first. */
function pageOf(ids: readonly number[], fields: Partial<FetchedPage> = {}): FetchedPage {
	return { events: ids.map((id) => followOf(id)), entryCount: ids.length, isShort: false, ...fields };
}

const emptyPage = (fields: Partial<FetchedPage> = {}) => pageOf([], fields);
const unknownPage = (entryCount: number, fields: Partial<FetchedPage> = {}) =>
	pageOf([], { entryCount, ...fields });

function walkOf(...pages: readonly FetchedPage[]) {
	const walk = new ListWalk(50);
	for (const page of pages) walk.addPage(page);
	return walk;
}

const idsOf = (walk: ListWalk) => walk.result.events.map(({ id }) => Number(id));

describe("a walk through the list", () => {
	it("continues with the last entry of the previous page", () => {
		const walk = walkOf(pageOf([9, 8, 7], { totalCount: 9 }));
		expect([walk.offset, walk.end, walk.lastCount, walk.isFinished]).toEqual([2, 3, 9, false]);
		expect(walk.addPage(pageOf([7, 6, 5], { totalCount: 9 }))).toBe(true);
		expect([walk.offset, walk.end]).toEqual([4, 5]);
		expect(walk.result).toMatchObject({ reachMs: 5_001, totalCount: 9, hasGaps: false });
		expect(idsOf(walk)).toEqual([9, 8, 7, 6, 5]);
	});

	it("advances by at least one entry", () => {
		expect(walkOf(pageOf([9])).offset).toBe(1);
		expect(walkOf(emptyPage()).offset).toBe(1);
	});

	it.each([
		["an empty page", [pageOf([9, 8]), pageOf([8, 7]), emptyPage()], true],
		["a page with only the last entry", [pageOf([9, 8]), pageOf([8])], false],
		["a short page that matches the count", [pageOf([9, 8], { totalCount: 2, isShort: true })], false],
	])("ends with %s", (_what, pages, hasHoles) => {
		const walk = walkOf(...pages);
		expect([walk.isFinished, walk.result.reachMs, walk.result.hasGaps]).toEqual([true, -Infinity, hasHoles]);
	});

	it("does not end with the same page again, because the list may have grown by the offset", () => {
		const page = pageOf([9, 8], { totalCount: 2 });
		const walk = walkOf(page, page);
		expect([walk.isFinished, walk.result.reachMs]).toEqual([false, 8_001]);
	});

	it.each([
		["a page that matches the count but is not short", pageOf([9, 8], { totalCount: 2 })],
		["a short page below the count", pageOf([9, 8], { totalCount: 3, isShort: true })],
		["a short page above the count", pageOf([9, 8], { totalCount: 1, isShort: true })],
		["a short page without a count", pageOf([9, 8], { isShort: true })],
	])("does not end with %s", (_what, page) => {
		expect(walkOf(page).isFinished).toBe(false);
	});

	it("is abandoned when the same page was returned four times", () => {
		const page = pageOf([9, 8], { totalCount: 9 });
		expect(walkOf(page, page, page).isFinished).toBe(false);
		const walk = walkOf(page, page, page, page);
		expect([walk.isFinished, walk.result.reachMs]).toEqual([true, 8_001]);
	});

	it("continues if another page is returned in between", () => {
		const page = pageOf([9, 8]);
		expect(walkOf(page, page, page, pageOf([8, 7]), pageOf([8, 7]), pageOf([8, 7])).isFinished).toBe(false);
	});

	it("continues past unknown entries on pages of one, if the count shows that more follow", () => {
		const walk = new ListWalk(3);
		walk.addPage(pageOf([9], { totalCount: 40 }));
		for (let times = 0; times < 20; times++) walk.addPage(unknownPage(1, { totalCount: 40 }));
		expect(walk.isFinished).toBe(false);
	});

	it("is abandoned after a number of pages in a row without known entries", () => {
		const walk = new ListWalk(3);
		walk.addPage(unknownPage(5));
		walk.addPage(unknownPage(5));
		walk.addPage(pageOf([9, 8]));
		walk.addPage(unknownPage(5));
		walk.addPage(unknownPage(5));
		expect(walk.isFinished).toBe(false);
		walk.addPage(unknownPage(5));
		expect(walk.isFinished).toBe(true);
	});

	it("reaches back to unknown entries", () => {
		expect(walkOf(pageOf([9], { entryCount: 2, oldestMs: 4_000 })).result.reachMs).toBe(4_001);
	});
});

describe("a gap between two pages", () => {
	it("is read again from further up, and reported", () => {
		const walk = walkOf(pageOf([9, 8, 7]));
		expect(walk.addPage(pageOf([5, 4]))).toBe(false);
		expect([walk.offset, walk.isShuffled, idsOf(walk)]).toEqual([0, true, [9, 8, 7]]);
		expect(walk.addPage(pageOf([9, 8, 7, 6, 5]))).toBe(true);
		expect(walk.result).toMatchObject({ hasGaps: true });
	});

	it("is accepted if the list is not sorted", () => {
		const walk = walkOf(pageOf(Array.from({ length: 200 }, (_, index) => 900 - index)));
		const taken = Array.from({ length: 51 }, (_, index) =>
			walk.addPage(pageOf([index * 2 + 2, index * 2 + 1])),
		);
		expect([taken.indexOf(true), walk.offset]).toEqual([50, 100]);
	});

	it("is not assumed if unknown entries may be shared by both", () => {
		expect(walkOf(pageOf([9], { entryCount: 2 })).addPage(pageOf([5, 4], { entryCount: 3 }))).toBe(true);
		expect(walkOf(pageOf([9, 8])).addPage(emptyPage())).toBe(true);
	});

	it("is assumed if the top comes from an older response", () => {
		expect(walkOf(pageOf([7, 6, 5]), pageOf([8, 5, 4])).isShuffled).toBe(true);
		expect(walkOf(pageOf([7, 6, 5]), pageOf([7, 5, 4])).isShuffled).toBe(false);
		const guessed = { ...pageOf([7]), events: [followOf(7, { isTimeAssumed: true })] };
		expect(walkOf(guessed, pageOf([7, 9])).isShuffled).toBe(false);
	});
});

describe("the list count during a walk", () => {
	it.each([
		["falls", 9, 8, true],
		["stays", 9, 9, false],
		["rises by less than was read", 9, 10, false],
		["rises by everything that was read", 9, 11, true],
		["is missing from now on", 9, undefined, false],
		["is sent for the first time", undefined, 9, false],
	])("when it %s", (_what, before, after, isMiscounted) => {
		const walk = walkOf(pageOf([9, 8, 7], { totalCount: before }), pageOf([7, 6], { totalCount: after }));
		expect([walk.hasCountMismatch, walk.result.hasGaps]).toEqual([isMiscounted, isMiscounted]);
		expect(walk.result.totalCount).toBe(after ?? before);
	});
});

describe("new entries at the top", () => {
	it("are added, and the walk continues further down by their number", () => {
		const walk = walkOf(pageOf([9, 8, 7], { totalCount: 9 }));
		expect(walk.mergeHead(walkOf(pageOf([11, 10, 9], { totalCount: 11 })))).toBe(2);
		expect(walk.offset).toBe(4);
		expect(walk.result).toMatchObject({ totalCount: 11, hasGaps: false });
		expect(walk.mergeHead(walkOf(pageOf([11, 10], { totalCount: 11 })))).toBe(0);
		expect([walk.offset, walk.hasCountMismatch]).toEqual([4, false]);
	});

	it("do not shift pages read after the list grew, or without a count", () => {
		const walk = walkOf(pageOf([9, 8, 7], { totalCount: 9 }), pageOf([8, 7, 6], { totalCount: 10 }));
		walk.mergeHead(walkOf(pageOf([10, 9], { totalCount: 10 })));
		expect(walk.offset).toBe(4);
		const uncounted = walkOf(pageOf([9, 8, 7]));
		uncounted.mergeHead(walkOf(pageOf([10, 9])));
		expect([uncounted.offset, uncounted.hasCountMismatch]).toEqual([2, false]);
		uncounted.mergeHead(walkOf(pageOf([11, 10], { totalCount: 11 })));
		expect([uncounted.offset, uncounted.hasCountMismatch]).toEqual([2, false]);
	});

	it.each([
		[10, false],
		[9, true],
		[11, true],
		[undefined, false],
	])("explain that the count is now %s, or not", (totalCount, isMiscounted) => {
		const walk = walkOf(pageOf([9, 8, 7], { totalCount: 9 }));
		walk.mergeHead(walkOf(pageOf([10, 9], { totalCount })));
		expect(walk.hasCountMismatch).toBe(isMiscounted);
	});

	it("are compared with later pages", () => {
		const walk = walkOf(pageOf([9, 8, 7]));
		walk.mergeHead(walkOf(pageOf([11, 10, 9])));
		walk.addPage(pageOf([11, 7, 6]));
		expect(walk.isShuffled).toBe(false);
		walk.addPage(pageOf([12, 6, 5]));
		expect(walk.isShuffled).toBe(true);
	});
});

describe("the cached rest", () => {
	it("is appended, without user names", () => {
		const walk = walkOf(pageOf([9, 8, 7], { totalCount: 9 }));
		walk.appendTail([6, 5, 4].map((id) => followOf(id)));
		expect(walk.result).toMatchObject({ namedFromMs: 7_001, reachMs: 4_001 });
		expect([walk.offset, idsOf(walk)]).toEqual([5, [9, 8, 7, 6, 5, 4]]);
	});
});
