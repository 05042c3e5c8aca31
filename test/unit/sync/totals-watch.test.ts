import { describe, expect, it } from "vitest";

import { confirmationDelayMs, maxResponseAgeMs } from "../../../src/ledger/timing";
import { TotalsWatch, type WatchedSnapshot } from "../../../src/sync/totals-watch";
import { minSyncIntervalMs } from "../../../src/sync/timing";
import { someEvent } from "../ledger/some-events";

const totals = { followers: 10, byProvider: {} };
const more = { followers: 11, byProvider: {} };
const donation = (minorUnits: number) =>
	someEvent(1, { type: "donation", amount: { minorUnits, currency: "EUR" } });

function setUp() {
	const watch = new TotalsWatch();
	const applyRead = (nowMs: number, changes: Partial<WatchedSnapshot> = {}) =>
		watch.applySnapshot({ totals, missed: [], needsConfirmation: false, nowMs, ...changes });
	const applySnapshot: typeof applyRead = (nowMs, changes) => {
		watch.noteSyncBegun();
		return applyRead(nowMs, changes);
	};
	return { watch, applyRead, applySnapshot };
}

describe("the totals", () => {
	it("are not watched once they are known and consistent", () => {
		const { applySnapshot } = setUp();
		expect(applySnapshot(0)).toBe(false);
		expect(applySnapshot(1_000)).toBe(false);
		expect(applySnapshot(2_000, { totals: undefined })).toBe(false);
	});

	it("are requested once more after joining, later than the confirmation delay", () => {
		const { watch, applySnapshot } = setUp();
		expect(minSyncIntervalMs).toBeGreaterThan(confirmationDelayMs);
		watch.noteJoined(1_000);
		expect(applySnapshot(1_000)).toBe(true);
		expect(applySnapshot(1_000 + minSyncIntervalMs - 1, { totals: undefined })).toBe(true);
		expect(applySnapshot(1_000 + minSyncIntervalMs)).toBe(false);
	});

	it.each([
		["a follow", someEvent(1)],
		["a subscription", someEvent(1, { type: "subscription" })],
		["a donation", donation(500)],
	])("are watched for a minute when %s did not change them, and no longer", (_, event) => {
		const { watch, applySnapshot } = setUp();
		applySnapshot(0);
		watch.noteEvent(event, 500);
		expect(applySnapshot(1_000)).toBe(true);
		expect(applySnapshot(1_000 + 59_999)).toBe(true);
		expect(applySnapshot(1_000 + 60_000)).toBe(false);
	});

	it.each([
		["a hosting", someEvent(1, { type: "hosting" })],
		["a renewal", someEvent(1, { type: "subscription", resub: 3 })],
		["a donation of zero", donation(0)],
	])("are not expected to change by %s", (_, event) => {
		const { watch, applySnapshot } = setUp();
		applySnapshot(0);
		watch.noteEvent(event, 500);
		expect(applySnapshot(1_000)).toBe(false);
		expect(applySnapshot(2_000, { missed: [event] })).toBe(false);
	});

	it("are confirmed when they changed as expected", () => {
		const { watch, applySnapshot } = setUp();
		applySnapshot(0);
		watch.noteEvent(someEvent(1), 500);
		expect(applySnapshot(1_000, { totals: more })).toBe(false);
	});

	it("are not expected to change by an event that is older than a response can be", () => {
		const { watch, applySnapshot } = setUp();
		applySnapshot(0);
		watch.noteEvent(someEvent(1), 500);
		expect(applySnapshot(500 + maxResponseAgeMs)).toBe(false);
	});

	it("may include events before the sync began, not later ones", () => {
		const { watch, applyRead, applySnapshot } = setUp();
		applySnapshot(0);
		watch.noteSyncBegun();
		watch.noteMove(900);
		expect(applyRead(1_000)).toBe(false);
		expect(applySnapshot(2_000)).toBe(true);
	});

	it("are watched when they did not change by the missed events, or the expected change is unknown", () => {
		const { applySnapshot } = setUp();
		applySnapshot(0);
		expect(applySnapshot(1_000, { missed: [someEvent(1)] })).toBe(true);
		const other = setUp();
		other.applySnapshot(0);
		expect(other.applySnapshot(1_000, { missed: [someEvent(1)], totals: more })).toBe(false);
		expect(other.applySnapshot(2_000, { missed: [donation(500)], totals: { ...more, followers: 12 } })).toBe(
			true,
		);
	});

	it("are watched while a snapshot disagrees, and for a minute afterwards", () => {
		const { applySnapshot } = setUp();
		expect(applySnapshot(0, { needsConfirmation: true })).toBe(true);
		expect(applySnapshot(30_000)).toBe(true);
		expect([applySnapshot(89_999), applySnapshot(90_000)]).toEqual([true, false]);
		expect(applySnapshot(200_000, { totals: undefined, needsConfirmation: true })).toBe(true);
	});
});
