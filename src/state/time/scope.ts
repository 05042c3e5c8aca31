import { counterScopes, type CounterScope } from "../counters/counter-query";
import { defaultCalendar, nextPeriodStartMs, periodStartMs, type Calendar } from "./periods";

/** The time that a number covers: a scope and, for `custom`, the period's bounds as local date and time. */
export type ScopePeriod = {
	readonly scope: CounterScope;
	/** `2026-12-01T18:00`, in the computer's current time zone. */
	readonly from?: string | undefined;
	/** As `from`; without it the period is open. */
	readonly to?: string | undefined;
};

/** Context that determines the bounds of a scope. */
export type ScopeContext = {
	/** Epoch milliseconds, by the service's clock. */
	readonly nowMs: number;
	readonly sessionStartedAtMs?: number | undefined;
	readonly calendar?: Calendar | undefined;
};

/** Epoch milliseconds; the end is not part of it. */
export type Interval = { readonly fromMs: number; readonly toMs: number };

export const always: Interval = { fromMs: -Infinity, toMs: Infinity };

/** Returns the period without bounds that do not apply to its scope, so that equal periods compare as equal. */
export function periodOf({ scope, from, to }: ScopePeriod): ScopePeriod {
	return scope === "custom" ? { scope, from, to } : { scope };
}

/** Returns the scopes to step through on a key. `custom` is included only if the key has a custom period. */
export function scopesOf({ scope, from }: ScopePeriod): readonly CounterScope[] {
	const hasOwnPeriod = scope === "custom" || localTimeMs(from) !== undefined;
	return hasOwnPeriod ? counterScopes : counterScopes.filter((other) => other !== "custom");
}

/** Returns the interval of a scope; undefined for lifetime. The interval of an undefined scope is empty. */
export function intervalOf(
	{ scope, from, to }: ScopePeriod,
	{ nowMs, sessionStartedAtMs, calendar = defaultCalendar }: ScopeContext,
): Interval | undefined {
	switch (scope) {
		case "lifetime":
			return undefined;
		case "session":
			return { fromMs: sessionStartedAtMs ?? nowMs, toMs: Infinity };
		case "custom":
			return customIntervalOf({ scope, from, to });
		default:
			return { fromMs: periodStartMs(scope, nowMs, calendar), toMs: Infinity };
	}
}

/** Returns the interval of a custom period; undefined for other scopes. Without a start, it is empty. */
export function customIntervalOf({ scope, from, to }: ScopePeriod): Interval | undefined {
	if (scope !== "custom") return undefined;
	return { fromMs: localTimeMs(from) ?? Infinity, toMs: localTimeMs(to) ?? Infinity };
}

/** Returns whether a custom period has no start: the key's settings are incomplete. */
export function isUnset({ scope, from }: ScopePeriod): boolean {
	return scope === "custom" && localTimeMs(from) === undefined;
}

/**
 * Returns whether a scope has bounds. A session that never began and a custom period without a start have none.
 */
export function isDefined(period: ScopePeriod, { sessionStartedAtMs }: ScopeContext): boolean {
	return period.scope === "session" ? sessionStartedAtMs !== undefined : !isUnset(period);
}

/**
 * Returns when the next period of a calendar scope begins, in epoch milliseconds; undefined for other scopes.
 */
export function nextScopeChangeMs(
	{ scope }: ScopePeriod,
	nowMs: number,
	calendar = defaultCalendar,
): number | undefined {
	return scope === "lifetime" || scope === "session" || scope === "custom"
		? undefined
		: nextPeriodStartMs(scope, nowMs, calendar);
}

const localTimePattern = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d+)?)?$/;

/**
 * Parses a local date and time, or a date, which means midnight.
 * @returns Epoch milliseconds; undefined if the text is invalid.
 */
export function localTimeMs(text: string | undefined): number | undefined {
	const [, date, time = "00:00"] = localTimePattern.exec(text?.trim() ?? "") ?? [];
	const ms = date === undefined ? NaN : Date.parse(`${date}T${time}`);
	return Number.isFinite(ms) ? ms : undefined;
}
