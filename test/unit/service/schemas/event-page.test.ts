import { describe, expect, it } from "vitest";

import { fillMissingTimes, oldestMsOf, pageInfoOf } from "../../../../src/service/schemas/event-page";
import { followOf } from "../../../world/fakes/fake-client";

const untimed = (id: number) => followOf(id, { createdAtMs: 0, isTimeAssumed: true });
const timesOf = (...events: Parameters<typeof fillMissingTimes>[0]) =>
	fillMissingTimes(events).map(({ createdAtMs }) => createdAtMs);

describe("an unreadable time", () => {
	it("is replaced by that of the next older event, or else of the next newer one", () => {
		expect(timesOf(followOf(9), untimed(8), untimed(7), followOf(6))).toEqual([9_000, 6_000, 6_000, 6_000]);
		expect(timesOf(followOf(9), followOf(8), untimed(7))).toEqual([9_000, 8_000, 8_000]);
		expect(timesOf(untimed(9), followOf(8))).toEqual([8_000, 8_000]);
		expect(timesOf(followOf(9), followOf(8), followOf(7), untimed(6))).toEqual([9_000, 8_000, 7_000, 7_000]);
	});

	it("stays 0 if no event has a time", () => {
		expect(timesOf(untimed(2), untimed(1))).toEqual([0, 0]);
		expect(timesOf()).toEqual([]);
	});

	it("does not affect events with times, or the order", () => {
		const events = [followOf(2), followOf(1)];
		expect(fillMissingTimes(events)).toBe(events);
		expect(fillMissingTimes([untimed(3), followOf(2)]).map(({ id }) => id)).toEqual(["3", "2"]);
	});
});

describe("the identity of a page", () => {
	it("distinguishes pages by keys and times of their entries", () => {
		const entry = { id: 1, ref: "a", created_at: "2026-03-04T12:00:00Z" };
		const outline = (change: object) => pageInfoOf([{ ...entry, ...change }]).fingerprint;
		const outlines = [{}, { id: 2 }, { ref: "b" }, { created_at: "2026-03-04T12:00:01Z" }].map(outline);
		expect(new Set(outlines).size).toBe(4);
		expect(outline({ type: "cheer" })).toBe(outlines[0]);
	});

	it("contains the keys of entries that have one", () => {
		const { entryKeys } = pageInfoOf([
			{ id: 1 },
			{ ref: "a" },
			{ id: 1, ref: "a" },
			{},
			null,
			{ id: null, ref: "b" },
		]);
		expect(entryKeys).toEqual(["[1,null]", '[null,"a"]', '[1,"a"]', '[null,"b"]']);
	});

	it("reaches back to the oldest readable time", () => {
		const at = (created_at: unknown) => ({ created_at });
		expect(oldestMsOf([at(1_700_000_100), at("noise"), at(1_700_000_000)])).toBe(1_700_000_000_000);
		expect(oldestMsOf([at("noise"), {}])).toBeUndefined();
		expect(pageInfoOf([])).toEqual({ fingerprint: " []", entryKeys: [] });
	});
});
