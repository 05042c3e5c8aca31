import { expect, it } from "vitest";

import { Ledger } from "../../../src/ledger/ledger";
import { defaultLedgerLimits } from "../../../src/ledger/ledger-limits";
import { noonMs, someEvent, someSnapshot } from "./some-events";

it("keeps what was required within the last half hour", () => {
	const ledger = new Ledger(undefined, { ...defaultLedgerLimits, minRetainedCount: 1 });
	ledger.applySnapshot(someSnapshot([someEvent(1, { createdAtMs: 95 })], { reachMs: 0 }));
	const keptFromMs = (fromMs: number, elapsedMs: number) => {
		const requirements = [{ types: ["follow"] as const, fromMs }];
		ledger.dropUnneeded({ requirements, recentFromMs: Infinity, figures: "none" }, noonMs, elapsedMs);
		return ledger.coverage.fromMs("follow");
	};
	expect(keptFromMs(5, 0)).toBe(5);
	expect(keptFromMs(90, 1_799_999)).toBe(5);
	expect(keptFromMs(5, 1_799_999)).toBe(5);
	expect(keptFromMs(90, 3_599_998)).toBe(5);
	expect(keptFromMs(90, 3_599_999)).toBe(90);
});
