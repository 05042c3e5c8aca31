import { isFlashing, type TemporaryNotice } from "../key-face/face-timing";
import type { CounterSettings } from "../settings/schemas/counter";
import { addDeltas, countedIn, deltaOf, type CounterDelta } from "../ledger/figures/counter-delta";
import type { CounterMetric, CounterQuery, CounterScope } from "../state/counters/counter-query";
import { intervalOf } from "../state/time/scope";
import type { EventBatch, Store } from "../state/store";
import { queryFrom } from "./counter-number";
import type { KeyState } from "./keys/keys";
import type { Undo } from "./stream-commands";

/** What a counter displays besides its number. */
export type CounterView = {
	/** Scope chosen by pressing or turning, until the key's settings change. */
	scope?: CounterScope | undefined;
	metric?: CounterMetric | undefined;
	flash?: { readonly delta: CounterDelta; readonly atMs: number };
	/** Gain while away, until the next press. */
	away?: CounterDelta | undefined;
	undo?: { readonly run: Undo; readonly untilMs: number } | undefined;
	notice?: TemporaryNotice | undefined;
	celebration?: { readonly goal: number; readonly atMs: number };
	/** Last number of unique users and the start of its period. Shows whether an event added a new one. */
	uniqueCount?: { readonly count: number; readonly sinceMs: number };
};

export type CounterKey = KeyState<CounterSettings, CounterView>;

/** Returns the query of the key, from its settings and temporary choices. */
export function queryOf(key: CounterKey): CounterQuery {
	return queryFrom(effectiveSettings(key));
}

/**
 * Returns the settings with the temporary choices applied. A goal and an offset belong to their metric and scope; a label and a color
 * belong to their metric.
 */
export function effectiveSettings({ settings, view }: CounterKey): CounterSettings {
	const { scope = settings.scope, metric = settings.metric } = view;
	if (metric === settings.metric) {
		if (scope === settings.scope) return settings;
		return { ...settings, scope, offset: undefined, goal: undefined, goalStep: undefined };
	}
	return {
		...settings,
		scope,
		metric,
		label: undefined,
		offset: undefined,
		color: undefined,
		goal: undefined,
		goalStep: undefined,
	};
}

type BatchContext = { readonly store: Store; readonly nowMs: number };

/** Records events for the key: a flash for live ones, a sum for missed ones. */
export function recordBatch(
	key: CounterKey,
	query: CounterQuery,
	batch: EventBatch | undefined,
	context: BatchContext,
): void {
	const { store, nowMs } = context;
	const interval = intervalOf(query, store.ledgerContext(nowMs));
	const newUserCount = query.uniqueOnly ? countNewUsers(key, query, context, interval?.fromMs) : undefined;
	if (!batch || newUserCount === 0) return;
	// An event of an ignored user counts, but does not flash.
	if (batch.source === "live" && batch.events.every((event) => store.ledger.isIgnored(event))) return;
	const delta = deltaOf(countedIn(batch.events, query, interval), query);
	if (!delta) return;
	const added: CounterDelta = newUserCount === undefined ? delta : { kind: "count", count: newUserCount };
	if (batch.source === "missed") {
		key.view.away = addDeltas(key.view.away, added);
	} else {
		const { flash } = key.view;
		const activeDelta = flash && isFlashing(flash, nowMs) ? flash.delta : undefined;
		key.view.flash = { delta: addDeltas(activeDelta, added), atMs: nowMs };
	}
}

function countNewUsers(
	{ view }: CounterKey,
	query: CounterQuery,
	{ store, nowMs }: BatchContext,
	sinceMs = -Infinity,
): number | undefined {
	const value = store.ledger.value(query, store.ledgerContext(nowMs));
	if (value.kind !== "count") return undefined;
	const previous = view.uniqueCount;
	view.uniqueCount = { count: value.count, sinceMs };
	if (previous === undefined || previous.sinceMs > sinceMs) return undefined;
	// In a period that has just begun, the previous count is 0.
	return Math.max(0, value.count - (previous.sinceMs === sinceMs ? previous.count : 0));
}
