import { createHmac } from "node:crypto";

import { z } from "zod/mini";

import { compactEvent } from "../../state/events/compact-event";
import { nameKeyOf, type ListCache, type CachedList } from "../../ledger/cached-list";
import { streamEventTypes, type StreamEvent, type StreamEventType } from "../../state/events/stream-event";

/** Version of the file format. */
const version = 1;
/** Number of entries that are encoded per part. */
const chunkSize = 2_000;

const text = z.nullable(z.string());
const number = z.nullable(z.number());

/**
 * `id, kind, created, name key`, followed by the fields of the kind. `kind` is increased by ten for events that are
 * the user's own tests.
 */
const rowSchema = z.tuple([
	z.string(),
	z.number(),
	z.number(),
	text,
	z.optional(number),
	z.optional(text),
	z.optional(z.literal(1)),
]);

const fileSchema = z.object({
	version: z.literal(version),
	types: z.array(z.enum(streamEventTypes)),
	olderCount: z.number(),
	rows: z.array(rowSchema),
});

type Row = z.infer<typeof rowSchema>;

const testKindOffset = 10;

/**
 * Encodes the list as text, one part at a time. The entries contain hashed user names only. The last line is an
 * HMAC of everything before it, made with the secret.
 */
export function* encodeList(
	{ types, events, olderCount }: CachedList,
	secret: string,
	hashName: ListCache["hashName"],
): Generator<string> {
	const hmac = createHmac("sha256", secret);
	const addToHmac = (part: string) => {
		hmac.update(part);
		return part;
	};
	yield addToHmac(`${JSON.stringify({ version, types, olderCount }).slice(0, -1)},"rows":[`);
	for (let index = 0; index < events.length; index += chunkSize) {
		const chunk = events.slice(index, index + chunkSize);
		const rows = chunk.map((event) => `\n${JSON.stringify(rowOf(event, nameKeyOf(event, hashName)))}`);
		yield addToHmac(`${index > 0 ? "," : ""}${rows.join(",")}`);
	}
	yield addToHmac("\n]}\n");
	yield hmac.digest("hex");
}

/**
 * Decodes a file.
 * @returns Undefined unless {@link encodeList} made the file with this secret.
 */
export function decodeList(file: string, secret: string): CachedList | undefined {
	const end = file.lastIndexOf("\n") + 1;
	const body = file.slice(0, end);
	if (file.slice(end) !== createHmac("sha256", secret).update(body).digest("hex")) return undefined;
	const parsed = fileSchema.safeParse(jsonOf(body));
	if (!parsed.success) return undefined;
	const { types, olderCount, rows } = parsed.data;
	return { types, olderCount, events: rows.flatMap((row) => eventOf(row) ?? []) };
}

function rowOf(event: StreamEvent, nameKey: string | null = null): Row {
	const { id = "", type, createdAtMs, isTest, amount, resub, viewers } = event;
	const kind = streamEventTypes.indexOf(type) + (isTest ? testKindOffset : 0);
	const common = [id, kind, createdAtMs, nameKey] as const;
	if (type === "donation" && amount) {
		const { minorUnits, currency } = amount;
		return event.isCurrencyAssumed ? [...common, minorUnits, currency, 1] : [...common, minorUnits, currency];
	}
	const count = type === "subscription" ? resub : viewers;
	return count === undefined ? [...common] : [...common, count];
}

function eventOf([id, kind, createdAtMs, nameKey, count, currency, isAssumed]: Row): StreamEvent | undefined {
	const type = streamEventTypes[kind % testKindOffset];
	if (!type) return undefined;
	return compactEvent({
		id,
		type,
		createdAtMs,
		isDeleted: false,
		...(nameKey !== null && { nameKey }),
		isTest: kind >= testKindOffset,
		...(typeof count === "number" && detailsOf(type, count, currency ?? "")),
		isCurrencyAssumed: isAssumed === 1,
	});
}

function detailsOf(type: StreamEventType, count: number, currency: string): Partial<StreamEvent> {
	if (type === "donation") return { amount: { minorUnits: count, currency } };
	return type === "subscription" ? { resub: count } : { viewers: count };
}

function jsonOf(body: string): unknown {
	try {
		return JSON.parse(body);
	} catch {
		return undefined;
	}
}
