import type { Coverage } from "../coverage";
import type { EventLog, LogListener } from "../log/event-log";
import type { Interval } from "../../state/time/scope";
import type { StreamEventType } from "../../state/events/stream-event";

/**
 * Answers queries. Each result is computed once from the log, and then updated with every change.
 *
 * Invariant: every stored result contains all changes of the log so far.
 */
export abstract class LiveQueries<Result extends { readonly apply: LogListener }> {
	protected readonly log: EventLog;
	protected readonly coverage: Coverage;
	readonly #results = new Map<string, Result>();
	readonly #requested = new Set<string>();

	constructor(log: EventLog, coverage: Coverage) {
		this.log = log;
		this.coverage = coverage;
	}

	readonly apply: LogListener = (...change) => {
		for (const result of this.#results.values()) result.apply(...change);
	};

	/** Drops results that were not requested since the last call. */
	forgetUnused(): void {
		for (const key of this.#results.keys()) if (!this.#requested.has(key)) this.#results.delete(key);
		this.#requested.clear();
	}

	protected forgetAll(): void {
		this.#results.clear();
	}

	/** Returns the result for these parameters, which determine it together with the events of this type. */
	protected resultOf(
		parameters: readonly unknown[],
		type: StreamEventType,
		{ fromMs, toMs }: Interval,
		create: () => Result,
	): Result {
		const key = [...parameters, fromMs, toMs].join();
		this.#requested.add(key);
		const stored = this.#results.get(key);
		if (stored) return stored;
		const result = create();
		for (const entry of this.log.timeline(type).possiblyFrom(fromMs))
			result.apply(entry, undefined, entry.event);
		this.#results.set(key, result);
		return result;
	}
}
