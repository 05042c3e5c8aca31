import type { StreamEvent } from "../../state/events/stream-event";
import { parseStreamEvent, type EventContext } from "../schemas/event-schema";
import type { ServiceOffset } from "../service-offset";
import { fieldsOf, textFrom, writtenTimeFrom } from "../schemas/wire-scalars";

/** Name of the message that carries an event. Source: docs/service.md, Sockets. */
export const newEventMessage = "new-event";

export type NewEventContext = EventContext & {
	/** Key of the joined room. */
	readonly apiKey: string;
	/** Updated from pushed events. */
	readonly offset?: ServiceOffset | undefined;
};

/**
 * Parses a `new-event` payload, `{appKey, event}`. The key may be missing or called `apiKey`; the wrapper may be
 * missing too. Never throws.
 * @returns Undefined for events of another room and for unknown or invalid events.
 */
export function parseNewEvent(payload: unknown, context: NewEventContext): StreamEvent | undefined {
	const { appKey, apiKey, event } = fieldsOf(payload);
	const roomKey = textFrom(appKey) ?? textFrom(apiKey);
	if (roomKey !== undefined && roomKey !== context.apiKey.trim()) return undefined;
	const { created_at, inserted_at } = fieldsOf(event ?? payload);
	const time = writtenTimeFrom(created_at) ?? writtenTimeFrom(inserted_at);
	const parsed = parseStreamEvent(event ?? payload, context);
	if (!time?.isLocal || !parsed || parsed.isDeleted) return parsed;
	context.offset?.learn(time.ms, context.now(), parsed.id);
	return parseStreamEvent(event ?? payload, context);
}
