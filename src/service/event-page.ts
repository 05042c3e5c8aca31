import type { StreamEvent } from "../state/stream-event";
import type { EventPage } from "./ports";
import { fieldsOf, timestampMsFrom } from "./wire-scalars";

/**
 * Events of a list in order of time, of which some have no time that can be read: those were when the next older one
 * was or else the next newer one. With neither, the time stays 0.
 */
export function withNeighboursTimes(events: readonly StreamEvent[]): readonly StreamEvent[] {
	if (!events.some(({ isTimeAssumed }) => isTimeAssumed)) return events;
	return events.map((event, index) => {
		if (!event.isTimeAssumed) return event;
		const neighbour =
			events.slice(index).find(({ isTimeAssumed }) => !isTimeAssumed) ??
			events.slice(0, index).findLast(({ isTimeAssumed }) => !isTimeAssumed);
		return { ...event, createdAtMs: neighbour?.createdAtMs ?? 0 };
	});
}

/** What tells a page from others and how far back it goes, entries of unknown kinds included. */
export function outlineOf(entries: readonly unknown[]): Pick<EventPage, "outline" | "oldestMs"> {
	const fields = entries.map(fieldsOf);
	const outline = JSON.stringify(fields.map(({ id, ref, created_at }) => [id, ref, created_at]));
	const times = fields.flatMap(({ created_at }) => timestampMsFrom(created_at) ?? []);
	return times.length > 0 ? { outline, oldestMs: Math.min(...times) } : { outline };
}
