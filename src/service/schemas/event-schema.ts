import { z } from "zod/mini";

import { compactEvent } from "../../state/events/compact-event";
import { accountCurrency, moneyFromDecimal } from "../../state/money";
import {
	contentRefPrefix,
	streamEventTypes,
	type StreamEvent,
	type StreamEventType,
} from "../../state/events/stream-event";
import {
	amountField,
	countField,
	field,
	fieldsSchema,
	idField,
	textField,
	timestampField,
} from "./wire-fields";
import { StringInterner } from "./string-interner";
import type { ServiceOffset } from "../service-offset";
import { countFrom, textFrom, timestampMsFrom, type WrittenTime } from "./wire-scalars";

const typeSchema = z.pipe(z.string().check(z.trim(), z.toLowerCase()), z.enum(streamEventTypes));

const parametersSchema = fieldsSchema({
	username: textField,
	hostname: textField,
	amount: amountField,
	currency: textField,
	message: textField,
	resub: field((value) => (value === true ? 1 : countFrom(value))),
	viewers: countField,
});

/** An event as the service sends it. Every field except the type may be missing. Source: docs/service.md, Shapes. */
const eventSchema = z.object({
	id: idField,
	type: typeSchema,
	ref: textField,
	created_at: timestampField,
	inserted_at: timestampField,
	deleted_at: field((value) => value),
	origin: field((value) => textFrom(value)?.toLowerCase()),
	parameters: parametersSchema,
	/** One key with a dot in its name, not a path. */
	"parameters.amount": amountField,
});

/** Shared strings: the same few names occur in every response. */
const internedNames = new StringInterner();

type WireEvent = z.infer<typeof eventSchema>;

/** Context for parsing an event. */
export type EventContext = {
	/** Time for an event without a readable time, in epoch milliseconds. */
	readonly now: () => number;
	/** Offset for times without one. Without it, they count as UTC. */
	readonly offset?: Pick<ServiceOffset, "utcMsOf"> | undefined;
};

function utcMsOf(time: WrittenTime | undefined, { offset }: EventContext): number | undefined {
	return time?.isLocal && offset ? offset.utcMsOf(time.ms) : time?.ms;
}

/** Converts an event of the service; undefined for invalid events and unknown types. */
export function parseStreamEvent(entry: unknown, context: EventContext): StreamEvent | undefined {
	const parsed = eventSchema.safeParse(entry);
	if (!parsed.success) return undefined;
	const wire = parsed.data;
	const serviceTimeMs = utcMsOf(wire.created_at ?? wire.inserted_at, context);
	const { amount, isCurrencyAssumed, currency, resub, viewers, message } = detailsByType[wire.type](wire);
	const deletion = deletionOf(wire);
	const event = compactEvent({
		id: wire.id,
		ref: wire.ref,
		type: wire.type,
		createdAtMs: serviceTimeMs ?? context.now(),
		isTimeAssumed: serviceTimeMs === undefined,
		isDeleted: deletion === "certain",
		mayBeDeleted: deletion === "possible",
		person: internedNames.intern(personOf(wire)),
		provider: internedNames.intern(wire.origin),
		amount,
		isCurrencyAssumed: isCurrencyAssumed === true,
		currency,
		resub,
		viewers,
		message,
	});
	return event.id === undefined && event.ref === undefined ? { ...event, ref: refFromContent(event) } : event;
}

/** Returns the person behind the event: the host for a hosting. The `user` field is the stream owner and is ignored. */
function personOf({ type, parameters }: WireEvent): string | undefined {
	return type === "hosting" ? (parameters.hostname ?? parameters.username) : parameters.username;
}

const detailsByType: Record<StreamEventType, (wire: WireEvent) => Partial<StreamEvent>> = {
	follow: () => ({}),
	subscription: ({ parameters: { resub, message } }) => ({ resub, message }),
	donation: (wire) => ({ ...amountOf(wire), message: wire.parameters.message }),
	hosting: ({ parameters: { viewers } }) => ({ viewers }),
};

function amountOf(wire: WireEvent): Pick<StreamEvent, "amount" | "isCurrencyAssumed" | "currency"> {
	const { amount: nestedAmount } = wire.parameters;
	const dottedAmount = wire["parameters.amount"];
	const decimal = (nestedAmount === null ? positiveOf(dottedAmount) : (nestedAmount ?? dottedAmount)) ?? "";
	const statedCurrency = wire.parameters.currency?.toUpperCase();
	const amount = moneyFromDecimal(decimal, statedCurrency ?? accountCurrency);
	if (!amount) return statedCurrency === undefined ? {} : { currency: statedCurrency };
	return statedCurrency === undefined ? { amount, isCurrencyAssumed: true } : { amount };
}

/** The service sends zero for a missing value. */
function positiveOf<T>(amount: T): T | undefined {
	return Number(amount) > 0 ? amount : undefined;
}

/**
 * Returns whether `deleted_at` means that the event was deleted. The service also sends the field with new events, as a
 * zero date or as a filler that equals the event's own time. A deletion within the event's first second cannot be
 * distinguished from a filler, because the times have whole seconds: such an event is `possible`.
 */
function deletionOf(wire: WireEvent): "none" | "possible" | "certain" {
	const deletedAt = wire.deleted_at;
	if (!deletedAt || deletedAt === "0") return "none";
	const text = textFrom(deletedAt);
	if (typeof deletedAt === "string" && (text === undefined || /^-|^0000/.test(text))) return "none";
	const deletedAtMs = timestampMsFrom(deletedAt);
	const existedAtMs = Math.max(wire.created_at?.ms ?? -Infinity, wire.inserted_at?.ms ?? -Infinity);
	return deletedAtMs === undefined || deletedAtMs > existedAtMs ? "certain" : "possible";
}

function refFromContent({ type, person, createdAtMs, amount }: StreamEvent): string {
	return `${contentRefPrefix}${JSON.stringify([type, person, createdAtMs, amount?.minorUnits, amount?.currency])}`;
}
