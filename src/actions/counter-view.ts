import { isFlashing, type PassingNotice } from "../key-face/moment";
import type { CounterSettings } from "../settings/schemas";
import { addDeltas, deltaOf, type CounterDelta } from "../state/counter-delta";
import type { CounterMetric, CounterQuery, CounterScope } from "../state/counter-query";
import { scopeStartMs } from "../state/counters";
import type { EventBatch, Store } from "../state/store";
import type { VisibleKey } from "./visible-keys";

/** What a counter key shows besides its number. */
export type CounterView = {
	/** Chosen by pressing or turning, until the key's settings change. */
	scope?: CounterScope | undefined;
	metric?: CounterMetric | undefined;
	flash?: { readonly delta: CounterDelta; readonly atMs: number };
	/** What was missed, until somebody presses. */
	away?: CounterDelta | undefined;
	undo?: { readonly untilMs: number; readonly sessionStartedAt: string | undefined } | undefined;
	notice?: PassingNotice;
	/** The goal that was just reached. */
	celebration?: { readonly goal: number; readonly atMs: number };
	/** The last count of names and since when they count, to tell whether an event brought a new one. */
	names?: { readonly count: number; readonly sinceMs: number };
};

export type CounterKey = VisibleKey<CounterSettings, CounterView>;

/** What the key counts, by its settings and what was chosen on it. */
export function queryOf(key: CounterKey): CounterQuery {
	const { metric, scope, provider, newOnly, uniqueOnly } = shownSettings(key);
	return { metric, scope, provider, newOnly, uniqueOnly };
}

/** The settings with what was chosen on the key. A label, a colour and a goal belong to the metric they were made for. */
export function shownSettings({ settings, view }: CounterKey): CounterSettings {
	const { scope = settings.scope, metric = settings.metric } = view;
	if (metric === settings.metric) return scope === settings.scope ? settings : { ...settings, scope };
	return {
		...settings,
		scope,
		metric,
		label: undefined,
		color: undefined,
		goal: undefined,
		goalStep: undefined,
	};
}

type Moment = { readonly store: Store; readonly nowMs: number };

/** Notes what came of a key's events: a flash for what is live, a sum for what was missed. */
export function noteBatch(
	key: CounterKey,
	query: CounterQuery,
	batch: EventBatch | undefined,
	moment: Moment,
): void {
	const { store, nowMs } = moment;
	const fromMs = scopeStartMs(query, store.ledgerContext(nowMs));
	const newNames = query.uniqueOnly ? countNewNames(key, query, moment, fromMs) : undefined;
	if (!batch || newNames === 0) return;
	const delta = deltaOf(batch.events, query, fromMs);
	if (!delta) return;
	const added: CounterDelta = newNames === undefined ? delta : { kind: "count", count: newNames };
	if (batch.source === "missed") {
		key.view.away = addDeltas(key.view.away, added);
	} else {
		const { flash } = key.view;
		const glowing = flash && isFlashing(flash, nowMs) ? flash.delta : undefined;
		key.view.flash = { delta: addDeltas(glowing, added), atMs: nowMs };
	}
}

function countNewNames(
	{ view }: CounterKey,
	query: CounterQuery,
	{ store, nowMs }: Moment,
	sinceMs = -Infinity,
): number | undefined {
	const value = store.ledger.value(query, store.ledgerContext(nowMs));
	if (value.kind !== "count") return undefined;
	const before = view.names;
	view.names = { count: value.count, sinceMs };
	if (before === undefined || before.sinceMs > sinceMs) return undefined;
	// A period that has just begun has counted nobody yet.
	return Math.max(0, value.count - (before.sinceMs === sinceMs ? before.count : 0));
}
