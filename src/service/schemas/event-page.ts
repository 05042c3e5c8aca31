import type { StreamEvent } from "../../state/events/stream-event";
import type { EventPage } from "../ports";
import type { ServiceOffset } from "../service-offset";
import { fieldsOf, writtenTimeFrom } from "./wire-scalars";

/**
 * Fills in missing times in a list of events sorted by time. An event without a readable time gets that of the next
 * older event, or else of the next newer one. With neither, the time stays 0.
 */
export function fillMissingTimes(events: readonly StreamEvent[]): readonly StreamEvent[] {
	const timed = events.filter(({ isTimeAssumed }) => !isTimeAssumed);
	if (timed.length === events.length) return events;
	let olderMs = timed.at(-1)?.createdAtMs ?? 0;
	return events
		.toReversed()
		.map((event) => {
			if (event.isTimeAssumed) return { ...event, createdAtMs: olderMs };
			olderMs = event.createdAtMs;
			return event;
		})
		.reverse();
}

/** Identity of a page, including entries of unknown types. */
export function pageInfoOf(entries: readonly unknown[]): Pick<EventPage, "fingerprint" | "entryKeys"> {
	const fields = entries.map(fieldsOf);
	const keys = fields.map(({ id, ref }) => JSON.stringify([id, ref]));
	const entryKeys = keys.filter(
		(_, index) => (fields[index]?.["id"] ?? fields[index]?.["ref"]) !== undefined,
	);
	const fingerprint = `${keys.join()} ${JSON.stringify(fields.map(({ created_at }) => created_at))}`;
	return { fingerprint, entryKeys };
}

/** Returns the creation time of the oldest entry, epoch milliseconds; undefined if no entry has one. */
export function oldestMsOf(
	entries: readonly unknown[],
	offset?: Pick<ServiceOffset, "utcMsOf">,
): number | undefined {
	const timesMs = entries.flatMap((entry) => {
		const time = writtenTimeFrom(fieldsOf(entry)["created_at"]);
		if (!time) return [];
		return time.isLocal && offset ? offset.utcMsOf(time.ms) : time.ms;
	});
	return timesMs.length > 0 ? Math.min(...timesMs) : undefined;
}
