import type { CounterQuery } from "../../../../src/state/counters/counter-query";
import type { RecentNeed, ServiceDemand } from "../../../../src/state/service-demand";
import { noDemand } from "../../../../src/state/service-demand";
import type { MinAmount } from "../../../../src/state/events/min-amount";
import { streamEventTypes, type StreamEventType } from "../../../../src/state/events/stream-event";
import type { SupporterMeasure } from "../../../../src/state/events/supporter-measure";
import { eventTypeOf } from "../../../../src/ledger/figures/counter";
import { periodOf, type ScopePeriod } from "../../../../src/state/time/scope";
import { allQueries, describeOffset, describePeriod, describeQuery } from "./queries";
import type { Random } from "../random";

/** The part of a key that concerns the ledger. */
export type KeyModel =
	| { readonly kind: "counter"; readonly query: CounterQuery; readonly offset?: number }
	| ({ readonly kind: "supporter"; readonly by: SupporterMeasure } & ScopePeriod)
	| LatestKey;

export type LatestKey = {
	readonly kind: "latest";
	readonly types: readonly StreamEventType[];
	readonly count: number;
	/** Smaller donations are not displayed, in the account's currency. */
	readonly minAmount: number | undefined;
};

export function countersOf(queries: readonly CounterQuery[]): KeyModel[] {
	return queries.map((query) => ({ kind: "counter", query }));
}

export function queriesOf(keys: readonly KeyModel[]): CounterQuery[] {
	return keys.flatMap((key) => (key.kind === "counter" ? [key.query] : []));
}

/** Returns what the keys demand from the service, as the actions do. */
export function demandOf(keys: readonly KeyModel[]): ServiceDemand {
	const recent = keys.flatMap((key): RecentNeed[] => {
		if (key.kind === "latest") return [{ types: key.types, count: key.count, minAmount: key.minAmount }];
		return key.kind === "supporter" ? [{ types: ["donation"], count: 1 }] : [];
	});
	const supporters = keys.flatMap((key) => (key.kind === "supporter" ? [periodOf(key)] : []));
	return { ...noDemand, queries: queriesOf(keys), recent, supporters };
}

/** Returns the smallest donation that the key displays. */
export function minOf({ minAmount }: LatestKey, currency: string | undefined): MinAmount | undefined {
	return minAmount === undefined ? undefined : { amount: minAmount, currency };
}

export function describeKey(key: KeyModel): string {
	switch (key.kind) {
		case "counter":
			return `${describeQuery(key.query)}${describeOffset(key.offset)}`;
		case "supporter":
			return `top ${key.by} ${describePeriod(key)}`;
		case "latest":
			return `latest ${key.types.join(" ")}${key.minAmount === undefined ? "" : ` from ${key.minAmount}`}`;
	}
}

/** Kinds of keys that a history uses. */
export type KeyKinds = {
	readonly hasSupporters: boolean;
	readonly hasLatest: boolean;
	/** The current time in epoch milliseconds, if there are keys with custom periods. */
	readonly customNowMs?: number | undefined;
};

/** Draws a page of one to eight keys. */
export function drawPage(random: Random, { hasSupporters, hasLatest, customNowMs }: KeyKinds): KeyModel[] {
	const { metric } = random.pick(allQueries);
	// Limits matter most on pages that require one event type only.
	const isSingleType = random.chance(0.4);
	const candidates = isSingleType ? allQueries.filter((query) => query.metric === metric) : allQueries;
	const page = countersOf(Array.from({ length: random.integer(1, 6) }, () => random.pick(candidates))).map(
		(key) => (key.kind === "counter" && random.chance(0.2) ? drawOffset(key, random) : key),
	);
	if (hasSupporters && random.chance(0.4)) page.push(drawSupporter(random));
	if (hasLatest && random.chance(0.5)) page.push(drawLatest(random));
	if (customNowMs !== undefined) page.push(drawCustom(random, candidates, customNowMs, hasSupporters));
	return page;
}

function drawOffset(key: Extract<KeyModel, { kind: "counter" }>, random: Random): KeyModel {
	const isMoney = eventTypeOf(key.query.metric) === "donation";
	return { ...key, offset: random.pick(isMoney ? [-7.5, 0.1, 1_000] : [-3, 40]) };
}

const dayMs = 86_400_000;

/** Draws a counter or ranking of a period that is open, running, over, over for days, or yet to come. */
function drawCustom(
	random: Random,
	queries: readonly CounterQuery[],
	nowMs: number,
	hasSupporters: boolean,
): KeyModel {
	const fromMs = nowMs - random.pick([-1, 0.1, 2, 5, 20, 40]) * dayMs;
	const lengthMs = random.pick([Infinity, 0.05, 1, 3, 15, 30]) * dayMs;
	const to = lengthMs === Infinity ? undefined : localTimeOf(fromMs + lengthMs);
	const period = { scope: "custom", from: localTimeOf(fromMs), to } as const;
	if (hasSupporters && random.chance(0.3))
		return { kind: "supporter", by: random.pick(["donation", "total"] as const), ...period };
	const { provider: _, ...query } = random.pick(queries);
	return { kind: "counter", query: { ...query, ...period } };
}

/** Returns a time as the settings contain it: `2026-12-01T18:00`. */
function localTimeOf(ms: number): string {
	return new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function drawSupporter(random: Random): KeyModel {
	const scope = random.pick(["lifetime", "session", "today", "week", "month", "year"] as const);
	return { kind: "supporter", by: random.pick(["donation", "total"] as const), scope };
}

function drawLatest(random: Random): KeyModel {
	const minAmount = random.pick([undefined, 5, 5, 100]);
	const hasOthers = minAmount === undefined || random.chance(0.5);
	const types = hasOthers ? random.sample(streamEventTypes, 0.5) : (["donation"] as const);
	return {
		kind: "latest",
		types: types.length > 0 ? types : streamEventTypes,
		count: random.pick([1, 1, 20]),
		minAmount,
	};
}
