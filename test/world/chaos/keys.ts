import type { CounterQuery, CounterScope } from "../../../src/state/counter-query";
import type { RecentNeed, ServiceDemand } from "../../../src/state/service-demand";
import { noDemand } from "../../../src/state/service-demand";
import { streamEventTypes, type StreamEventType } from "../../../src/state/stream-event";
import type { SupporterMeasure } from "../../../src/state/supporter-measure";
import { allQueries, describeQuery } from "./queries";
import type { Random } from "./random";

/** The part of a key that concerns the ledger. */
export type KeyModel =
	| { readonly kind: "counter"; readonly query: CounterQuery }
	| { readonly kind: "supporter"; readonly by: SupporterMeasure; readonly scope: CounterScope }
	| { readonly kind: "latest"; readonly types: readonly StreamEventType[]; readonly count: number };

export function countersOf(queries: readonly CounterQuery[]): KeyModel[] {
	return queries.map((query) => ({ kind: "counter", query }));
}

export function queriesOf(keys: readonly KeyModel[]): CounterQuery[] {
	return keys.flatMap((key) => (key.kind === "counter" ? [key.query] : []));
}

/** Returns what the keys demand from the service, as the actions do. */
export function demandOf(keys: readonly KeyModel[]): ServiceDemand {
	const recent = keys.flatMap((key): RecentNeed[] => {
		if (key.kind === "latest") return [{ types: key.types, count: key.count }];
		return key.kind === "supporter" ? [{ types: ["donation"], count: 1 }] : [];
	});
	const supporters = keys.flatMap((key) => (key.kind === "supporter" ? [{ scope: key.scope }] : []));
	return { ...noDemand, queries: queriesOf(keys), recent, supporters };
}

export function describeKey(key: KeyModel): string {
	switch (key.kind) {
		case "counter":
			return describeQuery(key.query);
		case "supporter":
			return `top ${key.by} ${key.scope}`;
		case "latest":
			return `latest ${key.types.join(" ")}`;
	}
}

/** Kinds of keys that a history uses. */
export type KeyKinds = { readonly hasSupporters: boolean; readonly hasLatest: boolean };

/** Draws a page of one to eight keys. */
export function drawPage(random: Random, { hasSupporters, hasLatest }: KeyKinds): KeyModel[] {
	const { metric } = random.pick(allQueries);
	// Limits matter most on pages that require one event type only.
	const isSingleType = random.chance(0.4);
	const candidates = isSingleType ? allQueries.filter((query) => query.metric === metric) : allQueries;
	const page = countersOf(Array.from({ length: random.integer(1, 6) }, () => random.pick(candidates)));
	if (hasSupporters && random.chance(0.4)) page.push(drawSupporter(random));
	if (hasLatest && random.chance(0.5)) page.push(drawLatest(random));
	return page;
}

function drawSupporter(random: Random): KeyModel {
	const scope = random.pick(["lifetime", "session", "today", "week", "month", "year"] as const);
	return { kind: "supporter", by: random.pick(["donation", "total"] as const), scope };
}

function drawLatest(random: Random): KeyModel {
	const types = random.sample(streamEventTypes, 0.5);
	return {
		kind: "latest",
		types: types.length > 0 ? types : streamEventTypes,
		count: random.pick([1, 1, 20]),
	};
}
