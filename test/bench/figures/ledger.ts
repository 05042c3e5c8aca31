import { parseStreamEvent } from "../../../src/service/schemas/event-schema";
import type { CounterQuery } from "../../../src/state/counters/counter-query";
import { Ledger } from "../../../src/ledger/ledger";
import type { StreamEvent } from "../../../src/state/events/stream-event";
import { createAccount } from "../../world/service/data/account";
import { renderEvent } from "../../world/service/shapes/render-event";
import { shapePresets } from "../../world/service/shapes/shapes";
import type { Bench, Figure } from "../figure";
import { growthExponent, median } from "../statistics";

const historySizes = [1_000, 10_000, 100_000, 1_000_000];
const dayMs = 86_400_000;
/** Number of folded events, and number of rounds; the result is the median. */
const batchSize = 500;
const batches = 9;

const year = { scope: "year", newOnly: false, uniqueOnly: false } as const;
const queries: readonly CounterQuery[] = [
	{ ...year, metric: "followers" },
	{ ...year, metric: "followers", uniqueOnly: true },
	{ ...year, metric: "donationAmount" },
];

/** Measures the cost of one event without a socket, parsed and folded into three numbers of a year, by earlier events. */
export const ledgerFigures: Bench = async () => {
	const points = historySizes.map((size) => [size, foldTimeUs(size)] as const);
	const note = points.map(([size, us]) => `${size}: ${us.toFixed(1)} µs`).join(", ");
	const plugin = growthExponent(points);
	return [
		{ name: "growth with history (10³ … 10⁶)", plugin, unit: "", target: "exponent 0", note },
	] satisfies Figure[];
};

/** Returns microseconds for one event after this number of events in the year. */
function foldTimeUs(size: number): number {
	const nowMs = Date.now();
	const ledger = new Ledger();
	const context = { nowMs, currency: "EUR" };
	const startedAtMs = nowMs - dayMs;
	const events = Array.from({ length: size }, (_, index) => pastEvent(index, startedAtMs - index * 1_000));
	const types = ["follow", "donation"] as const;
	const fromMs = nowMs - 400 * dayMs;
	ledger.applySnapshot({ types, events, reachMs: fromMs, isExact: true, startedAtMs: nowMs, atMs: 0 });
	for (const query of queries) ledger.value(query, context);
	const account = createAccount(nowMs);
	let id = 5_000_000;
	return medianUs(() => {
		const username = `late_${id}`;
		const createdAtMs = nowMs - 1_000;
		const stored = { id: id++, ref: `t${id}`, type: "follow", username, createdAtMs, insertedAtMs: nowMs };
		const wire = renderEvent(stored, "socket", account, shapePresets.documented);
		return () => {
			const event = parseStreamEvent(wire, { now: () => nowMs });
			if (event) ledger.applyEvent(event, nowMs);
			for (const query of queries) ledger.value(query, context);
		};
	});
}

function pastEvent(index: number, createdAtMs: number): StreamEvent {
	const common = { id: String(4_000_000 - index), createdAtMs, isDeleted: false };
	const person = `viewer_${index % 5_000}`;
	if (index % 2 === 0) return { ...common, type: "follow", person };
	return { ...common, type: "donation", person, amount: { minorUnits: 500, currency: "EUR" } };
}

/** @param prepare Set-up that is not measured. */
function medianUs(prepare: () => () => unknown): number {
	const durationsUs = Array.from({ length: batches }, () => {
		const runs = Array.from({ length: batchSize }, prepare);
		const startMs = performance.now();
		for (const run of runs) run();
		return ((performance.now() - startMs) * 1_000) / batchSize;
	});
	return median(durationsUs.slice(1));
}
