import { compactEvent } from "../../state/compact-event";
import { accountCurrency, moneyFromDecimal } from "../../state/money";
import {
	contentRefPrefix,
	streamEventTypes,
	type StreamEvent,
	type StreamEventType,
} from "../../state/stream-event";
import { StringInterner } from "./string-interner";
import type { ServiceOffset } from "../service-offset";
import {
	amountFrom,
	countFrom,
	fieldsOf,
	idFrom,
	textFrom,
	timestampMsFrom,
	writtenTimeFrom,
	type WrittenTime,
} from "./wire-scalars";

/** Fields of an object of the service. Any of them may be missing or have another type. */
type Fields = Readonly<Record<string, unknown>>;

/** Shared strings: the same few names occur in every response. */
const internedNames = new StringInterner();

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

/**
 * Converts an event of the service; undefined for invalid events and unknown types. Every field except the type may be
 * missing. Source: docs/service.md, Shapes. Fields are read directly, because a schema doubles the time per event, and a
 * long list has a hundred thousand.
 */
export function parseStreamEvent(entry: unknown, context: EventContext): StreamEvent | undefined {
	const fields = fieldsOf(entry);
	const type = typeFrom(fields["type"]);
	if (type === undefined) return undefined;
	const parameters = fieldsOf(fields["parameters"]);
	const writtenTime = writtenTimeFrom(fields["created_at"]) ?? writtenTimeFrom(fields["inserted_at"]);
	const serviceTimeMs = utcMsOf(writtenTime, context);
	const details = detailsByType[type](parameters, fields);
	const deletion = deletionOf(fields);
	const event = compactEvent({
		id: idFrom(fields["id"]),
		ref: textFrom(fields["ref"]),
		type,
		createdAtMs: serviceTimeMs ?? context.now(),
		isTimeAssumed: serviceTimeMs === undefined,
		isDeleted: deletion === "certain",
		mayBeDeleted: deletion === "possible",
		person: internedNames.intern(personOf(type, parameters)),
		provider: internedNames.intern(textFrom(fields["origin"])?.toLowerCase()),
		amount: details.amount,
		isCurrencyAssumed: details.isCurrencyAssumed === true,
		currency: details.currency,
		resub: details.resub,
		viewers: details.viewers,
		message: details.message,
	});
	return event.id === undefined && event.ref === undefined ? { ...event, ref: refFromContent(event) } : event;
}

function typeFrom(value: unknown): StreamEventType | undefined {
	const name = typeof value === "string" ? value.trim().toLowerCase() : "";
	return streamEventTypes.find((type) => type === name);
}

/** Returns the person behind the event: the host for a hosting. The `user` field is the stream owner and is ignored. */
function personOf(type: StreamEventType, { hostname, username }: Fields): string | undefined {
	return (type === "hosting" ? textFrom(hostname) : undefined) ?? textFrom(username);
}

const detailsByType: Record<StreamEventType, (parameters: Fields, event: Fields) => Partial<StreamEvent>> = {
	follow: () => ({}),
	subscription: ({ resub, message }) => ({
		resub: resub === true ? 1 : countFrom(resub),
		message: textFrom(message),
	}),
	donation: (parameters, event) => ({
		...amountOf(parameters, event),
		message: textFrom(parameters["message"]),
	}),
	hosting: ({ viewers }) => ({ viewers: countFrom(viewers) }),
};

function amountOf(
	parameters: Fields,
	event: Fields,
): Pick<StreamEvent, "amount" | "isCurrencyAssumed" | "currency"> {
	const nestedAmount = wireAmountFrom(parameters["amount"]);
	// One key with a dot in its name, not a path.
	const dottedAmount = wireAmountFrom(event["parameters.amount"]);
	const decimal = (nestedAmount === null ? positiveOf(dottedAmount) : (nestedAmount ?? dottedAmount)) ?? "";
	const statedCurrency = textFrom(parameters["currency"])?.toUpperCase();
	const amount = moneyFromDecimal(decimal, statedCurrency ?? accountCurrency);
	if (!amount) return statedCurrency === undefined ? {} : { currency: statedCurrency };
	return statedCurrency === undefined ? { amount, isCurrencyAssumed: true } : { amount };
}

/** Returns null if the value is present but unreadable. */
function wireAmountFrom(value: unknown): number | string | null | undefined {
	return amountFrom(value) ?? (textFrom(value) === undefined ? undefined : null);
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
function deletionOf(event: Fields): "none" | "possible" | "certain" {
	const deletedAt = event["deleted_at"];
	if (!deletedAt || deletedAt === "0") return "none";
	const text = textFrom(deletedAt);
	if (typeof deletedAt === "string" && (text === undefined || /^-|^0000/.test(text))) return "none";
	const deletedAtMs = timestampMsFrom(deletedAt);
	const existedAtMs = Math.max(
		timestampMsFrom(event["created_at"]) ?? -Infinity,
		timestampMsFrom(event["inserted_at"]) ?? -Infinity,
	);
	return deletedAtMs === undefined || deletedAtMs > existedAtMs ? "certain" : "possible";
}

function refFromContent({ type, person, createdAtMs, amount }: StreamEvent): string {
	return `${contentRefPrefix}${JSON.stringify([type, person, createdAtMs, amount?.minorUnits, amount?.currency])}`;
}
