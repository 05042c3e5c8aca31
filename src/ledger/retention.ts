import type { Coverage, CoverageRequirement } from "./coverage";
import type { LedgerLimits } from "./ledger-limits";
import type { EventLog } from "./log/event-log";
import type { Snapshot } from "./snapshot";
import { streamEventTypes, type StreamEventType } from "../state/events/stream-event";
import { maxResponseAgeMs, redateIntervalMs } from "./timing";

/** What has to be stored for the keys in use. */
export type LedgerRequirements = {
	readonly requirements: readonly CoverageRequirement[];
	/** Events to keep while they are stored. No sync reads them again. */
	readonly kept?: readonly CoverageRequirement[];
	/** Events of required types are kept from this time on in any case, epoch milliseconds. */
	readonly recentFromMs: number;
	readonly figures: "required" | "none";
};

/**
 * Drops events that no key requires. The coverage decides how long they are kept.
 *
 * Invariant: the coverage is shortened in the same step in which events are dropped.
 */
export class Retention {
	readonly #log: EventLog;
	readonly #coverage: Coverage;
	readonly #limits: LedgerLimits;
	/** Start that the next sync is required to read, epoch milliseconds; Infinity if none requires the type. */
	readonly #readFromMs = new Map<StreamEventType, number>();
	/** Types that no key required when events were last dropped. */
	readonly #unusedTypes = new Set<StreamEventType>();
	/** When another read of each type began to date its events, on the monotonic clock. */
	readonly #redatedAtMs = new Map<StreamEventType, number>();

	constructor(log: EventLog, coverage: Coverage, limits: LedgerLimits) {
		this.#log = log;
		this.#coverage = coverage;
		this.#limits = limits;
	}

	/**
	 * Drops what no key requires any more.
	 * @param nowMs By the service's clock, epoch milliseconds.
	 * @param elapsedMs On the monotonic clock.
	 */
	dropUnneeded(
		{ requirements, kept = [], recentFromMs }: LedgerRequirements,
		nowMs: number,
		elapsedMs: number,
	): void {
		const { minRetainedCount } = this.#limits;
		for (const type of streamEventTypes) {
			const requiredFromMs = requiredFromMsOf(type, [...requirements, ...kept]);
			const fromMs = this.#coverage.retainedFromMs(type, requiredFromMs, elapsedMs);
			this.#readFromMs.set(type, requiredFromMsOf(type, requirements));
			if (fromMs === Infinity) this.#coverage.forget(type);
			const isCovered = this.#coverage.fromMs(type) < Infinity;
			const isUnused = requiredFromMs === Infinity && !isCovered;
			this.#unusedTypes[isUnused ? "add" : "delete"](type);
			// The list may not contain the latest pushes yet.
			if (isUnused) this.#dropPushed(type, fromMs === Infinity ? nowMs - maxResponseAgeMs : -Infinity);
			else if (isCovered) {
				const keptFromMs = Math.min(fromMs, recentFromMs, this.#log.newestFromMs([type], minRetainedCount));
				// An event without a time may belong to any period: while it is stored, those numbers are incomplete.
				this.#log.dropBefore(type, keptFromMs, { undated: "keep" });
				this.#coverage.drop(type, keptFromMs);
			}
		}
	}

	/**
	 * Drops events without a time if the list has all times and contains what keys require. If they require more, another read
	 * dates the rest.
	 */
	resolveUndated({ types, events, reachMs, hasGaps, startedAtMs, atMs }: Snapshot): void {
		if (hasGaps === true || events.length === 0 || events.some(({ isTimeAssumed }) => isTimeAssumed)) return;
		for (const type of types) {
			const { entries, indexFrom } = this.#log.timeline(type);
			const undated = entries.slice(0, indexFrom(1));
			if (undated.length === 0 || this.#coverage.limitReachMs([type]) > -Infinity) continue;
			const isDue = atMs - (this.#redatedAtMs.get(type) ?? -Infinity) >= redateIntervalMs;
			// The list may be older than an event that arrived recently.
			const isNewer = undated.every(({ arrival }) => startedAtMs - arrival.atMs > maxResponseAgeMs);
			const isMoreRequired = reachMs > (this.#readFromMs.get(type) ?? -Infinity);
			if (!(isMoreRequired ? isDue : isNewer)) continue;
			if (isMoreRequired) this.#redatedAtMs.set(type, atMs);
			else this.#log.dropBefore(type, 1);
			this.#coverage.drop(type, reachMs);
		}
	}

	/** Drops old pushes of a type that no key requires and no snapshot covers, if many arrive. */
	dropFlood(type: StreamEventType): void {
		const isUnused = this.#unusedTypes.has(type) && this.#coverage.fromMs(type) === Infinity;
		const isFlood = this.#log.timeline(type).entries.length > 2 * this.#limits.maxUnusedCount;
		if (isUnused && isFlood) this.#dropPushed(type, -Infinity);
	}

	/** Drops all but the newest pushes of a type that no snapshot covers, and those created before `minFromMs`. */
	#dropPushed(type: StreamEventType, minFromMs: number): void {
		const fromMs = Math.max(minFromMs, this.#log.newestFromMs([type], this.#limits.maxUnusedCount));
		this.#log.dropBefore(type, fromMs);
		this.#coverage.drop(type, fromMs);
	}
}

/**
 * Returns how far back a type has to be stored, epoch milliseconds: `Number.MAX_VALUE` without past events, because
 * Infinity stands for a type that is not required.
 */
function requiredFromMsOf(type: StreamEventType, requirements: readonly CoverageRequirement[]): number {
	const starts = requirements.filter(({ types }) => types.includes(type)).map(({ fromMs }) => fromMs);
	return starts.length > 0 ? Math.min(Number.MAX_VALUE, ...starts) : Infinity;
}
