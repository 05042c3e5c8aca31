import { createHmac } from "node:crypto";

import { z } from "zod/mini";

import { compactEvent } from "../../state/events/compact-event";
import { nameKeyOf, type ListCache, type CachedList } from "../../ledger/cached-list";
import { streamEventTypes, type StreamEvent } from "../../state/events/stream-event";

/** Version of the file format. */
const version = 2;

type Column<T> = (T | null)[];

const texts = z.array(z.string());
const ids = columnOf((value): value is string => typeof value === "string");
const numbers = columnOf((value): value is number => typeof value === "number");

/**
 * One value per event in each column. Columns are parsed three times as fast as one object or array per event, and leave less
 * garbage.
 */
const columnsSchema = z.object({
	ids,
	/** Index of the type, plus {@link testFlag} for the user's own tests, plus {@link assumedFlag} for an assumed currency. */
	kinds: numbers,
	/** Creation time in epoch milliseconds, as the difference from the event before. */
	times: numbers,
	/** Index of the hashed user name; null if there is none. */
	names: numbers,
	/** Amount in minor units, renewals or viewers; null if there are none. */
	counts: numbers,
	/** Index of the currency; null if there is no amount. */
	currencies: numbers,
});

const fileSchema = z.object({
	version: z.literal(version),
	types: z.array(z.enum(streamEventTypes)),
	olderCount: z.number(),
	/** The texts that columns refer to. */
	nameKeys: texts,
	currencyCodes: texts,
	columns: columnsSchema.check(z.refine(haveEqualLengths)),
});

type Columns = z.infer<typeof columnsSchema>;
type File = z.infer<typeof fileSchema>;

const testFlag = 8;
const assumedFlag = 16;
const typeMask = 7;

/**
 * Encodes the list as text, in parts. The entries contain hashed user names only. The last part is an HMAC of everything
 * before it, made with the secret, in a line of its own.
 */
export function encodeList(
	{ types, events, olderCount }: CachedList,
	secret: string,
	hashName: ListCache["hashName"],
): readonly string[] {
	const nameKeys = new TextIndex();
	const currencyCodes = new TextIndex();
	const columns: Columns = { ids: [], kinds: [], times: [], names: [], counts: [], currencies: [] };
	let lastMs = 0;
	for (const event of events) {
		const { id = "", type, createdAtMs, amount } = event;
		const flags = (event.isTest ? testFlag : 0) + (event.isCurrencyAssumed ? assumedFlag : 0);
		columns.ids.push(id);
		columns.kinds.push(streamEventTypes.indexOf(type) + flags);
		columns.times.push(createdAtMs - lastMs);
		columns.names.push(nameKeys.indexOf(nameKeyOf(event, hashName)));
		columns.counts.push(countOf(event) ?? null);
		columns.currencies.push(currencyCodes.indexOf(amount?.currency));
		lastMs = createdAtMs;
	}
	const texts = { nameKeys: nameKeys.texts, currencyCodes: currencyCodes.texts };
	const file: File = { version, types: [...types], olderCount, ...texts, columns };
	const body = `${JSON.stringify(file)}\n`;
	return [body, createHmac("sha256", secret).update(body).digest("hex")];
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
	const { types, olderCount } = parsed.data;
	return { types, olderCount, events: eventsOf(parsed.data) };
}

/** Distinct texts, in the order in which they first occurred. */
class TextIndex {
	readonly #indexes = new Map<string, number>();

	get texts(): string[] {
		return [...this.#indexes.keys()];
	}

	/** Returns the index of the text, which is added if it is new. */
	indexOf(text: string | undefined): number | null {
		if (text === undefined) return null;
		const index = this.#indexes.get(text) ?? this.#indexes.size;
		this.#indexes.set(text, index);
		return index;
	}
}

function countOf({ type, amount, resub, viewers }: StreamEvent): number | undefined {
	if (type === "donation") return amount?.minorUnits;
	return type === "subscription" ? resub : viewers;
}

function eventsOf({ nameKeys, currencyCodes, columns }: File): StreamEvent[] {
	const { kinds, times, names, counts, currencies } = columns;
	let createdAtMs = 0;
	return columns.ids.map((id, index) => {
		const kind = kinds[index] ?? 0;
		const type = streamEventTypes[kind & typeMask] ?? "follow";
		const count = counts[index] ?? undefined;
		const currency = currencyCodes[currencies[index] ?? -1];
		createdAtMs += times[index] ?? 0;
		return compactEvent({
			id: id ?? "",
			type,
			createdAtMs,
			isDeleted: false,
			nameKey: nameKeys[names[index] ?? -1],
			isTest: (kind & testFlag) > 0,
			amount: count !== undefined && currency !== undefined ? { minorUnits: count, currency } : undefined,
			isCurrencyAssumed: (kind & assumedFlag) > 0,
			resub: type === "subscription" ? count : undefined,
			viewers: type === "hosting" ? count : undefined,
		});
	});
}

/** A column. Its values are checked without a schema for each, which would take a quarter of a second for a year. */
function columnOf<T>(isValue: (value: unknown) => value is T) {
	const isColumn = (value: unknown): value is Column<T> =>
		Array.isArray(value) && value.every((item) => item === null || isValue(item));
	return z.custom<Column<T>>(isColumn);
}

function haveEqualLengths(columns: Columns): boolean {
	return Object.values(columns).every(({ length }) => length === columns.ids.length);
}

function jsonOf(body: string): unknown {
	try {
		return JSON.parse(body);
	} catch {
		return undefined;
	}
}
