import type { StreamEvent } from "../state/stream-event";
import { parseStreamEvent, type EventContext } from "./event-schema";
import type { ServiceOffset } from "./service-offset";
import { fieldsOf, textFrom, writtenTimeFrom } from "./wire-scalars";

/** The message that carries an event. Source: docs/service.md, Sockets. */
export const newEventMessage = "new-event";

export type NewEventContext = EventContext & {
	/** The key of the room we joined. */
	readonly apiKey: string;
	/** Learns from what is pushed. */
	readonly offset?: ServiceOffset | undefined;
};

/**
 * Reads a `new-event` payload, `{appKey, event}` (the key may be missing or be called `apiKey`, the wrapper
 * may be missing too). Never throws.
 * @returns Undefined for another room's event and for everything that is no event we know.
 */
export function parseNewEvent(payload: unknown, context: NewEventContext): StreamEvent | undefined {
	const { appKey, apiKey, event } = fieldsOf(payload);
	const roomKey = textFrom(appKey) ?? textFrom(apiKey);
	if (roomKey !== undefined && roomKey !== context.apiKey.trim()) return undefined;
	const { created_at, inserted_at } = fieldsOf(event ?? payload);
	const time = writtenTimeFrom(created_at) ?? writtenTimeFrom(inserted_at);
	if (time?.isLocal) context.offset?.learn(time.ms, context.now());
	return parseStreamEvent(event ?? payload, context);
}
