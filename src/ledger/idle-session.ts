import { streamEventTypes, type StreamEvent } from "../state/events/stream-event";
import type { Coverage } from "./coverage";
import type { EventLog } from "./log/event-log";
import type { LogEntry } from "./log/log-entry";

/**
 * Finds sessions that begin automatically: with the first event after a number of hours without one. A check goes from
 * the newest event back to the last check, so one more event costs the same in a long session. Invariant: up to
 * `#checked`, there is no idle time in the session.
 */
export class IdleSession {
	readonly #log: EventLog;
	readonly #coverage: Coverage;
	/** Parameters of the last check, and the newest event at that time. */
	#checked = { sessionStartMs: NaN, idleMs: NaN, untilMs: -Infinity };

	constructor(log: EventLog, coverage: Coverage) {
		this.#log = log;
		this.#coverage = coverage;
	}

	/**
	 * Returns when a newer session began, in epoch milliseconds; undefined if none did, or if events may be missing.
	 * @param nowMs Events dated later than this are ignored.
	 */
	next(sessionStartMs: number, idleMs: number, nowMs: number): number | undefined {
		if (this.#coverage.sharedFromMs(streamEventTypes) > sessionStartMs) return undefined;
		const isSame = this.#checked.sessionStartMs === sessionStartMs && this.#checked.idleMs === idleMs;
		const sinceMs = isSame ? Math.max(sessionStartMs, this.#checked.untilMs) : sessionStartMs;
		let laterMs = this.#lastBefore(nowMs + 1);
		this.#checked = { sessionStartMs, idleMs, untilMs: laterMs ?? -Infinity };
		while (laterMs !== undefined && laterMs > sinceMs) {
			const earlierMs = this.#lastBefore(laterMs);
			// Without an earlier event in the session, a newer one would count the same.
			if (earlierMs === undefined || earlierMs < sessionStartMs) return undefined;
			if (laterMs - earlierMs >= idleMs) return laterMs;
			laterMs = earlierMs;
		}
		return undefined;
	}

	#lastBefore(beforeMs: number): number | undefined {
		const times = streamEventTypes.flatMap((type) => {
			const { entries, indexFrom } = this.#log.timeline(type);
			return lastCounted(entries, indexFrom(beforeMs))?.createdAtMs ?? [];
		});
		return times.length > 0 ? Math.max(...times) : undefined;
	}
}

/** Returns the last event before an index that happened on the stream: deleted ones and tests did not. */
function lastCounted(entries: readonly LogEntry[], endIndex: number): StreamEvent | undefined {
	for (let index = endIndex - 1; index >= 0; index--) {
		const event = entries[index]?.event;
		if (event && !event.isDeleted && !event.isTest) return event;
	}
	return undefined;
}
