import { describe, expect, it } from "vitest";

import { Ledger } from "../../../src/ledger/ledger";
import { ignoredNamesFrom } from "../../../src/state/events/ignored-names";
import { streamEventTypes, type StreamEvent } from "../../../src/state/events/stream-event";
import { noonMs, someEvent, someSnapshot } from "./some-events";

const context = { nowMs: noonMs, currency: "EUR", sessionStartedAtMs: noonMs - 3_600_000 };
const min = { amount: 10, currency: "EUR" };
const money = (euros: number, currency = "EUR") => ({ minorUnits: euros * 100, currency });
const donation = (id: number, person: string, euros: number, more: Partial<StreamEvent> = {}) =>
	someEvent(id, { agoMs: 60_000 - id * 1_000, type: "donation", person, amount: money(euros), ...more });

function ledgerOf(events: readonly StreamEvent[]): Ledger {
	const ledger = new Ledger();
	ledger.thanks.resume({}, context.sessionStartedAtMs);
	ledger.applySnapshot(someSnapshot(events));
	return ledger;
}

const waiting = (ledger: Ledger, limit?: typeof min) => {
	const names: (string | undefined)[] = [];
	for (;;) {
		const thanked = ledger.thanks.thankNext(["donation"], noonMs, limit);
		if (!thanked) return names;
		names.push(thanked.event.person);
	}
};

describe("ignored names", () => {
	const events = [donation(1, "Ann", 5), donation(2, "Bot", 50), someEvent(3, { person: "bot" })];
	const ranked = (ledger: Ledger) => {
		const value = ledger.supporters({ by: "donation", scope: "session" }, context);
		return value.kind === "ranking" ? value.supporters.map(({ person }) => person) : [];
	};

	it("are never the latest, thanked, ranked or listed, and are counted", () => {
		const ledger = ledgerOf(events);
		ledger.ignore(ignoredNamesFrom("BOT"));
		expect(ledger.newest(streamEventTypes, 5).map(({ person }) => person)).toEqual(["Ann"]);
		expect(ledger.thanks.waitingCount(streamEventTypes, noonMs)).toBe(1);
		expect(ranked(ledger)).toEqual(["Ann"]);
		const listed = ledger.sessionEvents({ types: streamEventTypes, limit: 10 }, context);
		expect(listed?.map(({ person }) => person)).toEqual(["Ann"]);
		const query = { metric: "donations", scope: "session", newOnly: false, uniqueOnly: false } as const;
		expect(ledger.value(query, context)).toMatchObject({ count: 2 });
	});

	it("wait and are ranked again once they are no longer ignored, also while the ledger is in use", () => {
		const ledger = ledgerOf(events);
		expect(ranked(ledger)).toEqual(["Bot", "Ann"]);
		ledger.ignore(ignoredNamesFrom("Bot, Ann"));
		expect([ranked(ledger), ledger.thanks.waitingCount(streamEventTypes, noonMs)]).toEqual([[], 0]);
		ledger.applyEvent(donation(4, "Ann", 7), noonMs);
		expect([ranked(ledger), ledger.thanks.waitingCount(streamEventTypes, noonMs)]).toEqual([[], 0]);
		ledger.ignore(ignoredNamesFrom("Bot"));
		expect(ranked(ledger)).toEqual(["Ann", "Ann"]);
		expect(ledger.thanks.next(streamEventTypes)?.person).toBe("Ann");
		expect(ledger.thanks.waitingCount(streamEventTypes, noonMs)).toBe(2);
	});
});

describe("a minimum amount", () => {
	const events = [
		donation(1, "Ann", 5),
		donation(2, "Bob", 10),
		donation(3, "Cyd", 1, { amount: money(1, "USD") }),
		donation(4, "Dan", 9),
		donation(5, "Eve", 20),
	];

	it("leaves smaller donations out of the newest, of the queue and of the session", () => {
		const ledger = ledgerOf(events);
		const names = (list: readonly StreamEvent[] = []) => list.map(({ person }) => person);
		expect(names(ledger.newest(["donation"], 2, min))).toEqual(["Eve", "Cyd"]);
		expect(names(ledger.sessionEvents({ types: ["donation"], limit: 9, min }, context))).toEqual([
			...["Bob", "Cyd", "Eve"],
		]);
		expect(ledger.thanks.waitingCount(["donation"], noonMs, min)).toBe(3);
		expect(ledger.thanks.waitingCount(["donation", "follow"], noonMs)).toBe(5);
		expect(waiting(ledger, min)).toEqual(["Bob", "Cyd", "Eve"]);
		expect(ledger.thanking(["donation"], noonMs, min)?.event.person).toBe("Eve");
		expect(waiting(ledger)).toEqual(["Ann", "Dan"]);
		expect(ledger.thanking(["donation"], noonMs, min)).toBeUndefined();
	});

	it("follows new, corrected and removed donations", () => {
		const ledger = ledgerOf(events);
		const count = () => ledger.thanks.waitingCount(["donation"], noonMs, min);
		expect(count()).toBe(3);
		ledger.applyEvent(donation(6, "Fay", 30), noonMs);
		ledger.applyEvent(donation(7, "Gus", 3), noonMs);
		expect(count()).toBe(4);
		const corrected = [donation(1, "Ann", 500), ...events.slice(1, 4), donation(5, "Eve", 2)];
		ledger.applySnapshot(
			someSnapshot([...corrected, donation(6, "Fay", 30), donation(7, "Gus", 3)], { atMs: 6_000 }),
		);
		expect(waiting(ledger, min)).toEqual(["Ann", "Bob", "Cyd", "Fay"]);
	});

	it("clears only what is displayed, and an undo restores all", () => {
		const ledger = ledgerOf(events);
		const counts = () =>
			[min, undefined].map((limit) => ledger.thanks.waitingCount(["donation"], noonMs, limit));
		const undo = ledger.thanks.clear(["donation"], noonMs, min);
		expect(counts()).toEqual([0, 2]);
		expect(undo?.()).toBe(true);
		expect(counts()).toEqual([3, 5]);
		ledger.thanks.clear(["donation"], noonMs);
		expect(counts()).toEqual([0, 0]);
	});

	it("counts those who wait for any number of minimum amounts", () => {
		const ledger = ledgerOf(events);
		const countFrom = (amount: number) =>
			ledger.thanks.waitingCount(["donation"], noonMs, { ...min, amount });
		for (let amount = 1; amount <= 40; amount++) countFrom(amount);
		expect([countFrom(min.amount), countFrom(0)]).toEqual([3, 5]);
	});
});

describe("the events of the session", () => {
	const at = (id: number, agoMs: number, more: Partial<StreamEvent> = {}) =>
		someEvent(id, { agoMs, person: `p${id}`, ...more });

	it("are listed oldest first, without tests, deleted ones and those before it", () => {
		const ledger = ledgerOf([
			...[at(6, 1_000), at(5, 2_000, { isDeleted: true }), at(4, 3_000, { type: "hosting" })],
			...[at(3, 4_000, { isTest: true }), at(2, 3_600_000), at(1, 3_601_000)],
		]);
		const ids = (limit: number) =>
			ledger.sessionEvents({ types: streamEventTypes, limit }, context)?.map(({ id }) => id);
		expect(ids(10)).toEqual(["2", "4", "6"]);
		expect(ids(2)).toEqual(["4", "6"]);
	});

	it("are listed in the order of their ids if one is dated ahead", () => {
		const ledger = ledgerOf([at(6, 1_000), at(5, -86_400_000), at(4, 3_000)]);
		const listed = ledger.sessionEvents({ types: streamEventTypes, limit: 10 }, context);
		expect(listed?.map(({ id }) => id)).toEqual(["4", "5", "6"]);
	});

	it("are unknown while events or user names may be missing, and without a session", () => {
		const ledger = ledgerOf([]);
		const selection = { types: streamEventTypes, limit: 10 };
		expect(ledger.sessionEvents(selection, { nowMs: noonMs })).toBeUndefined();
		expect(new Ledger().sessionEvents(selection, context)).toBeUndefined();
		const unnamed = new Ledger();
		unnamed.applySnapshot(someSnapshot([], { namedFromMs: noonMs - 1_000 }));
		expect(unnamed.sessionEvents(selection, context)).toBeUndefined();
	});
});
