import { describe, expect, it } from "vitest";

import { EventLog, type LogEntry } from "../../../src/state/event-log";
import type { StreamEvent } from "../../../src/state/stream-event";
import { noonMs, someEvent } from "./some-events";

const entryOf = (event: StreamEvent): LogEntry => ({ event, arrivedAtMs: noonMs, isListed: true });

describe("the event log", () => {
	it("finds an event by its id and, where one telling lacks the id, by its ref", () => {
		const log = new EventLog();
		const entry = entryOf(someEvent(1));
		log.add(entry);
		expect(log.find({ ...someEvent(1), ref: "another" })).toBe(entry);
		expect(log.find({ ...someEvent(1), id: undefined })).toBe(entry);
		expect(log.find({ ...someEvent(2), ref: "r1" })).toBeUndefined();
		expect(log.find({ ...someEvent(2), id: undefined, ref: undefined })).toBeUndefined();
	});

	it("learns the id of an event that was first told without one", () => {
		const log = new EventLog();
		const nameless = entryOf({ ...someEvent(1), id: undefined });
		log.add(nameless);
		log.replace(nameless, entryOf(someEvent(1)));
		expect(log.find(someEvent(1))?.event.id).toBe("1");
		expect(log.entries("follow").size).toBe(1);
	});

	it("is complete from the furthest any reading has gone", () => {
		const log = new EventLog();
		expect(log.completeFromMs("follow")).toBeUndefined();
		log.extendCompleteness("follow", noonMs - 10);
		log.extendCompleteness("follow", noonMs - 5);
		expect(log.completeFromMs("follow")).toBe(noonMs - 10);
		expect(log.completeFromMs("hosting")).toBeUndefined();
	});

	it("changes its version with everything that changes", () => {
		const log = new EventLog();
		const versions = [log.version];
		const entry = entryOf(someEvent(1));
		for (const change of [
			() => log.add(entry),
			() => log.extendCompleteness("follow", noonMs),
			() => log.replace(entry, { ...entry, isListed: false }),
		]) {
			change();
			versions.push(log.version);
		}
		expect(new Set(versions).size).toBe(4);
		log.extendCompleteness("follow", noonMs + 1);
		expect(log.version).toBe(versions.at(-1));
	});

	it("forgets what is too old only once there is a lot, and says from when it is complete then", () => {
		const log = new EventLog();
		log.extendCompleteness("follow", -Infinity);
		for (let id = 1; id <= 2_000; id++) log.add(entryOf(someEvent(id, { agoMs: id * 1_000 })));
		log.forgetBefore("follow", noonMs - 10_000);
		expect(log.entries("follow").size).toBe(2_000);
		log.add(entryOf(someEvent(0)));
		log.forgetBefore("follow", noonMs - 10_000);
		expect(log.entries("follow").size).toBe(2_000);
		expect(log.completeFromMs("follow")).toBe(noonMs - 1_999_000);
	});

	it("keeps what is asked for, and else the newest, however long ago that was", () => {
		const log = new EventLog();
		log.extendCompleteness("follow", -Infinity);
		for (let id = 1; id <= 3_000; id++) log.add(entryOf(someEvent(id, { agoMs: id * 1_000 })));
		log.forgetBefore("follow", noonMs - 2_500_000);
		expect(log.entries("follow").size).toBe(2_500);
		log.forgetBefore("follow", noonMs);
		expect(log.entries("follow").size).toBe(2_000);
		expect(log.find(someEvent(1))).toBeDefined();
		expect(log.find(someEvent(2_001))).toBeUndefined();
	});
});
