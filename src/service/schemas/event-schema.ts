import { compactEvent } from "../../state/events/compact-event";
import { accountCurrency, moneyFromDecimal, type Money } from "../../state/money";
import {
	contentRefPrefix,
	streamEventTypes,
	type StreamEvent,
	type StreamEventType,
} from "../../state/events/stream-event";
import { Interner } from "./interner";
import type { ServiceOffset } from "../service-offset";
import { isRecord } from "../../state/is-record";
import {
	amountFrom,
	countFrom,
	fieldsOf,
	idFrom,
	textFrom,
	writtenTimeFrom,
	type WrittenTime,
} from "./wire-scalars";

/**
 * Parses an event as the service sends it. Every field except the type may be missing. Not a zod schema, which would take three
 * times as long and could not reject more: a field never fails to parse, and a year has 100,000 events. Source:
 * docs/service.md, Shapes.
 */
function wireEventFrom(entry: unknown) {
	if (!isRecord(entry)) return undefined;
	const type = typeFrom(entry["type"]);
	if (!type) return undefined;
	const createdAt = writtenTimeFrom(entry["created_at"]);
	return {
		id: idFrom(entry["id"]),
		type,
		ref: textFrom(entry["ref"]),
		createdAt,
		insertedAt:
			entry["inserted_at"] === entry["created_at"] ? createdAt : writtenTimeFrom(entry["inserted_at"]),
		deletedAt: entry["deleted_at"],
		origin: textFrom(entry["origin"])?.toLowerCase(),
		parameters: fieldsOf(entry["parameters"]),
		/** One key with a dot in its name, not a path. */
		dottedAmount: entry["parameters.amount"],
	};
}

function typeFrom(value: unknown): StreamEventType | undefined {
	if (typeof value !== "string") return undefined;
	const name = value.trim().toLowerCase();
	return streamEventTypes.find((type) => type === name);
}

/** Shared values: the same few names and amounts occur in every response. */
const names = new Interner<string>();
const amounts = new Interner<Money>();

type WireEvent = NonNullable<ReturnType<typeof wireEventFrom>>;

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
	const wire = wireEventFrom(entry);
	if (!wire) return undefined;
	const { type, parameters } = wire;
	const serviceTimeMs = utcMsOf(wire.createdAt ?? wire.insertedAt, context);
	const deletion = deletionOf(wire);
	const { amount, isCurrencyAssumed, currency } = type === "donation" ? amountOf(wire) : noAmount;
	const event = compactEvent({
		id: wire.id,
		ref: wire.ref,
		type,
		createdAtMs: serviceTimeMs ?? context.now(),
		isTimeAssumed: serviceTimeMs === undefined,
		isDeleted: deletion === "certain",
		mayBeDeleted: deletion === "possible",
		person: sharedName(personOf(wire)),
		provider: sharedName(wire.origin),
		amount,
		isCurrencyAssumed: isCurrencyAssumed === true,
		currency,
		resub: type === "subscription" ? resubFrom(parameters["resub"]) : undefined,
		viewers: type === "hosting" ? countFrom(parameters["viewers"]) : undefined,
		message: type === "subscription" || type === "donation" ? textFrom(parameters["message"]) : undefined,
	});
	return event.id === undefined && event.ref === undefined ? { ...event, ref: refFromContent(event) } : event;
}

function sharedName(name: string | undefined): string | undefined {
	return name === undefined ? undefined : names.intern(name, name);
}

/** Returns the person behind the event: the host for a hosting. The `user` field is the stream owner and is ignored. */
function personOf({ type, parameters }: WireEvent): string | undefined {
	const host = type === "hosting" ? textFrom(parameters["hostname"]) : undefined;
	return host ?? textFrom(parameters["username"]);
}

function resubFrom(value: unknown): number | undefined {
	return value === true ? 1 : countFrom(value);
}

type Amount = Pick<StreamEvent, "amount" | "isCurrencyAssumed" | "currency">;

const noAmount: Amount = {};

function amountOf({ parameters, dottedAmount }: WireEvent): Amount {
	const own = parameters["amount"];
	const isOwnUnreadable = amountFrom(own) === undefined && textFrom(own) !== undefined;
	const dotted = amountFrom(dottedAmount);
	const decimal = (isOwnUnreadable ? positiveOf(dotted) : (amountFrom(own) ?? dotted)) ?? "";
	const statedCurrency = textFrom(parameters["currency"])?.toUpperCase();
	const money = moneyFromDecimal(decimal, statedCurrency ?? accountCurrency);
	const amount = money && amounts.intern(`${money.minorUnits} ${money.currency}`, money);
	if (!amount) return statedCurrency === undefined ? noAmount : { currency: statedCurrency };
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
	const { deletedAt } = wire;
	if (!deletedAt || deletedAt === "0") return "none";
	const text = textFrom(deletedAt);
	if (typeof deletedAt === "string" && (text === undefined || /^-|^0000/.test(text))) return "none";
	const deletedAtMs = writtenTimeFrom(deletedAt)?.ms;
	const existedAtMs = Math.max(wire.createdAt?.ms ?? -Infinity, wire.insertedAt?.ms ?? -Infinity);
	return deletedAtMs === undefined || deletedAtMs > existedAtMs ? "certain" : "possible";
}

function refFromContent({ type, person, createdAtMs, amount }: StreamEvent): string {
	return `${contentRefPrefix}${JSON.stringify([type, person, createdAtMs, amount?.minorUnits, amount?.currency])}`;
}
