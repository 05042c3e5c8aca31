import { beforeEach, describe, expect, it } from "vitest";

import { ListGaps } from "../../../src/sync/list-gaps";
import type { Snapshot } from "../../../src/ledger/snapshot";
import type { StreamEventType } from "../../../src/state/stream-event";
import { someSnapshot } from "../ledger/some-events";

const both: readonly StreamEventType[] = ["follow", "hosting"];
let holes: ListGaps;
const look = (changes: Partial<Snapshot> = {}) => someSnapshot([], { types: both, ...changes });

beforeEach(() => {
	holes = new ListGaps();
});

describe("where there may be holes in the list", () => {
	it("is nowhere at first, nor where all pages fit together", () => {
		holes.note([look({ hasGaps: false }), look()], true);
		expect([holes.fromMs(both), holes.fromMs([])]).toEqual([Infinity, Infinity]);
	});

	it("is as far back as the furthest of the looks went that had any", () => {
		holes.note([look({ hasGaps: true, reachMs: 50 })], false);
		holes.note([look({ hasGaps: true, reachMs: 20 })], false);
		holes.note([look({ hasGaps: true, reachMs: 70 })], false);
		expect(holes.fromMs(both)).toBe(20);
	});

	it("is told by a look at the same kind that goes as far, and by no shorter one", () => {
		holes.note([look({ hasGaps: true, reachMs: 20 })], false);
		holes.note([look({ reachMs: 21 })], false);
		expect(holes.fromMs(both)).toBe(20);
		holes.note([look({ reachMs: 20, types: ["follow"] })], false);
		expect([holes.fromMs(["follow"]), holes.fromMs(both)]).toEqual([Infinity, 20]);
		holes.note([look({ reachMs: 20 })], false);
		expect(holes.fromMs(both)).toBe(Infinity);
	});

	it("is of one kind alone where that was looked at alone", () => {
		holes.note([look(), look({ hasGaps: true, types: ["hosting"] })], false);
		expect([holes.fromMs(["follow"]), holes.fromMs(["hosting"])]).toEqual([Infinity, -Infinity]);
	});

	it("stays known while other kinds are looked at", () => {
		holes.note([look({ hasGaps: true })], false);
		for (let times = 0; times < 5; times++) holes.note([look({ types: ["donation"] })], true);
		expect(holes.fromMs(both)).toBe(-Infinity);
	});

	it("is asked by three great looks in a row at most, and by three more once there were none", () => {
		const note = (hasGaps: boolean, isThorough: boolean) => {
			holes.note([look({ hasGaps })], isThorough);
			return holes.fromMs(both);
		};
		for (let times = 0; times < 5; times++) expect(note(true, false)).toBe(-Infinity);
		expect([note(true, true), note(true, true), note(true, true)]).toEqual([-Infinity, -Infinity, Infinity]);
		expect(note(true, true)).toBe(Infinity);
		note(false, false);
		expect([note(true, true), note(true, true), note(true, true)]).toEqual([-Infinity, -Infinity, Infinity]);
	});
});
