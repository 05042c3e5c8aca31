import { beforeEach, describe, expect, it } from "vitest";

import type { CounterMetric, CounterQuery, CounterScope } from "../../../src/state/counters/counter-query";
import type { CoverageRequirement } from "../../../src/ledger/coverage";
import { defaultLedgerLimits } from "../../../src/ledger/ledger-limits";
import { Ledger } from "../../../src/ledger/ledger";
import type { StreamEvent } from "../../../src/state/events/stream-event";
import { noonMs, someEvent, someSnapshot } from "./some-events";

const hourMs = 3_600_000;
const context = { nowMs: noonMs, sessionStartedAtMs: noonMs - hourMs, currency: "EUR" };

let ledger: Ledger;

const query = (
	metric: CounterMetric,
	scope: CounterScope,
	more: Partial<CounterQuery> = {},
): CounterQuery => ({
	metric,
	scope,
	newOnly: false,
	uniqueOnly: false,
	...more,
});
const count = (metric: CounterMetric, scope: CounterScope, more?: Partial<CounterQuery>) => {
	const value = ledger.value(query(metric, scope, more), context);
	return value.kind === "count" ? value.count : value.kind;
};
const totals = (followers: number, subscribers = 10) => ({
	totals: { followers, subscribers, donations: 12.5, byProvider: { twitch: { followers: 60 } } },
});

beforeEach(() => {
	ledger = new Ledger();
});

describe("before the first snapshot", () => {
	it("all values are unknown, regardless of pushed events", () => {
		ledger.applyEvent(someEvent(1), noonMs);
		expect(count("followers", "lifetime")).toBe("unknown");
		expect(count("followers", "today")).toBe("unknown");
		expect(count("viewers", "lifetime")).toBe("unknown");
	});

	it("pushed events are displayed, regardless of their age", () => {
		expect(ledger.applyEvent(someEvent(1, { agoMs: 9 * hourMs }), noonMs)).toMatchObject({ id: "1" });
	});

	it.each([
		["", { agoMs: 60_000 }],
		[", perhaps because they were pushed without a time,", { agoMs: 59_500, isTimeAssumed: true }],
	])("pushed events that the list is not read back to%s are not added to the totals", (_, push) => {
		for (const id of [1, 2, 3]) ledger.applyEvent(someEvent(id, push), noonMs - push.agoMs);
		ledger.applySnapshot(
			someSnapshot([someEvent(3, { agoMs: 60_000 })], { ...totals(100), reachMs: noonMs - 59_999 }),
		);
		expect([count("followers", "lifetime"), ledger.needsConfirmation]).toEqual([100, true]);
		expect(count("followers", "lifetime", { provider: "twitch" })).toBe(60);
	});

	it("a pushed edit is kept if a read that began before it reaches the event later", () => {
		const host = (viewers: number) => someEvent(9, { type: "hosting", agoMs: 48 * hourMs, viewers });
		const head = someSnapshot([someEvent(1)], { reachMs: noonMs - hourMs });
		ledger.applyEvent(host(47), noonMs + 100);
		ledger.applySnapshot(head);
		ledger.applySnapshot(someSnapshot([host(10)], { types: ["hosting"] }));
		expect(ledger.stored(host(10))?.viewers).toBe(47);
		ledger.applySnapshot(someSnapshot([host(12)], { types: ["hosting"], startedAtMs: noonMs + 200 }));
		expect(ledger.stored(host(10))?.viewers).toBe(12);
	});

	it("listed events do not count as missed", () => {
		expect(ledger.applySnapshot(someSnapshot([someEvent(1), someEvent(2)])).missed).toEqual([]);
	});
});

describe("an event", () => {
	beforeEach(() => {
		ledger.applySnapshot(someSnapshot([someEvent(1, { agoMs: 60_000 })], totals(100)));
	});

	it("counts once, by push and by list, however often it arrives", () => {
		expect(ledger.applyEvent(someEvent(2), noonMs)).toMatchObject({ id: "2" });
		expect(ledger.applyEvent(someEvent(2), noonMs)).toBeUndefined();
		expect(ledger.applyEvent({ ...someEvent(2), id: undefined }, noonMs)).toBeUndefined();
		expect([count("followers", "today"), count("followers", "lifetime")]).toEqual([2, 101]);
		const snapshot = someSnapshot([someEvent(2), someEvent(1, { agoMs: 60_000 })], totals(101));
		expect(ledger.applySnapshot(snapshot).missed).toEqual([]);
		expect(ledger.applyEvent(someEvent(2), noonMs)).toBeUndefined();
		expect([count("followers", "today"), count("followers", "lifetime")]).toEqual([2, 101]);
	});

	it.each([
		["live", 0],
		["live", 10_000],
		["missed", 11_000],
	] as const)("listed first is %s %i ms later, and its late push changes nothing", (kind, durationMs) => {
		const snapshot = someSnapshot([someEvent(2), someEvent(1, { agoMs: 60_000 })], totals(101));
		const { live, missed } = ledger.applySnapshot({ ...snapshot, durationMs });
		expect({ live, missed }).toMatchObject({ live: [], missed: [], [kind]: [{ id: "2" }] });
		expect(ledger.applyEvent(someEvent(2), noonMs)).toBeUndefined();
		expect([count("followers", "today"), count("followers", "lifetime")]).toEqual([2, 101]);
	});

	it.each([
		["has just happened", 0, 101],
		["may be included in the total", 11_000, 100],
	])(
		"that a read without totals finds first, and that %s, changes the total accordingly, also after gaps",
		(_, durationMs, total) => {
			ledger.coverage.noteGaps([someSnapshot([], { hasGaps: true })], false);
			const events = [someEvent(2), someEvent(1, { agoMs: 60_000 })];
			ledger.applySnapshot(someSnapshot(events, { totals: undefined, durationMs }));
			expect([count("followers", "today"), count("followers", "lifetime")]).toEqual([2, total]);
			ledger.applySnapshot(someSnapshot(events, totals(101)));
			expect(count("followers", "lifetime")).toBe(101);
		},
	);

	it.each([
		["subscription with another key", "live", { type: "subscription", id: undefined }],
		["follow with another key", "missed", { id: undefined }],
		["follow with an id", "live", {}],
	] as const)("listed first while a pushed %s is not listed is %s", (_, kind, changes) => {
		ledger.applyEvent(someEvent(3, { ...changes, agoMs: 5_000 }), noonMs - 5_000);
		const listed = [someEvent(2, { ref: undefined }), someEvent(1, { agoMs: 60_000, ref: undefined })];
		const result = ledger.applySnapshot(someSnapshot(listed, totals(101)));
		expect(result).toMatchObject({ live: [], missed: [], [kind]: [{ id: "2" }], isBehind: true });
	});

	it.each([
		["another read", -Infinity],
		["the read that found it", noonMs + 2_000],
	])("listed first is live, also if %s ended after it", (_, reachMs) => {
		const cutOff = { requestedFromMs: noonMs, reachMs: noonMs + 2_000, startedAtMs: noonMs + 2_000 };
		ledger.applySnapshot(someSnapshot([], cutOff));
		const result = ledger.applySnapshot(
			someSnapshot([someEvent(2, { agoMs: -1_000 })], { ...cutOff, reachMs }),
		);
		expect(result).toMatchObject({ live: [{ id: "2" }], missed: [] });
	});

	it("without an unambiguous key counts only when it is listed", () => {
		const unnamed = { id: undefined, ref: "content:[]", isTimeAssumed: true };
		expect(ledger.applyEvent(someEvent(2, unnamed), noonMs)).toBeUndefined();
		expect(count("followers", "today")).toBe(1);
	});

	it("that was missed increases the lifetime figure even if the totals may not contain it", () => {
		const snapshot = someSnapshot([someEvent(2), someEvent(1, { agoMs: 60_000 })], totals(100));
		ledger.applySnapshot({ ...snapshot, isExact: false });
		expect(count("followers", "lifetime")).toBe(101);
	});

	it("that was missed is to be thanked, even without a session", () => {
		ledger.applySnapshot(someSnapshot([someEvent(2), someEvent(1, { agoMs: 60_000 })], totals(101)));
		expect(ledger.thanks.thankNext(["follow"], noonMs)).toMatchObject({ event: { id: "2" } });
		expect(ledger.thanks.thankNext(["follow"], noonMs)).toBeUndefined();
	});

	it("of several missed ones is reported in order of time", () => {
		ledger.coverage.invalidate();
		const missed = [someEvent(2), someEvent(3, { agoMs: 2_000 }), someEvent(4, { agoMs: 1_000 })];
		const { missed: told } = ledger.applySnapshot(someSnapshot(missed, totals(103)));
		expect(told.map(({ id }) => id)).toEqual(["3", "4", "2"]);
	});

	it("of one platform also increases that platform's figure", () => {
		ledger.applyEvent(someEvent(2, { provider: "twitch" }), noonMs);
		expect(count("followers", "lifetime", { provider: "twitch" })).toBe(61);
		expect(count("followers", "lifetime", { provider: "youtube" })).toBe("unknown");
	});

	it("that is a renewal is not a new subscriber", () => {
		ledger.applyEvent(someEvent(2, { type: "subscription", resub: 3 }), noonMs);
		ledger.applyEvent(someEvent(3, { type: "subscription", resub: 0 }), noonMs);
		expect([count("subscriptions", "lifetime"), count("subscriptions", "today")]).toEqual([11, 2]);
	});

	it("counts while the list may be older, and not after two newer snapshots without it", () => {
		ledger.applyEvent(someEvent(2), noonMs);
		const applySnapshotAt = (laterMs: number) =>
			ledger.applySnapshot(
				someSnapshot([someEvent(1, { agoMs: 60_000 })], {
					...totals(100),
					startedAtMs: noonMs + laterMs,
					atMs: laterMs,
				}),
			);
		for (const laterMs of [7_000, 13_000, 34_000, 60_000, 120_000, 149_000]) {
			expect(applySnapshotAt(laterMs)).toMatchObject({ isBehind: true });
			expect([count("followers", "today"), count("followers", "lifetime")]).toEqual([2, 101]);
		}
		applySnapshotAt(160_000);
		applySnapshotAt(164_000);
		expect(count("followers", "today")).toBe(2);
		applySnapshotAt(165_000);
		applySnapshotAt(166_000);
		applySnapshotAt(171_000);
		expect([count("followers", "today"), count("followers", "lifetime")]).toEqual([1, 100]);
	});

	it("is removed after two snapshots, five seconds apart, that contain something newer", () => {
		ledger.applyEvent(someEvent(2), noonMs);
		const later = someEvent(3, { agoMs: -2_000 });
		const applySnapshotAt = (laterMs: number) =>
			ledger.applySnapshot(
				someSnapshot([later, someEvent(1, { agoMs: 60_000 })], {
					...totals(101),
					startedAtMs: noonMs + laterMs,
					atMs: laterMs,
				}),
			);
		applySnapshotAt(3_000);
		expect(count("followers", "today")).toBe(3);
		applySnapshotAt(7_900);
		expect(count("followers", "today")).toBe(3);
		expect(applySnapshotAt(8_000)).toMatchObject({ isBehind: false });
		expect(count("followers", "today")).toBe(2);
	});

	it("is not counted twice by totals that are ahead of the list", () => {
		ledger.applyEvent(someEvent(2), noonMs);
		ledger.applySnapshot(
			someSnapshot([someEvent(1, { agoMs: 60_000 })], { ...totals(101), startedAtMs: noonMs + 1_500 }),
		);
		expect(count("followers", "lifetime")).toBe(101);
	});

	it("that arrived while the list was read is not in its totals", () => {
		ledger.applyEvent(someEvent(2), noonMs + 10);
		expect(ledger.applySnapshot(someSnapshot([someEvent(1, { agoMs: 60_000 })], totals(100))).isBehind).toBe(
			false,
		);
		expect(count("followers", "lifetime")).toBe(101);
	});

	it("that arrived late while the list was read may be in its totals, so another snapshot is required", () => {
		const newest = someEvent(2, { agoMs: -5_000 });
		const late = someEvent(3, { agoMs: 30_000 });
		ledger.applyEvent(newest, noonMs + 5_000);
		ledger.applyEvent(late, noonMs + 7_000);
		const snapshot = { ...totals(102), startedAtMs: noonMs + 6_000 };
		const seen = [newest, someEvent(1, { agoMs: 60_000 })];
		expect(ledger.applySnapshot(someSnapshot(seen, snapshot)).isBehind).toBe(true);
		expect(count("followers", "lifetime")).toBe(102);
	});

	it("that arrived late may be in totals of a snapshot that does not reach back to it, so another one is required", () => {
		ledger.applyEvent(someEvent(2, { agoMs: 50_000 }), noonMs);
		const applySnapshotAt = (laterMs: number) => {
			const snapshot = {
				...totals(101),
				reachMs: noonMs - 20_000,
				startedAtMs: noonMs + laterMs,
				atMs: laterMs,
			};
			return ledger.applySnapshot(someSnapshot([], snapshot)).isBehind;
		};
		expect(applySnapshotAt(1_500)).toBe(true);
		expect(count("followers", "lifetime")).toBe(101);
		expect(applySnapshotAt(151_000)).toBe(false);
	});

	it("older than the coverage is stored but not counted", () => {
		ledger = new Ledger();
		ledger.applySnapshot(
			someSnapshot([someEvent(5)], { ...totals(100), reachMs: noonMs - 1_000, totalCount: 9 }),
		);
		expect(ledger.applyEvent(someEvent(1, { agoMs: 5_000 }), noonMs)).toBeUndefined();
		expect(count("followers", "lifetime")).toBe(100);
	});
});

describe("a deletion", () => {
	const old = someEvent(1, { agoMs: 60_000 });

	beforeEach(() => {
		ledger.applySnapshot(someSnapshot([old], totals(100)));
		ledger.applyEvent(someEvent(2), noonMs);
	});

	it("that is pushed removes the event immediately", () => {
		expect(ledger.applyEvent({ ...someEvent(2), isDeleted: true }, noonMs)).toBeUndefined();
		expect([count("followers", "today"), count("followers", "lifetime")]).toEqual([1, 100]);
	});

	it("in the list removes the event, and a late duplicate does not add it again", () => {
		ledger.applySnapshot(someSnapshot([someEvent(2), old], totals(101)));
		for (const laterMs of [400_000, 405_000]) {
			const when = { startedAtMs: noonMs + laterMs, atMs: laterMs };
			ledger.applySnapshot(someSnapshot([old], { ...totals(100), ...when }));
		}
		expect(count("followers", "today")).toBe(1);
		expect(ledger.applyEvent(someEvent(2), noonMs)).toBeUndefined();
		expect(count("followers", "today")).toBe(1);
	});

	it("is not undone by a page that was read before it", () => {
		ledger.applySnapshot(someSnapshot([someEvent(2), old], totals(101)));
		ledger.applyEvent({ ...someEvent(2), isDeleted: true }, noonMs + 5_000);
		ledger.applySnapshot(someSnapshot([someEvent(2), old], { ...totals(101), startedAtMs: noonMs + 6_000 }));
		expect(count("followers", "today")).toBe(1);
	});

	it("is not inferred from a list with gaps, or one that ends where the event may be", () => {
		const timeless = { ...someEvent(3, { isTimeAssumed: true }), createdAtMs: noonMs + 60_000 };
		ledger.applyEvent(timeless, noonMs + 60_000);
		const later = someEvent(4, { agoMs: -100_000 });
		ledger.applyEvent(later, noonMs + 100_000);
		for (const laterMs of [400_000, 406_000]) {
			const when = { startedAtMs: noonMs + laterMs, atMs: laterMs };
			ledger.applySnapshot(someSnapshot([], { ...totals(100), ...when, reachMs: noonMs - 30_000 }));
			ledger.applySnapshot(someSnapshot([], { ...totals(100), ...when, hasGaps: true }));
		}
		expect(ledger.current(timeless)).toBeDefined();
		expect(ledger.current(old)).toBeDefined();
		expect(ledger.current(later)).toBeUndefined();
	});

	it("is not inferred if the event's time may have been corrected: the next snapshot reaches further back", () => {
		ledger.applySnapshot(someSnapshot([someEvent(2), old], totals(101)));
		const applyReaching = (reachMs: number, laterMs: number, events: readonly StreamEvent[]) => {
			const when = { startedAtMs: noonMs + laterMs, atMs: laterMs };
			return ledger.applySnapshot(someSnapshot(events, { ...totals(101), ...when, reachMs }));
		};
		for (const laterMs of [400_000, 406_000]) {
			expect(applyReaching(noonMs - 30_000, laterMs, [])).toMatchObject({ isBehind: true });
		}
		expect(ledger.current(someEvent(2))).toBeDefined();
		const doubtFromMs = ledger.unconfirmedFromMs(["follow"]) ?? Infinity;
		expect(doubtFromMs).toBeLessThan(noonMs - 60_000);
		const edited = someEvent(2, { agoMs: 50_000 });
		expect(applyReaching(doubtFromMs, 412_000, [edited, old])).toMatchObject({ isBehind: false });
		expect(ledger.current(someEvent(2))).toMatchObject({ createdAtMs: edited.createdAtMs });
	});

	it("is inferred after some time if the list cannot be read further back", () => {
		ledger.applySnapshot(someSnapshot([someEvent(2), old], totals(101)));
		const areBehind = [400_000, 406_000, 540_000, 551_000].map((laterMs) => {
			const when = { startedAtMs: noonMs + laterMs, atMs: laterMs };
			return ledger.applySnapshot(someSnapshot([], { ...totals(100), ...when, reachMs: noonMs - 30_000 }))
				.isBehind;
		});
		expect(areBehind).toEqual([true, true, true, false]);
		expect(ledger.current(someEvent(2))).toBeUndefined();
	});

	it("is not inferred from a list that lags within a second, in either order of pushes", () => {
		// Event 3 was created before event 2 and pushed after it.
		ledger.applyEvent(someEvent(3), noonMs + 900);
		for (const laterMs of [2_000, 8_000]) {
			const when = { startedAtMs: noonMs + laterMs, atMs: laterMs };
			ledger.applySnapshot(someSnapshot([someEvent(3), old], { ...totals(101), ...when }));
		}
		expect(ledger.current(someEvent(2))).toBeDefined();
	});

	it("that was pushed is undone when the list still contains the event after the maximum age of a response", () => {
		ledger.applyEvent({ ...someEvent(2), isDeleted: true }, noonMs + 5_000);
		const counts = [100_000, 154_000, 156_000].map((laterMs) => {
			const when = { startedAtMs: noonMs + laterMs, atMs: laterMs };
			ledger.applySnapshot(someSnapshot([someEvent(2), old], { ...totals(101), ...when }));
			return count("followers", "today");
		});
		expect(counts).toEqual([1, 1, 2]);
	});

	it("of an event that was restored is undone when the list contains it again", () => {
		for (const laterMs of [400_000, 405_000]) {
			const when = { startedAtMs: noonMs + laterMs, atMs: laterMs };
			ledger.applySnapshot(someSnapshot([old], { ...totals(100), ...when }));
		}
		expect(count("followers", "today")).toBe(1);
		const when = { startedAtMs: noonMs + 410_000, atMs: 410_000 };
		ledger.applySnapshot(someSnapshot([someEvent(2), old], { ...totals(101), ...when }));
		expect(count("followers", "today")).toBe(2);
	});
});

describe("the list count", () => {
	const recent = { ...totals(100), reachMs: noonMs - 1_000 };

	beforeEach(() => {
		ledger.applySnapshot(someSnapshot([someEvent(1, { agoMs: 60_000 }), someEvent(2)], totals(100)));
	});

	it("reveals a deletion beyond the snapshot", () => {
		expect(
			ledger.applySnapshot(someSnapshot([someEvent(2)], { ...recent, totalCount: 1 })).hasCountMismatch,
		).toBe(true);
		for (const laterMs of [400_000, 405_000]) {
			const when = { startedAtMs: noonMs + laterMs, atMs: laterMs };
			const snapshot = someSnapshot([someEvent(2)], { ...totals(100), totalCount: 1, ...when });
			expect(ledger.applySnapshot(snapshot).hasCountMismatch).toBe(false);
		}
		expect(count("followers", "today")).toBe(1);
	});

	it("reveals a deletion also if one type was read as far back as it is covered", () => {
		ledger = new Ledger();
		ledger.applySnapshot(someSnapshot([], { types: ["hosting"], reachMs: noonMs - 1_000 }));
		const snapshot = { types: ["hosting", "follow"], totalCount: 5 } as const;
		ledger.applySnapshot(someSnapshot([], { ...snapshot, reachMs: -Infinity }));
		ledger.applySnapshot(someSnapshot([], { types: ["hosting"], reachMs: 0, totalCount: 2 }));
		ledger.applySnapshot(someSnapshot([], { ...snapshot, reachMs: 0 }));
		expect(
			ledger.applySnapshot(someSnapshot([], { ...snapshot, totalCount: 4, reachMs: 0 })).hasCountMismatch,
		).toBe(true);
	});

	it("matches if all new events were pushed", () => {
		ledger.applyEvent(someEvent(3), noonMs);
		const snapshot = someSnapshot([someEvent(3), someEvent(4), someEvent(2)], { ...recent, totalCount: 4 });
		expect(ledger.applySnapshot(snapshot).hasCountMismatch).toBe(false);
	});

	it("is the number of listed hosts, once all are covered, if the service sends none", () => {
		const hosting = someEvent(8, { type: "hosting" });
		ledger.applySnapshot(someSnapshot([hosting], { ...totals(100), hostings: { count: 7 } }));
		expect(count("hostings", "lifetime")).toBe(7);
		ledger.applySnapshot(someSnapshot([hosting], { ...totals(100), hostings: { count: undefined } }));
		expect(ledger.value(query("hostings", "lifetime"), context)).toEqual({ kind: "count", count: 1 });
	});

	it("includes events that a list-only snapshot found missing", () => {
		ledger.applySnapshot(someSnapshot([], { ...totals(100), hostings: { count: 7 } }));
		const found = someSnapshot([someEvent(8, { type: "hosting", agoMs: 60_000 })], { types: ["hosting"] });
		ledger.applySnapshot({ ...found, totals: undefined });
		expect([count("hostings", "lifetime"), count("hostings", "today")]).toEqual([7, 1]);
	});

	it("is incomplete, not unknown, if the service no longer sends it and not all events are listed", () => {
		const partly = { reachMs: noonMs - 1_000 };
		ledger = new Ledger();
		ledger.applySnapshot(someSnapshot([], { ...totals(100), ...partly, hostings: { count: 7 } }));
		ledger.applySnapshot(someSnapshot([], { ...totals(100), ...partly, hostings: { count: undefined } }));
		expect(ledger.value(query("hostings", "lifetime"), context)).toEqual({
			kind: "count",
			count: 7,
			isIncomplete: true,
		});
	});

	it("is the lifetime figure of hosts", () => {
		ledger.applySnapshot(someSnapshot([], { ...totals(100), hostings: { count: 7 } }));
		ledger.applyEvent(someEvent(9, { type: "hosting", viewers: 3 }), noonMs);
		expect(count("hostings", "lifetime")).toBe(8);
	});
});

describe("a scope", () => {
	it("is unknown until the list has been read back to its start", () => {
		ledger.applySnapshot(someSnapshot([someEvent(1)], { reachMs: noonMs - hourMs }));
		expect(count("followers", "session")).toBe(1);
		expect(count("followers", "today")).toBe("unknown");
		ledger.applySnapshot(someSnapshot([someEvent(1), someEvent(2, { agoMs: 2 * hourMs })]));
		expect([count("followers", "session"), count("followers", "today")]).toEqual([1, 2]);
	});

	it("of a session that never began is unknown, not zero", () => {
		ledger.applySnapshot(someSnapshot([]));
		expect(ledger.value(query("followers", "session"), { nowMs: noonMs })).toEqual({ kind: "unknown" });
	});

	it("contains each event once, including events of unknown time", () => {
		const timeless = someEvent(1, { createdAtMs: 0, isTimeAssumed: true });
		ledger.applySnapshot(someSnapshot([timeless, someEvent(2)]));
		expect(count("viewers", "lifetime")).toBe(0);
		expect(ledger.value(query("followers", "year"), context)).toEqual({
			kind: "count",
			count: 1,
			isIncomplete: true,
		});
		const hosting = someEvent(3, { type: "hosting", viewers: 5 });
		ledger.applySnapshot(
			someSnapshot([hosting, { ...timeless, id: "4", ref: "r4", type: "hosting", viewers: 2 }]),
		);
		expect(count("viewers", "lifetime")).toBe(7);
	});

	it("starts again when its period ends, without new data", () => {
		ledger.applySnapshot(someSnapshot([someEvent(1)]));
		const tomorrow = { ...context, nowMs: noonMs + 24 * hourMs };
		expect(ledger.value(query("followers", "today"), tomorrow)).toEqual({ kind: "count", count: 0 });
	});

	it("displays lifetime donations as the service's own figure, in any unit", () => {
		ledger.applySnapshot(someSnapshot([], totals(1)));
		for (const metric of ["donations", "donationAmount"] as const) {
			expect(ledger.value(query(metric, "lifetime"), context)).toEqual({ kind: "figure", value: 12.5 });
		}
	});
});

describe("the newest events", () => {
	it("are sorted newest first, without deleted ones", () => {
		const events = [someEvent(1, { agoMs: 9 }), someEvent(2), someEvent(3), someEvent(4, { agoMs: 5 })];
		ledger.applySnapshot(someSnapshot(events));
		ledger.applyEvent({ ...someEvent(3), isDeleted: true }, noonMs);
		expect(ledger.newest(["follow"], 2).map(({ id }) => id)).toEqual(["2", "4"]);
	});

	it("keep their messages when they are received again from either source", () => {
		const donation = someEvent(1, { type: "donation", message: "hello" });
		ledger.applySnapshot(someSnapshot([donation]));
		ledger.applySnapshot(someSnapshot([{ ...donation, amount: { minorUnits: 5, currency: "EUR" } }]));
		ledger.applyEvent({ ...donation, message: undefined }, noonMs);
		expect(ledger.newest(["donation"], 1)).toMatchObject([{ message: "hello", amount: { minorUnits: 5 } }]);
	});

	it("report since when that number of events of some types is covered", () => {
		const follows = [0, 30, 60].map((agoMs, id) => someEvent(id + 1, { agoMs }));
		const donations = [10, 20].map((agoMs, id) => someEvent(id + 11, { agoMs, type: "donation" }));
		ledger.applySnapshot(someSnapshot([...follows, ...donations]));
		const from = (count: number) => noonMs - ledger.newestFromMs(["follow", "donation"], count);
		expect([1, 2, 3, 4, 5, 9].map(from)).toEqual([0, 10, 20, 30, 60, Infinity]);
		expect(ledger.newestFromMs(["hosting"], 5)).toBe(-Infinity);
	});
});

describe("a snapshot", () => {
	it("reports changes if an event is added, missing or different", () => {
		const listed = [someEvent(2), someEvent(1, { agoMs: 60_000 })];
		const applyAfter = (events: readonly StreamEvent[], afterMs: number) =>
			ledger.applySnapshot(someSnapshot(events, { startedAtMs: noonMs + afterMs, atMs: afterMs })).hasChanges;
		expect(applyAfter(listed, 0)).toBe(true);
		expect(applyAfter(listed, 10_000)).toBe(false);
		expect(applyAfter([...listed, someEvent(3, { agoMs: 70_000 })], 20_000)).toBe(true);
		expect(applyAfter([{ ...someEvent(2), person: "Ada" }, ...listed.slice(1)], 30_000)).toBe(true);
		expect(applyAfter(listed.slice(0, 1), 40_000)).toBe(true);
		expect(applyAfter(listed.slice(0, 1), 60_000)).toBe(false);
		expect(applyAfter(listed.slice(0, 1), 400_000)).toBe(false);
		expect(applyAfter(listed.slice(0, 1), 500_000)).toBe(true);
	});

	it("counts from exactly the time to which it reaches back", () => {
		const reach = { reachMs: noonMs - 5_000 };
		ledger.applySnapshot(someSnapshot([], reach));
		expect(ledger.applySnapshot(someSnapshot([someEvent(3, { agoMs: 5_000 })], reach)).missed).toHaveLength(
			1,
		);
		expect(ledger.applyEvent(someEvent(1, { agoMs: 5_001 }), noonMs)).toBeUndefined();
		expect(ledger.applyEvent(someEvent(2, { agoMs: 5_000 }), noonMs)).toBeDefined();
	});

	it("merges an event that was stored by id and by ref, deleted if either was", () => {
		ledger.applySnapshot(someSnapshot([]));
		ledger.applyEvent(someEvent(1, { ref: undefined }), noonMs);
		ledger.applyEvent(someEvent(1, { id: undefined, person: "Ada" }), noonMs);
		expect(count("followers", "today")).toBe(2);
		ledger.applyEvent(someEvent(1, { id: undefined, person: "Ada", isDeleted: true }), noonMs);
		expect(count("followers", "today")).toBe(1);
		ledger.applyEvent(someEvent(1), noonMs);
		expect(count("followers", "today")).toBe(0);
		expect(ledger.newest(["follow"], 5)).toEqual([]);
	});
});

describe("the first total of a type", () => {
	it("contains events that were pushed long ago, although the snapshot ends within their second", () => {
		ledger.applySnapshot(someSnapshot([], { types: ["donation"] }));
		for (const id of [1, 2]) ledger.applyEvent(someEvent(id, { agoMs: 400_000 }), noonMs - 400_000);
		ledger.applySnapshot(someSnapshot([someEvent(3)], { reachMs: noonMs - 400_000 + 1, ...totals(100) }));
		expect(count("followers", "lifetime")).toBe(100);
	});
});

describe("unused events", () => {
	const donation = (id: number) => someEvent(id, { type: "donation", agoMs: id * 60_000, person: "Ada" });
	const types = ["follow", "donation"] as const;
	beforeEach(() => {
		const ids = Array.from({ length: 2_500 }, (_, index) => index + 1);
		ledger.applySnapshot(
			someSnapshot(ids.flatMap((id) => [someEvent(10_000 + id, { agoMs: id * 60_000 }), donation(id)])),
		);
	});

	const drop = (donationsFromMs: number | undefined, elapsedMs: number) => {
		const requirements: CoverageRequirement[] = [{ types: ["follow"], fromMs: Infinity }];
		if (donationsFromMs !== undefined) requirements.push({ types: ["donation"], fromMs: donationsFromMs });
		const recentFromMs = noonMs - 24 * hourMs;
		ledger.dropUnneeded({ requirements, recentFromMs, figures: "none" }, noonMs, elapsedMs);
		return types.map((type) => ledger.countFrom([type], -Infinity));
	};

	it("are dropped, except those that a key requires or required recently", () => {
		expect(drop(-Infinity, 0)).toEqual([2_000, 2_500]);
		expect(drop(Infinity, 1_799_999)).toEqual([2_000, 2_500]);
		expect(ledger.coverage.fromMs("donation")).toBe(-Infinity);
		expect(drop(Infinity, 1_800_000)).toEqual([2_000, 2_000]);
		expect(ledger.coverage.fromMs("donation")).toBe(noonMs - 2_000 * 60_000);
	});

	it("are dropped entirely if no key requires their type, except the latest pushes", () => {
		expect(drop(-Infinity, 0)).toEqual([2_000, 2_500]);
		ledger.applyEvent(someEvent(99_999, { type: "donation", agoMs: 1_000 }), noonMs);
		expect(drop(undefined, 1_000_000)).toEqual([2_000, 2_501]);
		expect(drop(undefined, 1_800_000)).toEqual([2_000, 3]);
		expect(ledger.coverage.fromMs("donation")).toBe(Infinity);
	});

	it("of a type that a later snapshot covers are kept, however many are pushed", () => {
		for (const elapsedMs of [0, 1_800_000, 1_800_000]) drop(undefined, elapsedMs);
		const ids = Array.from({ length: 2_100 }, (_, index) => index + 1);
		ledger.applySnapshot(someSnapshot(ids.map(donation), { types: ["donation"] }));
		ledger.applyEvent(someEvent(99_999, { type: "donation" }), noonMs);
		expect(ledger.countFrom(["donation"], -Infinity)).toBe(2_101);
	});

	it.each([
		["began before they were pushed, after which another sync is required", 2_000, true],
		["began later", 7_000, false],
	])("that were dropped are missing in the coverage of a snapshot that %s", (_, beganMs, isMissing) => {
		const ledger = new Ledger(undefined, { ...defaultLedgerLimits, maxUnusedCount: 2 });
		ledger.dropUnneeded({ requirements: [], recentFromMs: noonMs, figures: "none" }, noonMs, 0);
		const pushed = [1, 2, 3, 4, 5, 6].map((id) => someEvent(id, { createdAtMs: noonMs + id * 1_000 }));
		for (const [index, event] of pushed.entries()) {
			ledger.applyEvent(event, event.createdAtMs);
			ledger.coverage.noteChange("follow", (index + 1) * 1_000);
		}
		const events = pushed.filter(({ createdAtMs }) => createdAtMs <= noonMs + beganMs);
		ledger.applySnapshot(someSnapshot(events, { atMs: 9_000, durationMs: 9_000 - beganMs }));
		const requirement = { types: ["follow"] as const, fromMs: noonMs - hourMs };
		expect(ledger.coverage.missing([requirement], 9_000) !== undefined).toBe(isMissing);
		expect(pushed.filter((event) => !ledger.current(event))).toEqual([]);
	});

	it("are not stored again if the service lists them with other types", () => {
		expect(drop(undefined, 0)).toEqual([2_000, 2_000]);
		const old = someEvent(12_500, { agoMs: 2_500 * 60_000 });
		ledger.applySnapshot(someSnapshot([old, donation(1)], { types: ["donation"], reachMs: old.createdAtMs }));
		expect(ledger.countFrom(["follow"], -Infinity)).toBe(2_000);
	});

	it("are dropped also if they are older than a read that the service ended", () => {
		const reachMs = noonMs - 60_000;
		ledger.applySnapshot(someSnapshot([donation(1)], { types: ["donation"], reachMs, requestedFromMs: 0 }));
		expect(ledger.coverage.fromMs("donation")).toBe(reachMs);
		expect(drop(Infinity, 0)).toEqual([2_000, 2_000]);
	});

	it("of unknown time are kept, so that the number stays incomplete", () => {
		const undated = someEvent(99_999, { createdAtMs: 0, isTimeAssumed: true });
		ledger.applySnapshot(someSnapshot([undated], { reachMs: noonMs + 1 }));
		expect(drop(-Infinity, 0)[0]).toBe(2_001);
		const counter = { metric: "followers", scope: "today", newOnly: false, uniqueOnly: false } as const;
		expect(ledger.value(counter, { nowMs: noonMs })).toMatchObject({ isIncomplete: true });
	});

	it("are not synced either", () => {
		ledger.applyEvent(someEvent(99_999, { agoMs: 2_400 * 60_000 }), noonMs);
		expect(ledger.unconfirmedFromMs(["follow"])).toBeDefined();
		drop(-Infinity, 0);
		expect(ledger.unconfirmedFromMs(["follow"])).toBeUndefined();
	});
});

describe("a session that begins in the middle of a second", () => {
	const resetMs = noonMs + 700;
	const sinceReset = { nowMs: resetMs + hourMs, sessionStartedAtMs: resetMs };
	const query = { metric: "followers", scope: "session", newOnly: false, uniqueOnly: false } as const;
	const follow = (id: string) =>
		({ id, type: "follow", createdAtMs: noonMs, isDeleted: false, person: id }) as const;

	it("counts events pushed after its start, although the service sends whole seconds", () => {
		const ledger = new Ledger();
		ledger.applySnapshot({
			types: ["follow"],
			events: [],
			reachMs: -Infinity,
			isExact: true,
			startedAtMs: noonMs - hourMs,
			atMs: 0,
		});
		ledger.applyEvent(follow("1"), noonMs + 100);
		ledger.applyEvent(follow("2"), noonMs + 900);
		expect(ledger.value(query, sinceReset)).toEqual({ kind: "count", count: 1 });
	});

	it("does not count earlier events that are received again much later", () => {
		const ledger = new Ledger();
		const since = { reachMs: noonMs - 1_000, startedAtMs: noonMs - hourMs };
		ledger.applySnapshot(someSnapshot([], since));
		ledger.applyEvent(follow("1"), noonMs + 60_000);
		expect(ledger.value(query, sinceReset)).toEqual({ kind: "count", count: 0 });
	});
});

describe("an event dated in the future", () => {
	it("gives an event dated ahead its place by id, also beside one that is dated a little ahead", () => {
		const minuteMs = 60_000;
		ledger.applySnapshot(
			someSnapshot([
				someEvent(7, { agoMs: -30 * 24 * hourMs }),
				someEvent(3, { agoMs: -2 * minuteMs }),
				someEvent(9, { agoMs: minuteMs }),
			]),
		);
		expect(ledger.newest(["follow"], 1).map(({ id }) => id)).toEqual(["3"]);
		expect(ledger.newest(["follow"], 3).map(({ id }) => id)).toEqual(["3", "9", "7"]);
	});

	it("is the latest only until another event happens", () => {
		const ledger = new Ledger();
		const ahead = someEvent(5, { createdAtMs: noonMs + 30 * 24 * 3_600_000 });
		ledger.applySnapshot(
			someSnapshot([ahead, someEvent(4, { agoMs: 1_000 }), someEvent(3, { agoMs: 2_000 })]),
		);
		const ids = () => ledger.newest(["follow"], 2).map(({ id }) => id);
		expect(ids()).toEqual(["5", "4"]);
		ledger.applyEvent(someEvent(6), noonMs);
		ledger.applyEvent(someEvent(7, { createdAtMs: noonMs + 1_000 }), noonMs + 1_000);
		expect(ids()).toEqual(["7", "6"]);
	});

	it("keeps its place among others by its id, whatever their dates, ids and types are", () => {
		const ahead = { createdAtMs: noonMs + 3_600_000 };
		const without = { id: undefined, ref: "old" };
		const ledger = new Ledger();
		ledger.applySnapshot(
			someSnapshot([
				someEvent(5, { ...ahead, type: "donation" }),
				someEvent(3, { createdAtMs: noonMs + 30_000, type: "subscription" }),
				someEvent(6, { agoMs: 1_000, type: "hosting" }),
				someEvent(1, { agoMs: 2_000, ...without }),
				someEvent(4, { agoMs: 3_000 }),
			]),
		);
		const newest = ledger.newest(["donation", "subscription", "hosting", "follow"], 5);
		expect(newest.map(({ id = "none" }) => id)).toEqual(["3", "6", "none", "5", "4"]);
	});
});

describe("an unordered list", () => {
	it.each([
		[500, 101],
		[20_000, 100],
	])("counts a live event that is dated before its read: %i ms old", (agoMs, expected) => {
		ledger = new Ledger();
		const startedAtMs = noonMs - 100;
		const unordered = {
			isUnordered: true,
			reachMs: startedAtMs - 1_000,
			requestedFromMs: noonMs - 3_600_000,
			startedAtMs,
		};
		ledger.applySnapshot(someSnapshot([someEvent(5, { agoMs: 90_000 })], { ...totals(100), ...unordered }));
		const pushed = ledger.applyEvent(someEvent(6, { agoMs }), noonMs);
		expect(count("followers", "lifetime")).toBe(expected);
		expect(pushed !== undefined).toBe(expected === 101);
	});

	it("does not count events twice that are pushed before the totals are read", () => {
		ledger = new Ledger();
		const read = (followers: number, startedAtMs: number) =>
			ledger.applySnapshot(
				someSnapshot([someEvent(5, { agoMs: 90_000 })], {
					...totals(followers),
					isUnordered: true,
					reachMs: startedAtMs - 1_000,
					requestedFromMs: noonMs - 3_600_000,
					startedAtMs,
				}),
			);
		read(100, noonMs - 5_000);
		ledger.applyEvent(someEvent(6, { agoMs: 0 }), noonMs);
		expect(read(101, noonMs - 100).isBehind).toBe(true);
		expect(count("followers", "lifetime")).toBe(101);
		expect(read(101, noonMs + 5_000).isBehind).toBe(false);
		expect(count("followers", "lifetime")).toBe(101);
	});
});

describe("a read that a limit of requests ends", () => {
	it.each([60_000, 3_600_000 - 1])(
		"lets the push decide about an event that it cannot reach: %i ms back",
		(reachAgoMs) => {
			const ledger = new Ledger();
			const [old, recent] = [
				someEvent(1, { agoMs: 3_600_000, type: "hosting", viewers: 5 }),
				someEvent(2, { agoMs: 1_000 }),
			];
			const types = ["follow", "hosting"] as const;
			ledger.applySnapshot(someSnapshot([recent, old], { types }));
			ledger.applyEvent({ ...old, viewers: 7 }, noonMs);
			expect(ledger.hasDisputes(types)).toBe(true);
			ledger.applySnapshot(
				someSnapshot([recent], {
					types,
					reachMs: noonMs - reachAgoMs,
					requestedFromMs: noonMs - 3_700_000,
					startedAtMs: noonMs + 5_000,
				}),
			);
			expect(ledger.hasDisputes(types)).toBe(false);
			expect(ledger.newest(["hosting"], 1)).toMatchObject([{ viewers: 7 }]);
			expect(ledger.unconfirmedFromMs(types)).toBeUndefined();
		},
	);

	it("confirms within seconds that a recent event was deleted, although no read reaches further back", () => {
		const ledger = new Ledger();
		const [older, deleted] = [someEvent(1, { agoMs: 30_000 }), someEvent(2, { agoMs: 2_000 })];
		ledger.applySnapshot(someSnapshot([older], { types: ["follow"] }));
		ledger.applyEvent(deleted, noonMs);
		ledger.applyEvent({ ...deleted, mayBeDeleted: true }, noonMs);
		const stopped = {
			types: ["follow"],
			requestedFromMs: noonMs - 3_600_000,
			reachMs: noonMs - 60_000,
		} as const;
		for (const laterMs of [1_000, 7_000])
			ledger.applySnapshot(
				someSnapshot([older], { ...stopped, startedAtMs: noonMs + laterMs, atMs: 100_000 + laterMs }),
			);
		expect(ledger.newest(["follow"], 5)).toMatchObject([{ id: "1" }]);
	});

	it.each([
		["was deleted, if one read did not contain it", true, "3"],
		["exists, if its first report may be a deletion", false, "2"],
	])("about a recent event that no read reaches any more: it %s", (_, isReported, newest) => {
		const ledger = new Ledger();
		const [older, event] = [someEvent(3, { agoMs: 30_000 }), someEvent(2, { agoMs: 2_000 })];
		ledger.applySnapshot(someSnapshot([older], { types: ["follow"] }));
		if (isReported) ledger.applyEvent(event, noonMs);
		ledger.applyEvent({ ...event, mayBeDeleted: true }, noonMs);
		const requestedFromMs = noonMs - 3_600_000;
		for (const [laterMs, reachMs] of [
			[1_000, noonMs - 60_000],
			[3_000, noonMs + 1],
		] as const)
			ledger.applySnapshot(
				someSnapshot(laterMs === 1_000 ? [older] : [], {
					types: ["follow"],
					requestedFromMs,
					reachMs,
					startedAtMs: noonMs + laterMs,
					atMs: 100_000 + laterMs,
				}),
			);
		expect(ledger.newest(["follow"], 1)).toMatchObject([{ id: newest }]);
	});
});

describe("an event of the second in which the first snapshot ends", () => {
	it("is removed if its deletion was pushed, although it is before the covered interval", () => {
		const ledger = new Ledger();
		const [listed, deleted] = [someEvent(1), someEvent(2)];
		ledger.applyEvent(deleted, noonMs);
		ledger.applyEvent({ ...deleted, mayBeDeleted: true }, noonMs + 300);
		ledger.applySnapshot(someSnapshot([listed], { reachMs: noonMs + 1, startedAtMs: noonMs + 400 }));
		for (const seconds of [2, 8])
			ledger.applySnapshot(
				someSnapshot([listed], { startedAtMs: noonMs + seconds * 1_000, atMs: seconds * 1_000 }),
			);
		expect(ledger.countFrom(["follow"], -Infinity)).toBe(2);
		expect(ledger.newest(["follow"], 5).map(({ id }) => id)).toEqual(["1"]);
	});
});

describe("an event whose time the list omitted", () => {
	it("no longer makes numbers incomplete when a list with all times does not contain it", () => {
		const ledger = new Ledger();
		const today = { metric: "followers", scope: "today", newOnly: false, uniqueOnly: false } as const;
		const isIncomplete = () => {
			const value = ledger.value(today, { nowMs: noonMs });
			return value.kind !== "unknown" && value.isIncomplete === true;
		};
		const undated = someEvent(1, { createdAtMs: 0, isTimeAssumed: true });
		const apply = (events: readonly StreamEvent[], laterMs: number) => {
			const reachMs = events.length === 0 ? -Infinity : noonMs - 86_400_000;
			const snapshot = { reachMs, startedAtMs: noonMs + laterMs, atMs: laterMs };
			ledger.applySnapshot(someSnapshot(events, snapshot));
		};
		const requirements = [{ types: ["follow"] as const, fromMs: noonMs - 43_200_000 }];
		ledger.dropUnneeded({ requirements, recentFromMs: noonMs, figures: "none" }, noonMs, 0);
		apply([someEvent(2), undated], 0);
		expect(isIncomplete()).toBe(true);
		// A list that is empty by mistake, and one that is older than the event.
		for (const [events, laterMs] of [[[], 10_000] as const, [[someEvent(2)], 20_000] as const]) {
			apply(events, laterMs);
			expect(isIncomplete()).toBe(true);
			apply([someEvent(2), undated], laterMs + 5_000);
		}
		expect(isIncomplete()).toBe(true);
		apply([someEvent(2)], 200_000);
		expect(isIncomplete()).toBe(false);
	});

	it("is kept until another read dates it, if more is required than a list with all times shows", () => {
		const ledger = new Ledger();
		const old = someEvent(1, { agoMs: 60_000 });
		const undated = someEvent(3, { createdAtMs: 0, isTimeAssumed: true });
		ledger.applySnapshot(someSnapshot([someEvent(2), old, undated]));
		const requirements = [{ types: ["follow"] as const, fromMs: 0 }];
		ledger.dropUnneeded({ requirements, recentFromMs: noonMs, figures: "none" }, noonMs, 0);
		const head = { startedAtMs: noonMs + 200_000, reachMs: old.createdAtMs };
		for (const atMs of [200_000, 205_000])
			ledger.applySnapshot(someSnapshot([someEvent(2), old], { ...head, atMs }));
		expect(ledger.countFrom(["follow"], -Infinity)).toBe(3);
		expect(ledger.coverage.missing(requirements, 205_000)).toBe(0);
	});

	it("is dropped when more is kept that no sync reads", () => {
		const ledger = new Ledger();
		const undated = someEvent(3, { createdAtMs: 0, isTimeAssumed: true });
		ledger.applySnapshot(someSnapshot([someEvent(2), undated]));
		const [requirements, kept] = [noonMs, 0].map((fromMs) => [{ types: ["follow"] as const, fromMs }]);
		ledger.dropUnneeded(
			{ requirements: requirements ?? [], kept: kept ?? [], recentFromMs: noonMs, figures: "none" },
			noonMs,
			0,
		);
		ledger.applySnapshot(
			someSnapshot([someEvent(2)], { startedAtMs: noonMs + 200_000, reachMs: noonMs, atMs: 200_000 }),
		);
		expect(ledger.countFrom(["follow"], -Infinity)).toBe(1);
	});

	it("is dropped when more was only required recently", () => {
		const ledger = new Ledger();
		const undated = someEvent(3, { createdAtMs: 0, isTimeAssumed: true });
		ledger.applySnapshot(someSnapshot([someEvent(2), undated]));
		for (const [fromMs, atMs] of [[0, 0] as const, [noonMs, 1_000] as const]) {
			const requirements = [{ types: ["follow"] as const, fromMs }];
			ledger.dropUnneeded({ requirements, recentFromMs: noonMs, figures: "none" }, noonMs, atMs);
		}
		const head = { startedAtMs: noonMs + 200_000, reachMs: noonMs, atMs: 200_000 };
		ledger.applySnapshot(someSnapshot([someEvent(2)], head));
		expect(ledger.countFrom(["follow"], -Infinity)).toBe(1);
	});
});

describe("an empty list while events are stored", () => {
	it("does not extend the coverage until a second one confirms it", () => {
		const ledger = new Ledger();
		const reachMs = noonMs - 60_000;
		ledger.applySnapshot(someSnapshot([someEvent(1)], { reachMs }));
		const applyEmpty = (laterMs: number) => {
			ledger.applySnapshot(someSnapshot([], { startedAtMs: noonMs + laterMs, atMs: laterMs }));
			return ledger.coverage.fromMs("follow");
		};
		expect([200_000, 205_000].map(applyEmpty)).toEqual([reachMs, -Infinity]);
	});
});
