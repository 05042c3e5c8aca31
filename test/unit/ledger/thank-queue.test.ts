import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { noListCache } from "../../../src/ledger/cached-list";
import { Ledger } from "../../../src/ledger/ledger";
import { defaultLedgerLimits } from "../../../src/ledger/ledger-limits";
import { streamEventTypes, type StreamEvent } from "../../../src/state/events/stream-event";
import type { ThankMarks } from "../../../src/ledger/thank-marks";
import { noonMs, someSnapshot } from "./some-events";

const sessionMs = noonMs - 3_600_000;
const follow = (id: number, agoMs: number, more: Partial<StreamEvent> = {}): StreamEvent => ({
	id: `${id}`,
	type: "follow",
	createdAtMs: noonMs - agoMs,
	isDeleted: false,
	person: `p${id}`,
	...more,
});

/** Returns a ledger with these events listed, in a session that began an hour ago. */
function ledgerOf(listed: readonly StreamEvent[], marks: ThankMarks = {}, fromMs = sessionMs): Ledger {
	const ledger = new Ledger();
	ledger.thanks.resume(marks, fromMs);
	ledger.applySnapshot(someSnapshot(listed));
	return ledger;
}

const count = (ledger: Ledger) => ledger.thanks.waitingCount(streamEventTypes, noonMs);
const thankAll = (ledger: Ledger) =>
	Array.from({ length: count(ledger) }, () => ledger.thanks.thankNext(streamEventTypes, noonMs)?.event.id);

describe("the required coverage of the thank-you queue", () => {
	const dayMs = 86_400_000;

	it("begins at the session's start, at most a day ago, and not before the last person thanked", () => {
		const { thanks } = ledgerOf([]);
		expect(thanks.fromMs(["follow"], noonMs)).toBe(sessionMs);
		expect(ledgerOf([], {}, noonMs - 2 * dayMs).thanks.fromMs(["follow"], noonMs)).toBe(noonMs - dayMs);
		const atMs = noonMs - 60_000;
		const marked = ledgerOf([], { follow: { at: atMs / 1_000, id: "7" } }).thanks;
		expect(marked.fromMs(["follow"], noonMs)).toBe(atMs);
		expect(marked.fromMs(["follow", "donation"], noonMs)).toBe(sessionMs);
	});

	it("begins at the session's start while a person from an earlier run is not yet found", () => {
		const mark = { at: noonMs / 1_000 - 60, id: "7", owed: ["3"] };
		expect(ledgerOf([], { follow: mark }).thanks.fromMs(["follow"], noonMs)).toBe(sessionMs);
	});

	it("begins at the last person thanked again once those from an earlier run are found", () => {
		const mark = { at: noonMs / 1_000 - 60, id: "7", owed: ["3", "4"] };
		const ledger = new Ledger();
		ledger.thanks.resume({ follow: mark }, sessionMs);
		ledger.applySnapshot(someSnapshot([follow(3, 90_000)], { reachMs: noonMs - 90_000 }));
		expect(ledger.thanks.fromMs(["follow"], noonMs)).toBe(sessionMs);
		ledger.applySnapshot(someSnapshot([follow(3, 90_000), follow(4, 95_000)]));
		expect(ledger.thanks.fromMs(["follow"], noonMs)).toBe(noonMs - 60_000);
		expect(thankAll(ledger)).toEqual(["4", "3"]);
	});

	it("is empty without a session", () => {
		expect(new Ledger().thanks.fromMs(["follow"], noonMs)).toBe(Infinity);
	});
});

describe("the thank-you queue", () => {
	it("thanks people one by one, oldest first, across all types", () => {
		const ledger = ledgerOf([]);
		ledger.applyEvent(follow(2, 2_000), noonMs);
		ledger.applyEvent(follow(3, 1_000, { type: "hosting" }), noonMs);
		ledger.applyEvent(follow(1, 3_000), noonMs);
		expect(ledger.thanks.waitingCount(["follow"], noonMs)).toBe(2);
		expect(thankAll(ledger)).toEqual(["1", "2", "3"]);
		expect(ledger.thanks.thankNext(streamEventTypes, noonMs)).toBeUndefined();
	});

	it("contains events since the session's start, at most a day old, without own tests", () => {
		const ledger = ledgerOf([follow(3, 1_000), follow(2, 3_599_000), follow(1, 3_601_000)]);
		expect(thankAll(ledger)).toEqual(["2", "3"]);
		const long = ledgerOf([follow(2, 86_399_000), follow(1, 86_401_000)], {}, noonMs - 9 * 86_400_000);
		expect(thankAll(long)).toEqual(["2"]);
		const tests = new Ledger();
		tests.ownEvents.restore({ keys: ["2"], posts: [] });
		tests.thanks.resume({}, sessionMs);
		tests.applySnapshot(someSnapshot([follow(2, 2_000), follow(1, 3_000)]));
		expect(thankAll(tests)).toEqual(["1"]);
	});

	it("includes events of the second in which the session began", () => {
		expect(thankAll(ledgerOf([follow(2, 3_600_000), follow(1, 3_600_001)]))).toEqual(["2"]);
	});

	it("sorts events of the same time by id, across all types", () => {
		const ledger = ledgerOf([]);
		for (const id of [2, 3, 1])
			ledger.applyEvent(follow(id, 0, { type: id === 1 ? "donation" : "follow" }), noonMs);
		expect(thankAll(ledger)).toEqual(["1", "2", "3"]);
	});

	it("is empty without a session", () => {
		const ledger = new Ledger();
		ledger.thanks.resume({}, undefined);
		ledger.applySnapshot(someSnapshot([follow(1, 1_000)]));
		expect(count(ledger)).toBe(0);
		ledger.applyEvent(follow(2, 0), noonMs);
		expect(count(ledger)).toBe(1);
	});

	it("drops deleted events, and adds them again when they are restored", () => {
		const ledger = ledgerOf([]);
		ledger.applyEvent(follow(1, 900_000), noonMs - 900_000);
		ledger.applySnapshot(someSnapshot([follow(1, 900_000)], { startedAtMs: noonMs - 800_000, atMs: 0 }));
		for (const atMs of [10_000, 16_000])
			ledger.applySnapshot(someSnapshot([], { startedAtMs: noonMs, atMs }));
		expect(count(ledger)).toBe(0);
		ledger.applySnapshot(someSnapshot([follow(1, 900_000)], { startedAtMs: noonMs + 60_000, atMs: 60_000 }));
		expect(count(ledger)).toBe(1);
	});

	it("drops events that turn out to be own tests, and adds those that turn out not to be", () => {
		const ledger = ledgerOf([]);
		ledger.applyEvent(follow(1, 2_000), noonMs);
		ledger.resolveTest(Symbol("post"), { kind: "created", event: follow(1, 2_000) }, noonMs);
		expect(count(ledger)).toBe(0);
		const post = ledger.ownEvents.expect({ type: "follow", username: "p2" }, noonMs);
		ledger.applyEvent(follow(2, 1_000), noonMs);
		expect(count(ledger)).toBe(0);
		ledger.resolveTest(post, { kind: "refused" }, noonMs);
		expect(thankAll(ledger)).toEqual(["2"]);
	});

	it("does not add people again who were thanked, one by one or all together", () => {
		const ledger = ledgerOf([]);
		for (const id of [1, 2]) ledger.applyEvent(follow(id, 1_000), noonMs);
		ledger.thanks.thankNext(["follow"], noonMs);
		ledger.thanks.clear(["follow"], noonMs);
		expect(count(ledger)).toBe(0);
		ledger.applySnapshot(someSnapshot([1, 2].map((id) => follow(id, 9_000, { person: "Renamed" }))));
		expect(count(ledger)).toBe(0);
	});

	it("contains an event once if one source has its id and another its ref", () => {
		const ledger = ledgerOf([]);
		ledger.applyEvent(follow(1, 0), noonMs);
		ledger.applyEvent(follow(1, 0, { id: undefined, ref: "r1", person: "Ada" }), noonMs);
		expect(count(ledger)).toBe(2);
		ledger.applyEvent(follow(1, 0, { ref: "r1" }), noonMs);
		expect(thankAll(ledger)).toEqual(["1"]);
	});

	it("drops the events of a type that is cleared, including those from an earlier run", () => {
		const ledger = ledgerOf([], { follow: { at: noonMs / 1_000 - 60, id: "7", owed: ["3"] } });
		ledger.applyEvent(follow(8, 1_000), noonMs);
		ledger.applyEvent(follow(9, 0, { type: "donation" }), noonMs);
		ledger.thanks.clear(["follow", "hosting"], noonMs);
		expect(ledger.thanks.marks).toStrictEqual({
			follow: { at: noonMs / 1_000 - 1, id: "8" },
			since: sessionMs / 1_000,
		});
		expect(thankAll(ledger)).toEqual(["9"]);
	});

	it("is sorted by the current times", () => {
		const ledger = ledgerOf([]);
		ledger.applyEvent(follow(1, 0, { isTimeAssumed: true }), noonMs);
		ledger.applyEvent(follow(2, 5_000), noonMs);
		ledger.applySnapshot(someSnapshot([follow(2, 5_000), follow(1, 9_000)], { startedAtMs: noonMs + 1_000 }));
		expect(thankAll(ledger)).toEqual(["1", "2"]);
	});

	it("costs the same for any length", () => {
		const ledger = new Ledger(undefined, { ...defaultLedgerLimits, maxWaiting: 2_000 });
		for (let id = 1; id <= 3_000; id++) ledger.applyEvent(follow(id, 3_000 - id), noonMs);
		expect(count(ledger)).toBe(2_000);
		for (let paints = 0; paints < 10_000; paints++) count(ledger);
		expect(ledger.thanks.thankNext(["follow"], noonMs)?.event.id).toBe("1001");
	});

	it("is the same after a restart, after any thanks and late events", () => {
		const came = fc.record({
			agoSeconds: fc.nat(20),
			type: fc.constantFrom("follow", "donation"),
			late: fc.boolean(),
		});
		fc.assert(
			fc.property(
				fc.array(came, { maxLength: 20 }),
				fc.nat(20),
				fc.constantFrom("thank", "clear"),
				(drawn, thanks, last) => {
					const events = drawn
						.map(({ agoSeconds, type, late }) => ({ late, event: follow(0, agoSeconds * 1_000, { type }) }))
						.sort((a, b) => a.event.createdAtMs - b.event.createdAtMs)
						.map(({ late, event }, index) => ({ late, event: { ...event, id: String(index + 1) } }));
					const ledger = ledgerOf([]);
					for (const { event, late } of events) if (!late) ledger.applyEvent(event, noonMs);
					for (let index = 0; index < thanks; index++) ledger.thanks.thankNext(streamEventTypes, noonMs);
					if (last === "clear") ledger.thanks.clear(["donation"], noonMs);
					const late = events.filter((one) => one.late).slice(0, 5);
					for (const { event } of late) ledger.applyEvent(event, noonMs);
					ledger.thanks.thankNext(streamEventTypes, noonMs);
					const waiting = thankAllOf(ledger);
					const known = events.filter((one) => !one.late || late.includes(one)).map(({ event }) => event);
					expect(thankAllOf(ledgerOf(known.toReversed(), waiting.marks))).toMatchObject({ ids: waiting.ids });
				},
			),
			{ numRuns: 200 },
		);
	});

	it("keeps people of the same second as the last one thanked after a restart", () => {
		const ledger = ledgerOf([]);
		ledger.applyEvent(follow(1, 0), noonMs);
		ledger.thanks.thankNext(["follow"], noonMs);
		const { marks } = ledger.thanks;
		expect(marks).toStrictEqual({ follow: { at: noonMs / 1_000, id: "1" }, since: sessionMs / 1_000 });
		expect(thankAll(ledgerOf([follow(2, 0), follow(1, 0)], marks))).toEqual(["2"]);
	});
});

describe("the last person thanked in an earlier run", () => {
	const at = noonMs / 1_000 - 10;
	/** Returns the ids in the queue, given events by id and age in seconds before noon. */
	const waitingAfter = (id: string, came: readonly (readonly [id: number, agoSeconds: number])[]) => {
		const listed = came.map(([one, agoSeconds]) => follow(one, agoSeconds * 1_000, { ref: `r${one}` }));
		return thankAll(ledgerOf(listed, { follow: { at, id } }));
	};

	it("separates earlier from later events by second and by id, of any length", () => {
		expect(waitingAfter("100", [[100, 10], [99, 10], [9, 10], [101, 10], [1_000, 10], [999, 11], [1, 9]])).toEqual(["101", "1000", "1"]); // prettier-ignore
		expect(waitingAfter("9", [[10, 10], [8, 10]])).toEqual(["10"]); // prettier-ignore
	});

	it.each(["abc9", "9abc", "9-9"])("has no order by id if it was stored by ref: %s", (ref) => {
		expect(waitingAfter(ref, [[1, 10], [2, 11]])).toEqual(["1"]); // prettier-ignore
	});

	it("is recognised by the end of a long ref, and events without an id stay in the queue", () => {
		const ref = `${"0123456789".repeat(5)}!`;
		const ledger = ledgerOf([]);
		const nameless = follow(1, 0, { id: undefined, ref });
		ledger.applyEvent(nameless, noonMs);
		ledger.thanks.thankNext(["follow"], noonMs);
		const { marks } = ledger.thanks;
		expect(marks.follow?.id).toBe(ref.slice(-40));
		expect(count(ledgerOf([nameless], marks))).toBe(0);
		expect(
			count(ledgerOf([{ ...nameless, ref: "other" }], { follow: { at: noonMs / 1_000, id: "5" } })),
		).toBe(1);
	});

	it("is stored with the first six earlier events that arrived late", () => {
		const ledger = ledgerOf([], { follow: { at, id: "1", owed: ["90"] } });
		for (let id = 10; id <= 19; id++) ledger.applyEvent(follow(id, 60_000), noonMs);
		ledger.applyEvent(follow(20, 0), noonMs);
		expect(ledger.thanks.marks.follow?.owed).toEqual(["90", "10", "11", "12", "13", "14"]);
	});

	it("is replaced by the one of this run", () => {
		const ledger = ledgerOf([], { follow: { at, id: "1" } });
		ledger.applyEvent(follow(2, 0), noonMs);
		ledger.thanks.thankNext(["follow"], noonMs);
		ledger.thanks.resume({ follow: { at, id: "1" } }, sessionMs);
		expect(ledger.thanks.marks.follow).toEqual({ at: noonMs / 1_000, id: "2" });
	});
});

describe("the queue across sessions and days", () => {
	const minuteMs = 60_000;

	it("contains the same people before and after a new session and a restart", () => {
		const listed = [follow(3, minuteMs), follow(2, 10 * minuteMs), follow(1, 50 * minuteMs)];
		const ledger = ledgerOf(listed);
		ledger.thanks.resume(ledger.thanks.marks, noonMs - 5 * minuteMs);
		expect(count(ledger)).toBe(3);
		ledger.thanks.thankNext(["follow"], noonMs);
		const restarted = ledgerOf(listed, ledger.thanks.marks, noonMs - 5 * minuteMs);
		expect(thankAll(restarted)).toEqual(["2", "3"]);
	});

	it("stores no user name of events without id and ref", () => {
		const create = () => new Ledger({ ...noListCache, hashName: (name) => `hash${name.length}` });
		const keyless = (person: string, agoMs: number) =>
			follow(0, agoMs, { id: undefined, ref: `content:["follow","${person}",${noonMs - agoMs}]`, person });
		const events = [keyless("Bob", 2_000), keyless("Clara", 1_000)];
		const ledger = create();
		ledger.thanks.resume({}, sessionMs);
		ledger.applySnapshot(someSnapshot([]));
		for (const event of events) ledger.applyEvent(event, noonMs);
		ledger.thanks.thankNext(["follow"], noonMs);
		const { marks } = ledger.thanks;
		expect(marks.follow?.id).toMatch(/^hash\d+$/);
		expect(JSON.stringify(marks)).not.toMatch(/Bob|Clara/);
		const restarted = create();
		restarted.thanks.resume(marks, sessionMs);
		restarted.applySnapshot(someSnapshot(events));
		expect(restarted.thanks.thankNext(["follow"], noonMs)?.event.person).toBe("Clara");
		expect(count(restarted)).toBe(0);
	});

	it("begins with the first session if nothing is stored", () => {
		const { thanks } = ledgerOf([]);
		expect(thanks.marks).toEqual({ since: sessionMs / 1_000 });
		expect(ledgerOf([follow(1, minuteMs)], thanks.marks, noonMs).thanks.marks.since).toBe(sessionMs / 1_000);
	});

	it("begins with the session that replaced one in the future", () => {
		const ledger = new Ledger();
		ledger.thanks.resume({}, noonMs + 86_400_000);
		ledger.thanks.resume({}, sessionMs);
		const restarted = ledgerOf([follow(1, minuteMs)], ledger.thanks.marks);
		expect(thankAll(restarted)).toEqual(["1"]);
	});

	it("drops events that are a day old, before and after a restart", () => {
		const ledger = ledgerOf([follow(2, minuteMs), follow(1, 30 * minuteMs)]);
		const laterMs = noonMs + 86_400_000 - 10 * minuteMs;
		expect(ledger.thanks.waitingCount(["follow"], laterMs)).toBe(1);
		expect(ledger.thanks.thankNext(["follow"], laterMs)?.event.id).toBe("2");
	});
});

describe("an event dated in the future", () => {
	const future = follow(9, -30 * 86_400_000, { type: "donation" });

	it("does not move the mark, and is not thanked twice", () => {
		const ledger = ledgerOf([]);
		ledger.applyEvent(future, noonMs);
		expect(thankAll(ledger)).toEqual(["9"]);
		const { marks } = ledger.thanks;
		const restarted = ledgerOf([future], marks);
		expect(count(restarted)).toBe(0);
		const next = follow(10, 0, { type: "donation" });
		restarted.applyEvent(next, noonMs);
		expect(count(restarted)).toBe(1);
		expect(thankAll(ledgerOf([future, next], restarted.thanks.marks))).toEqual(["10"]);
	});

	it("does not move the mark when all are thanked", () => {
		const ledger = ledgerOf([]);
		for (const event of [follow(8, 0, { type: "donation" }), future]) ledger.applyEvent(event, noonMs);
		ledger.thanks.clear(streamEventTypes, noonMs);
		expect(ledger.thanks.marks.donation).toEqual({ at: noonMs / 1_000, id: "8", done: ["9"] });
	});

	it("is ignored as a mark stored by an earlier version", () => {
		const at = (noonMs + 30 * 86_400_000) / 1_000;
		const ledger = ledgerOf([follow(10, 0, { type: "donation" })], { donation: { at, id: "9" } });
		expect(thankAll(ledger)).toEqual(["10"]);
	});
});

describe("thanking all", () => {
	function threeWaiting() {
		const ledger = ledgerOf([]);
		for (const id of [1, 2, 3]) ledger.applyEvent(follow(id, 10_000 - id * 1_000), noonMs);
		return ledger;
	}

	it("can be undone, including people who came and left in the meantime", () => {
		const ledger = threeWaiting();
		const before = ledger.thanks.marks;
		const undo = ledger.thanks.clear(streamEventTypes, noonMs);
		expect(count(ledger)).toBe(0);
		ledger.applyEvent(follow(2, 8_000, { isDeleted: true }), noonMs);
		ledger.applyEvent(follow(4, 0), noonMs);
		expect(undo?.()).toBe(true);
		expect(ledger.thanks.marks).toEqual(before);
		expect(thankAll(ledger)).toEqual(["1", "3", "4"]);
	});

	it("is undone once, and not after the queue was used again", () => {
		const ledger = threeWaiting();
		const undo = ledger.thanks.clear(streamEventTypes, noonMs);
		expect([undo?.(), undo?.()]).toEqual([true, false]);
		const again = ledger.thanks.clear(streamEventTypes, noonMs);
		ledger.applyEvent(follow(4, 0), noonMs);
		ledger.thanks.thankNext(["follow"], noonMs);
		expect(again?.()).toBe(false);
		expect(count(ledger)).toBe(0);
	});

	it("has nothing to undo if the queue is empty", () => {
		expect(ledgerOf([]).thanks.clear(streamEventTypes, noonMs)).toBeUndefined();
	});

	it("restores people from an earlier run", () => {
		const marks: ThankMarks = { follow: { at: noonMs / 1_000 - 60, id: "7", owed: ["3"] } };
		const ledger = ledgerOf([], marks);
		ledger.applyEvent(follow(8, 0), noonMs);
		ledger.thanks.clear(streamEventTypes, noonMs)?.();
		expect(ledger.thanks.marks.follow).toEqual(marks.follow);
	});
});

describe("the person being thanked", () => {
	it("is the last one thanked of the types, for thirty seconds, unless the event is deleted", () => {
		const ledger = ledgerOf([]);
		ledger.applyEvent(follow(1, 2_000), noonMs);
		ledger.applyEvent(follow(2, 1_000, { type: "donation" }), noonMs);
		ledger.thanks.thankNext(streamEventTypes, noonMs);
		ledger.thanks.thankNext(streamEventTypes, noonMs + 1_000);
		const idAt = (nowMs: number, ...types: (typeof streamEventTypes)[number][]) =>
			ledger.thanking(types, nowMs)?.event.id;
		expect(idAt(noonMs + 1_000, "follow", "donation")).toBe("2");
		expect(idAt(noonMs + 29_999, "follow")).toBe("1");
		expect(idAt(noonMs + 30_000, "follow")).toBeUndefined();
		ledger.applyEvent(follow(2, 1_000, { type: "donation", isDeleted: true }), noonMs);
		expect(idAt(noonMs + 1_000, "donation")).toBeUndefined();
	});
});

/** Returns the queue's marks and the ids of all people thanked from then on. */
function thankAllOf(ledger: Ledger) {
	const { marks } = ledger.thanks;
	return { marks, ids: thankAll(ledger) };
}

describe("the last person thanked, after a restart", () => {
	const both = follow(7, 60_000, { ref: "abc-7" });
	const forms = {
		"id and ref": both,
		"id only": { ...both, ref: undefined },
		"ref only": { ...both, id: undefined },
	};

	it.each([
		["ref only", "id and ref"],
		["id and ref", "ref only"],
		["id and ref", "id only"],
		["id only", "id and ref"],
	] as const)("does not wait again: reported with %s, listed with %s", (reported, listed) => {
		const ledger = ledgerOf([forms[reported]]);
		expect(thankAll(ledger)).toHaveLength(1);
		const marks = structuredClone(ledger.thanks.marks);
		expect(count(ledgerOf([forms[listed]], marks))).toBe(0);
		expect(count(ledgerOf([follow(8, 60_000, { ref: "abc-8" }), forms[listed]], marks))).toBe(1);
	});
});

describe("people of one second without ids, after a restart", () => {
	const ref = (number: number) => follow(number, 60_000, { id: undefined, ref: `abc-${number}` });
	const came = Array.from({ length: 12 }, (_, number) => ref(number));

	it.each([2, 3, 6, 7, 8, 12])("%s who were thanked do not wait again", (thankedCount) => {
		const ledger = ledgerOf(came);
		const thanked: (string | undefined)[] = [];
		for (let index = 0; index < thankedCount; index++)
			thanked.push(ledger.thanks.thankNext(["follow"], noonMs)?.event.ref);
		const marks = structuredClone(ledger.thanks.marks);
		const restarted = ledgerOf(came.toReversed(), marks);
		const waiting = Array.from(
			{ length: count(restarted) },
			() => restarted.thanks.thankNext(["follow"], noonMs)?.event.ref,
		);
		expect(new Set([...thanked, ...waiting]).size).toBe(12);
		expect(waiting).toHaveLength(12 - thankedCount);
	});

	it("do not wait again if the first one was pushed with an id", () => {
		const ledger = ledgerOf([follow(0, 60_000, { ref: "abc-0" })]);
		ledger.thanks.thankNext(["follow"], noonMs);
		const listed = ledgerOf(came.slice(0, 2), structuredClone(ledger.thanks.marks));
		expect(listed.thanks.thankNext(["follow"], noonMs)?.event.ref).toBe("abc-1");
		expect(count(ledgerOf(came.slice(0, 2), structuredClone(listed.thanks.marks)))).toBe(0);
	});

	it("wait again after an undone clear", () => {
		const ledger = ledgerOf(came);
		ledger.thanks.thankNext(["follow"], noonMs);
		ledger.thanks.clear(["follow"], noonMs)?.();
		expect(count(ledgerOf(came, structuredClone(ledger.thanks.marks)))).toBe(11);
	});
});

describe("a first snapshot that is behind the service", () => {
	it("does not let people wait again whom an earlier run thanked", () => {
		const marks = { follow: { at: noonMs / 1_000 - 5, id: "7" } };
		const ledger = ledgerOf([follow(1, 90_000)], marks);
		const later = { atMs: 60_000, startedAtMs: noonMs + 60_000 };
		ledger.applySnapshot(
			someSnapshot([follow(1, 90_000), follow(6, 8_000), follow(7, 5_000), follow(8, 2_000)], later),
		);
		expect(thankAll(ledger)).toEqual(["8"]);
	});
});
