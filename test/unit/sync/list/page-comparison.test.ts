import { describe, expect, it } from "vitest";

import { isSamePage, mayShareEntry, newestMsOf } from "../../../../src/sync/list/page-comparison";
import type { EventPage } from "../../../../src/service/ports";
import { followOf } from "../../../world/fakes/fake-client";

const pageOf = (ids: readonly number[], fields: Partial<EventPage> = {}): EventPage => ({
	events: ids.map((id) => followOf(id)),
	entryCount: ids.length,
	...fields,
});

describe("two pages", () => {
	it.each([
		["an entry in common", pageOf([3, 2]), pageOf([4, 3]), true],
		["none, and all entries are known", pageOf([2, 1]), pageOf([4, 3]), false],
		["unknown entries without keys in the first", pageOf([2], { entryCount: 2 }), pageOf([4, 3]), true],
		["unknown entries without keys in the second", pageOf([2, 1]), pageOf([4], { entryCount: 2 }), true],
		["no previous page", pageOf([2, 1]), undefined, true],
		[
			"unknown entries without a common key",
			pageOf([2], { entryCount: 2, entryKeys: ["2", "x"] }),
			pageOf([4], { entryCount: 2, entryKeys: ["4", "y"] }),
			false,
		],
		[
			"unknown entries with a common key",
			pageOf([2], { entryCount: 2, entryKeys: ["x", "2"] }),
			pageOf([4], { entryCount: 2, entryKeys: ["4", "x"] }),
			true,
		],
		[
			"a missing key in the first",
			pageOf([2], { entryCount: 2, entryKeys: ["2"] }),
			pageOf([4], { entryCount: 2, entryKeys: ["4", "y"] }),
			true,
		],
		[
			"a missing key in the second",
			pageOf([2], { entryCount: 2, entryKeys: ["2", "x"] }),
			pageOf([4], { entryCount: 2, entryKeys: ["4"] }),
			true,
		],
	])("may share an entry or not: %s", (_what, page, before, mayShare) => {
		expect(mayShareEntry(page, before)).toBe(mayShare);
	});

	it.each([
		["the same fingerprint", pageOf([1], { fingerprint: "a" }), pageOf([2], { fingerprint: "a" }), true],
		["another outline", pageOf([1], { fingerprint: "a" }), pageOf([1], { fingerprint: "b" }), false],
		["empty pages", pageOf([], { fingerprint: "a" }), pageOf([], { fingerprint: "a" }), false],
		["the same entries", pageOf([2, 1], { totalCount: 5 }), pageOf([2, 1], { totalCount: 5 }), true],
		["another order", pageOf([2, 1]), pageOf([1, 2]), false],
		["one more", pageOf([3, 2, 1]), pageOf([3, 2]), false],
		["another count", pageOf([1], { totalCount: 5 }), pageOf([1], { totalCount: 6 }), false],
		[
			"only unknown entries without keys",
			pageOf([], { entryCount: 2 }),
			pageOf([], { entryCount: 2 }),
			false,
		],
	])("are equal or not: %s", (_what, page, other, isSame) => {
		expect(isSamePage(page, other)).toBe(isSame);
	});
});

describe("the newest entry of a page", () => {
	it("is the one with the latest time from the service", () => {
		const guessed = followOf(9, { isTimeAssumed: true });
		expect(newestMsOf({ events: [guessed, followOf(3), followOf(4)], entryCount: 3 })).toBe(4_000);
		expect(newestMsOf({ events: [guessed], entryCount: 1 })).toBeUndefined();
	});
});
