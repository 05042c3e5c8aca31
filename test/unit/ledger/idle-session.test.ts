import { beforeEach, describe, expect, it } from "vitest";

import { Ledger } from "../../../src/ledger/ledger";
import { noonMs, someEvent, someSnapshot } from "./some-events";

const hourMs = 3_600_000;
const idleMs = 4 * hourMs;
let ledger: Ledger;

beforeEach(() => {
	ledger = new Ledger();
});

const listed = (...hoursAgo: readonly number[]) => {
	const events = hoursAgo.map((hours, index) => someEvent(index + 1, { agoMs: hours * hourMs }));
	ledger.applySnapshot(someSnapshot(events));
};
const startHoursAgo = (sessionHoursAgo: number, nowMs = noonMs) => {
	const startMs = ledger.idleSession.next(noonMs - sessionHoursAgo * hourMs, idleMs, nowMs);
	return startMs === undefined ? undefined : (noonMs - startMs) / hourMs;
};

describe("an automatic session", () => {
	it("begins with the first event after hours without one", () => {
		listed(20, 19, 3, 2, 1);
		expect(startHoursAgo(21)).toBe(3);
	});

	it("is the newest of several candidates", () => {
		listed(40, 30, 20, 1);
		expect(startHoursAgo(41)).toBe(1);
	});

	it("requires an event before and after the idle time", () => {
		listed(3);
		expect(startHoursAgo(21)).toBeUndefined();
		expect(startHoursAgo(2)).toBeUndefined();
	});

	it("does not begin with a deleted event, a test, or an event dated in the future", () => {
		const before = someEvent(1, { agoMs: 10 * hourMs });
		for (const changes of [{ isDeleted: true }, { isTest: true }, { createdAtMs: noonMs + hourMs }]) {
			ledger = new Ledger();
			ledger.applySnapshot(someSnapshot([before, someEvent(2, changes)]));
			expect(startHoursAgo(11)).toBeUndefined();
		}
	});

	it("does not begin while a type of event is not covered back to the session's start", () => {
		const events = [someEvent(1, { agoMs: 10 * hourMs }), someEvent(2)];
		ledger.applySnapshot(someSnapshot(events, { types: ["follow"] }));
		expect(startHoursAgo(11)).toBeUndefined();
		ledger.applySnapshot(someSnapshot(events));
		expect(startHoursAgo(11)).toBe(0);
	});

	it("is detected again after an undo", () => {
		listed(20, 3);
		expect(startHoursAgo(21)).toBe(3);
		expect(startHoursAgo(3)).toBeUndefined();
		expect(startHoursAgo(21)).toBe(3);
	});

	it("begins with a pushed event", () => {
		listed(20, 19);
		expect(startHoursAgo(21)).toBeUndefined();
		ledger.applyEvent(someEvent(9), noonMs);
		expect(startHoursAgo(21)).toBe(0);
	});
});
