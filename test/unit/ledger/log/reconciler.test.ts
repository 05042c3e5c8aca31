import { beforeEach, describe, expect, it } from "vitest";

import { Ledger } from "../../../../src/ledger/ledger";
import type { Snapshot } from "../../../../src/ledger/snapshot";
import type { StreamEvent } from "../../../../src/state/stream-event";
import { noonMs, someEvent, someSnapshot } from "../some-events";

let ledger: Ledger;
const look = (events: readonly StreamEvent[], laterMs: number, changes: Partial<Snapshot> = {}) =>
	ledger.applySnapshot(someSnapshot(events, { startedAtMs: noonMs + laterMs, atMs: laterMs, ...changes }));

const old = someEvent(1, { agoMs: 60_000 });

beforeEach(() => {
	ledger = new Ledger();
	look([someEvent(2), old], 0);
});

describe("an event on which a look has to decide", () => {
	it("is one of its own kind, as long as the log goes back to it", () => {
		ledger.applySnapshot(someSnapshot([], { types: ["donation"] }));
		ledger.applyEvent(someEvent(3, { type: "donation", agoMs: 90_000 }), noonMs);
		expect(ledger.unconfirmedFromMs(["follow", "hosting"])).toBeUndefined();
		expect(ledger.unconfirmedFromMs(["follow", "donation"])).toBe(noonMs - 90_000 - 120_000);
	});

	it("is one that was told live before any look went back to it, and that the list lacks", () => {
		ledger = new Ledger();
		const early = someEvent(3, { agoMs: 3_600_000 });
		ledger.applyEvent(early, early.createdAtMs);
		look([someEvent(2)], 0, { reachMs: noonMs - 1_000 });
		look([someEvent(2), old], 1_000);
		expect(ledger.unconfirmedFromMs(["follow"])).toBe(early.createdAtMs - 120_000);
		look([someEvent(2), old], 6_000);
		expect(ledger.current(early)).toBeUndefined();
		expect(ledger.unconfirmedFromMs(["follow"])).toBeUndefined();
	});

	it("is not removed when it was listed again between two snapshots without it", () => {
		const vanishing = someEvent(3, { agoMs: 30_000 });
		const newer = someEvent(4, { createdAtMs: noonMs + 500 });
		look([someEvent(2), vanishing, old], 0);
		look([newer, someEvent(2), old], 1_000);
		look([newer, someEvent(2), vanishing, old], 6_000);
		look([newer, someEvent(2), old], 3_600_000);
		expect(ledger.current(vanishing)).toBeDefined();
		look([newer, someEvent(2), old], 3_605_000);
		expect(ledger.current(vanishing)).toBeUndefined();
	});

	it("is none that the list itself shows as deleted", () => {
		look([{ ...someEvent(2), isDeleted: true }, old], 1_000);
		look([old], 2_000);
		expect(ledger.unconfirmedFromMs(["follow"])).toBeUndefined();
	});

	it("is not lacking where a look ends before its time, which is a guess", () => {
		ledger.applyEvent(someEvent(3, { isTimeAssumed: true }), noonMs);
		look([someEvent(3, { isTimeAssumed: true }), someEvent(2), old], 1_000);
		const reach = { reachMs: noonMs - 119_999, totalCount: 3 };
		expect(look([someEvent(2), old], 2_000, reach)).toMatchObject({
			hasCountMismatch: false,
			isBehind: false,
		});
		const further = { reachMs: noonMs - 120_000, totalCount: 3 };
		expect(look([someEvent(2), old], 3_000, further)).toMatchObject({
			hasCountMismatch: true,
			hasChanges: true,
		});
	});
});

describe("a look that lacks an event", () => {
	const lookTwice = (newest: StreamEvent) => {
		for (const laterMs of [10_000, 16_000]) look([newest, old], laterMs);
		return ledger.current(someEvent(2));
	};

	it("is newer than that where it holds something that came later", () => {
		expect(lookTwice(someEvent(3, { agoMs: -1_000 }))).toBeUndefined();
	});

	it("is not by what claims to be from the time to come, or bears a time that is a guess", () => {
		expect(lookTwice(someEvent(3, { agoMs: -3_600_000 }))).toBeDefined();
		expect(lookTwice(someEvent(4, { agoMs: -1_000, isTimeAssumed: true }))).toBeDefined();
	});
});
