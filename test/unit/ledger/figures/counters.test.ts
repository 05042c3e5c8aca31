import { describe, expect, it } from "vitest";

import type { CounterScope } from "../../../../src/state/counters/counter-query";
import { Coverage } from "../../../../src/ledger/coverage";
import { Counters } from "../../../../src/ledger/figures/counters";
import { EventLog } from "../../../../src/ledger/log/event-log";
import { LifetimeFigures } from "../../../../src/ledger/figures/lifetime-figures";
import { noonMs, someEntry, someSnapshot } from "../some-events";

describe("counters", () => {
	it("are updated while they are used, and counted again after they were unused", () => {
		const log = new EventLog();
		const coverage = new Coverage();
		const counters = new Counters(log, coverage, new LifetimeFigures(), (name) => name);
		const count = (scope: CounterScope) =>
			counters.value(
				{ metric: "followers", scope, newOnly: false, uniqueOnly: false },
				{ nowMs: noonMs, currency: "EUR" },
			);
		coverage.add(someSnapshot([]), noonMs);
		const [reported, unreported] = [someEntry(1), someEntry(2)];
		log.addAll([reported]);
		for (const scope of ["today", "year"] as const) expect(count(scope)).toEqual({ kind: "count", count: 1 });
		counters.forgetUnused();
		count("year");
		counters.forgetUnused();
		// The counters do not receive this change: a kept one stays wrong, one that was dropped counts again.
		log.addAll([unreported]);
		expect([count("year"), count("today")]).toEqual([
			{ kind: "count", count: 1 },
			{ kind: "count", count: 2 },
		]);
	});
});
