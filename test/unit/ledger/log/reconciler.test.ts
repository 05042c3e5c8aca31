import { beforeEach, describe, expect, it } from "vitest";

import { Ledger } from "../../../../src/ledger/ledger";
import { defaultLedgerLimits } from "../../../../src/ledger/ledger-limits";
import type { Snapshot } from "../../../../src/ledger/snapshot";
import type { StreamEvent } from "../../../../src/state/events/stream-event";
import { noonMs, someEvent, someSnapshot } from "../some-events";

let ledger: Ledger;
const applySnapshot = (events: readonly StreamEvent[], laterMs: number, changes: Partial<Snapshot> = {}) =>
	ledger.applySnapshot(someSnapshot(events, { startedAtMs: noonMs + laterMs, atMs: laterMs, ...changes }));

const old = someEvent(1, { agoMs: 60_000 });

beforeEach(() => {
	ledger = new Ledger();
	applySnapshot([someEvent(2), old], 0);
});

describe("an unconfirmed event", () => {
	it("requires a snapshot of its own type, within the coverage of the log", () => {
		ledger.applySnapshot(someSnapshot([], { types: ["donation"] }));
		ledger.applyEvent(someEvent(3, { type: "donation", agoMs: 90_000 }), noonMs);
		expect(ledger.unconfirmedFromMs(["follow", "hosting"])).toBeUndefined();
		expect(ledger.unconfirmedFromMs(["follow", "donation"])).toBe(noonMs - 90_000 - 120_000);
	});

	it("can be a push older than the first snapshot that the list does not contain", () => {
		ledger = new Ledger();
		const early = someEvent(3, { agoMs: 3_600_000 });
		ledger.applyEvent(early, early.createdAtMs);
		applySnapshot([someEvent(2)], 0, { reachMs: noonMs - 1_000 });
		applySnapshot([someEvent(2), old], 1_000);
		expect(ledger.unconfirmedFromMs(["follow"])).toBe(early.createdAtMs - 120_000);
		applySnapshot([someEvent(2), old], 6_000);
		expect(ledger.current(early)).toBeUndefined();
		expect(ledger.unconfirmedFromMs(["follow"])).toBeUndefined();
	});

	it("is removed soon when its deletion was pushed, also if the first page of a busy list begins after it", () => {
		ledger = new Ledger();
		const deleted = someEvent(3, { agoMs: 31_000 });
		ledger.applyEvent(deleted, noonMs);
		ledger.applyEvent({ ...deleted, mayBeDeleted: true }, noonMs);
		applySnapshot([someEvent(2)], 1_000, { reachMs: noonMs - 1_000 });
		for (const laterMs of [2_000, 8_000]) applySnapshot([someEvent(2), old], laterMs);
		expect(ledger.current(deleted)).toBeUndefined();
	});

	it.each([
		["is not sorted", { isUnordered: true, hasGaps: true }],
		["is ended by the service after it", {}],
	])(
		"is removed by reads of its type when its deletion was pushed, while the list of all types %s",
		(_, changes) => {
			const deleted = someEvent(3, { agoMs: 100 });
			ledger.applyEvent(deleted, noonMs);
			ledger.applyEvent({ ...deleted, mayBeDeleted: true }, noonMs);
			for (const laterMs of [2_000, 8_000]) {
				const reachMs = noonMs + laterMs - 1_000;
				applySnapshot([], laterMs, { reachMs, requestedFromMs: -Infinity, ...changes });
				expect(ledger.hasDisputes(["follow"])).toBe(laterMs === 2_000);
				applySnapshot([old], laterMs + 100, { types: ["follow"], totals: undefined });
			}
			expect(ledger.current(deleted)).toBeUndefined();
			expect(ledger.hasDisputes(["follow"])).toBe(false);
		},
	);

	it("is disputed for a minute when its deletion was pushed and no read reaches it", () => {
		const deleted = someEvent(3, { agoMs: 100 });
		ledger.applyEvent(deleted, noonMs);
		ledger.applyEvent({ ...deleted, mayBeDeleted: true }, noonMs);
		const isDisputedAt = (laterMs: number) => {
			applySnapshot([], laterMs, { reachMs: noonMs + laterMs, requestedFromMs: -Infinity });
			return ledger.hasDisputes(["follow"]);
		};
		expect([59_000, 60_000].map(isDisputedAt)).toEqual([true, false]);
	});

	it("is not a late push that was dropped at once, because many events of an unused type arrive", () => {
		ledger = new Ledger(undefined, { ...defaultLedgerLimits, maxUnusedCount: 1 });
		ledger.dropUnneeded({ requirements: [], recentFromMs: noonMs, figures: "none" }, noonMs, 0);
		const late = someEvent(1, { agoMs: 20_000 });
		const events = [someEvent(2), someEvent(3), someEvent(4)];
		for (const event of [...events, late]) ledger.applyEvent(event, noonMs);
		applySnapshot([...events, late], 120_000);
		expect(ledger.hasDisputes(["follow"])).toBe(false);
	});

	it("is not removed when it was listed again between two snapshots without it", () => {
		const vanishing = someEvent(3, { agoMs: 30_000 });
		const newer = someEvent(4, { createdAtMs: noonMs + 500 });
		applySnapshot([someEvent(2), vanishing, old], 0);
		applySnapshot([newer, someEvent(2), old], 1_000);
		applySnapshot([newer, someEvent(2), vanishing, old], 6_000);
		applySnapshot([newer, someEvent(2), old], 3_600_000);
		expect(ledger.current(vanishing)).toBeDefined();
		applySnapshot([newer, someEvent(2), old], 3_605_000);
		expect(ledger.current(vanishing)).toBeUndefined();
	});

	it.each([
		["soon if it was listed", true, undefined],
		["later if it was only pushed, because the list may date it earlier", false, expect.anything()],
	])("at the end of a page from the middle of the list is removed %s", (_, wasListed, expected) => {
		const deleted = someEvent(3, { agoMs: 30_000 });
		if (wasListed) applySnapshot([someEvent(2), deleted, old], 0);
		else ledger.applyEvent(deleted, noonMs);
		const page = { reachMs: deleted.createdAtMs, untilMs: Infinity };
		for (const laterMs of [200_000, 206_000]) applySnapshot([someEvent(2)], laterMs, page);
		expect(ledger.current(deleted)).toEqual(expected);
		applySnapshot([someEvent(2)], 400_000, page);
		expect(ledger.current(deleted)).toBeUndefined();
	});

	it("is not an event that the list itself marks as deleted", () => {
		applySnapshot([{ ...someEvent(2), isDeleted: true }, old], 1_000);
		applySnapshot([old], 2_000);
		expect(ledger.unconfirmedFromMs(["follow"])).toBeUndefined();
	});

	it("is not missing if a snapshot ends before its assumed time", () => {
		ledger.applyEvent(someEvent(3, { isTimeAssumed: true }), noonMs);
		applySnapshot([someEvent(3, { isTimeAssumed: true }), someEvent(2), old], 1_000);
		const reach = { reachMs: noonMs - 119_999, totalCount: 3 };
		expect(applySnapshot([someEvent(2), old], 2_000, reach)).toMatchObject({
			hasCountMismatch: false,
			isBehind: false,
		});
		const further = { reachMs: noonMs - 120_000, totalCount: 3 };
		expect(applySnapshot([someEvent(2), old], 3_000, further)).toMatchObject({
			hasCountMismatch: true,
			hasChanges: true,
		});
	});
});

describe("a snapshot without an event", () => {
	const applyTwice = (newest: StreamEvent) => {
		for (const laterMs of [10_000, 16_000]) applySnapshot([newest, old], laterMs);
		return ledger.current(someEvent(2));
	};

	it("is newer than the event if it contains a later one", () => {
		expect(applyTwice(someEvent(3, { agoMs: -1_000 }))).toBeUndefined();
	});

	it("is not newer because of an event dated in the future or with an assumed time", () => {
		expect(applyTwice(someEvent(3, { agoMs: -3_600_000 }))).toBeDefined();
		expect(applyTwice(someEvent(4, { agoMs: -1_000, isTimeAssumed: true }))).toBeDefined();
	});
});
