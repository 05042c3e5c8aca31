import { describe, expect, it } from "vitest";

import { EventLog } from "../../../../src/ledger/log/event-log";
import type { StreamEvent } from "../../../../src/state/events/stream-event";
import { entryOf, noonMs, someEntry, someEvent } from "../some-events";

const idsIn = (log: EventLog) => log.timeline("follow").entries.map(({ event }) => event.id);

describe("the event log", () => {
	it("finds an event by its id and, if a source has no id, by its ref", () => {
		const log = new EventLog();
		const entry = someEntry(1);
		log.addAll([entry]);
		expect(log.find({ ...someEvent(1), ref: "another" })).toEqual([entry]);
		expect(log.find({ ...someEvent(1), id: undefined })).toEqual([entry]);
		expect(log.find({ ...someEvent(2), ref: "r1" })).toEqual([]);
		expect(log.find({ ...someEvent(2), id: undefined, ref: undefined })).toEqual([]);
	});

	it.each([{ id: undefined }, { ref: undefined }])("finds an event by its other key: %o", (missingField) => {
		const log = new EventLog();
		const entry = someEntry(1);
		log.addAll([entry]);
		expect(log.find({ ...someEvent(1), ...missingField })).toEqual([entry]);
		log.remove(entry);
		expect(log.find({ ...someEvent(1), ...missingField })).toEqual([]);
	});

	it("corrects swapped keys of two events, but not for a source with one key", () => {
		const log = new EventLog();
		const [a, b] = [entryOf(someEvent(1, { ref: "r2" })), entryOf(someEvent(2, { ref: "r1" }))];
		const refless = entryOf(someEvent(3, { ref: undefined }));
		log.addAll([entryOf(someEvent(9, { id: undefined })), a, b, refless]);
		log.pairKeys({ ...someEvent(1), ref: undefined });
		log.pairKeys({ ...someEvent(2), id: undefined });
		expect([a.event.ref, b.event.ref]).toEqual(["r2", "r1"]);
		log.pairKeys(someEvent(1));
		expect([a.event.ref, b.event.ref, refless.event.ref]).toEqual(["r1", "r2", undefined]);
		for (const [entry, ref] of [
			[a, "r1"],
			[b, "r2"],
		] as const)
			// prettier-ignore
			expect(log.find(someEvent(7, { id: undefined, ref }))).toEqual([entry]);
	});

	it("corrects the id of an event that is listed without ids, and was taken for an equal one", () => {
		const log = new EventLog();
		const guessed = entryOf(someEvent(1, { ref: "r2" }));
		const listed = entryOf(someEvent(1, { id: undefined }));
		log.addAll([guessed, listed]);
		log.pairKeys(someEvent(1));
		expect([guessed.event, listed.event].map(({ id, ref }) => [id, ref])).toEqual([[undefined, "r2"], ["1", "r1"]]); // prettier-ignore
		expect(log.find(someEvent(1))).toEqual([listed]);
	});

	it("finds both entries of an event that is stored by id and by ref", () => {
		const log = new EventLog();
		const byId = entryOf({ ...someEvent(1), ref: undefined });
		const byRef = entryOf({ ...someEvent(1), id: undefined });
		log.addAll([byId, byRef]);
		expect(log.find(someEvent(1))).toEqual([byId, byRef]);
	});

	it("finds an event without a key by its content, in either order", () => {
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

	it("does not match an event of another user, or of an assumed time, with an event without a key", () => {
		const log = new EventLog();
		const nameless = { id: undefined, ref: "content:[]" };
		log.addAll([entryOf(someEvent(1, { ...nameless, person: "Ada" })), someEntry(2, { person: "Bob" })]);
		expect(log.find(someEvent(3, { person: "Max" }))).toEqual([]);
		expect(log.find(someEvent(3, { ...nameless, person: "Bob" }))).toHaveLength(1);
		expect(
			log.find(someEvent(3, { ref: "content:[3]", id: undefined, person: "Bob", isTimeAssumed: true })),
		).toEqual([]);
	});

	it("does not match events by content if one has both keys, the keys differ or it is deleted", () => {
		const byId = someEvent(1, { person: "Ada", ref: undefined });
		for (const known of [{ id: "2" }, { id: "2", ref: undefined }, { id: undefined, isDeleted: true }]) {
			const log = new EventLog();
			log.addAll([entryOf(someEvent(8, { id: undefined, agoMs: 999_000 }))]);
			log.addAll([entryOf(someEvent(3, { person: "Ada", ...known }))]);
			expect(log.find(byId)).toEqual([]);
		}
	});

	it("adds the id to an event that was stored without one", () => {
		const log = new EventLog();
		const entry = entryOf({ ...someEvent(1), id: undefined });
		log.addAll([entry]);
		log.change(entry, someEvent(1));
		expect(log.find({ ...someEvent(1), ref: undefined })[0]?.event.id).toBe("1");
		expect(idsIn(log)).toEqual(["1"]);
	});

	it("sorts events by time, in any order of arrival and after changes of the time", () => {
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

	it("sorts events of the same time by id, also if the id is added later", () => {
		const log = new EventLog();
		const late = entryOf(someEvent(9, { id: undefined }));
		log.addAll([late, someEntry(5), someEntry(3)]);
		log.change(late, someEvent(9));
		expect(idsIn(log)).toEqual(["3", "5", "9"]);
	});

	it("returns when the newest event of any type was created", () => {
		const log = new EventLog();
		expect(log.newestMs()).toBeUndefined();
		log.addAll([someEntry(1, { agoMs: 5 }), someEntry(2, { agoMs: 9, type: "donation" })]);
		expect(log.newestMs()).toBe(noonMs - 5);
	});

	it("does not take an event dated ahead for the newest", () => {
		const log = new EventLog();
		log.addAll([someEntry(1, { agoMs: 5 }), someEntry(2, { agoMs: -3_600_000 })]);
		expect(log.newestMs()).toBe(noonMs - 5);
	});

	it("reports the previous and the new state of a changed event, and nothing without a change", () => {
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

	it("keeps the messages of the newest events only, in any order of arrival", () => {
		const log = new EventLog();
		const wordy = (id: number) => someEntry(id, { agoMs: 100_000 - id * 10, message: "hello" });
		const kept = () => log.timeline("follow").entries.filter(({ event }) => event.message !== undefined);
		for (let id = 1; id <= 400; id++) log.addAll([wordy(1_000 + id)]);
		expect(kept()).toHaveLength(300);
		log.addAll(Array.from({ length: 400 }, (_, index) => wordy(index)));
		expect(kept()).toHaveLength(300);
		expect(kept()[0]?.event.id).toBe("1101");
		const entryAt = (index: number) => log.timeline("follow").entries.at(index) ?? someEntry(0);
		expect([-301, -300, -299].map((index) => log.keepsMessage(entryAt(index)))).toEqual([false, true, true]);
	});

	it("drops events created before a time, and reports each", () => {
		const dropped: string[] = [];
		const log = new EventLog((_entry, before, after) => {
			if (!after) dropped.push(before?.id ?? "");
		});
		for (let id = 1; id <= 5; id++) log.addAll([someEntry(id, { agoMs: id * 1_000 })]);
		expect(log.newestFromMs(["follow"], 2)).toBe(noonMs - 2_000);
		expect(log.newestFromMs(["follow"], 6)).toBe(-Infinity);
		log.dropBefore("follow", noonMs - 3_000);
		expect(dropped).toEqual(["5", "4"]);
		expect(log.find(someEvent(5))).toEqual([]);
	});
});
