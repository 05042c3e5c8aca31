import { describe, expect, it } from "vitest";

import { EventLog } from "../../../src/state/event-log";
import type { StreamEvent } from "../../../src/state/stream-event";
import { entryOf, noonMs, someEntry, someEvent } from "./some-events";

const idsIn = (log: EventLog) => log.timeline("follow").entries.map(({ event }) => event.id);

describe("the event log", () => {
	it("finds an event by its id and, where one telling lacks the id, by its ref", () => {
		const log = new EventLog();
		const entry = someEntry(1);
		log.addAll([entry]);
		expect(log.find({ ...someEvent(1), ref: "another" })).toEqual([entry]);
		expect(log.find({ ...someEvent(1), id: undefined })).toEqual([entry]);
		expect(log.find({ ...someEvent(2), ref: "r1" })).toEqual([]);
		expect(log.find({ ...someEvent(2), id: undefined, ref: undefined })).toEqual([]);
	});

	it("finds both entries of an event that is known by its id here and by its ref there", () => {
		const log = new EventLog();
		const byId = entryOf({ ...someEvent(1), ref: undefined });
		const byRef = entryOf({ ...someEvent(1), id: undefined });
		log.addAll([byId, byRef]);
		expect(log.find(someEvent(1))).toEqual([byId, byRef]);
	});

	it("finds an event without a name by what it says, in either order", () => {
		const nameless: StreamEvent = { ...someEvent(1, { person: "Ada" }), id: undefined, ref: "content:[]" };
		const named = someEvent(1, { person: "Ada" });
		for (const [first, second] of [
			[nameless, named],
			[named, nameless],
		] as const) {
			const log = new EventLog();
			const entry = entryOf(first);
			log.addAll([entry]);
			expect(log.find(second)).toEqual([entry]);
			expect(log.find({ ...second, id: undefined, ref: "content:[1]", person: "Max" })).toEqual([]);
		}
	});

	it("learns the id of an event that was first told without one", () => {
		const log = new EventLog();
		const entry = entryOf({ ...someEvent(1), id: undefined });
		log.addAll([entry]);
		log.change(entry, someEvent(1));
		expect(log.find({ ...someEvent(1), ref: undefined })[0]?.event.id).toBe("1");
		expect(idsIn(log)).toEqual(["1"]);
	});

	it("keeps events in order of time, whenever they come and though their time changes", () => {
		const log = new EventLog();
		const [a, b, c] = [someEntry(1, { agoMs: 30 }), someEntry(2, { agoMs: 20 }), someEntry(3, { agoMs: 10 })];
		log.addAll([b]);
		log.addAll([c, a]);
		expect(idsIn(log)).toEqual(["1", "2", "3"]);
		log.change(a, { ...a.event, createdAtMs: noonMs });
		expect(idsIn(log)).toEqual(["2", "3", "1"]);
		log.addAll(Array.from({ length: 20 }, (_, index) => someEntry(50 - index, { agoMs: index })));
		expect(log.timeline("follow").indexFrom(noonMs - 5)).toBe(16);
		expect(log.timeline("follow").countFrom(noonMs - 5)).toBe(7);
	});

	it("tells what an event said before and says now, and nothing when nothing changes", () => {
		const changes: unknown[] = [];
		const log = new EventLog((_, before, after) => changes.push([before?.person, after?.person]));
		const entry = someEntry(1, { person: "Ada" });
		log.addAll([entry]);
		log.change(entry, { ...entry.event });
		log.change(entry, { ...entry.event, person: "Max" });
		log.remove(entry);
		expect(changes).toEqual([
			[undefined, "Ada"],
			["Ada", "Max"],
			["Max", undefined],
		]);
	});

	it("is complete from the furthest any look has gone", () => {
		const log = new EventLog();
		expect(log.completeFromMs("follow")).toBeUndefined();
		log.extendCompleteness("follow", noonMs - 10);
		log.extendCompleteness("follow", noonMs - 5);
		expect(log.completeFromMs("follow")).toBe(noonMs - 10);
		expect(log.completeFromMs("hosting")).toBeUndefined();
	});

	it("keeps what people wrote of the newest events only, however they come", () => {
		const log = new EventLog();
		const wordy = (id: number) => someEntry(id, { agoMs: 100_000 - id * 10, message: "hello" });
		for (let id = 1; id <= 400; id++) log.addAll([wordy(1_000 + id)]);
		log.addAll(Array.from({ length: 400 }, (_, index) => wordy(index)));
		const kept = log.timeline("follow").entries.filter(({ event }) => event.message !== undefined);
		expect(kept).toHaveLength(300);
		expect(kept[0]?.event.id).toBe("1101");
	});

	it("forgets what is too old only once there is a lot, and says from when it is complete then", () => {
		const log = new EventLog();
		log.extendCompleteness("follow", -Infinity);
		for (let id = 1; id <= 2_000; id++) log.addAll([someEntry(id, { agoMs: id * 1_000 })]);
		log.forgetBefore("follow", noonMs - 10_000);
		expect(idsIn(log)).toHaveLength(2_000);
		log.addAll([someEntry(0)]);
		log.forgetBefore("follow", noonMs - 10_000);
		expect(idsIn(log)).toHaveLength(2_000);
		expect(log.completeFromMs("follow")).toBe(noonMs - 1_999_000);
	});

	it("keeps what is asked for, and else the newest, however long ago that was", () => {
		const log = new EventLog();
		log.extendCompleteness("follow", -Infinity);
		for (let id = 1; id <= 3_000; id++) log.addAll([someEntry(id, { agoMs: id * 1_000 })]);
		log.forgetBefore("follow", noonMs - 2_500_000);
		expect(idsIn(log)).toHaveLength(2_500);
		log.forgetBefore("follow", noonMs);
		expect(idsIn(log)).toHaveLength(2_000);
		expect(log.find(someEvent(1))).toHaveLength(1);
		expect(log.find(someEvent(2_001))).toEqual([]);
	});
});
