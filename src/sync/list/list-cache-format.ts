import { createHmac } from "node:crypto";

import { z } from "zod/mini";

import { compactEvent } from "../../state/events/compact-event";
import { nameKeyOf, type ListCache, type CachedList } from "../../ledger/cached-list";
import { streamEventTypes, type StreamEvent } from "../../state/events/stream-event";

const version = 2;
/** Number of entries per block. Larger strings and arrays would cost memory that is not returned to the system. */
const blockSize = 2_000;

const headSchema = z.object({
	version: z.literal(version),
	types: z.array(z.enum(streamEventTypes)),
	olderCount: z.number(),
});

const texts = columnOf((value): value is string => typeof value === "string");
const numbers = columnOf((value): value is number => typeof value === "number");

/**
 * Some entries, one value of each in every column. Columns are parsed three times as fast as one object or array per entry, and
 * leave less garbage.
 */
const columnsSchema = z.object({
	ids: texts,
	/** Index of the type, plus {@link testFlag} for the user's own tests, plus {@link assumedFlag} for an assumed currency. */
	kinds: numbers,
	/** Creation time in epoch milliseconds, as the difference from the entry before. */
	times: numbers,
	/** Index of the hashed user name; null if there is none. */
	names: numbers,
	/** Amount in minor units, renewals or viewers; null if there are none. */
	counts: numbers,
	/** Index of the currency; null if there is no amount. */
	currencies: numbers,
});

const blockSchema = z.object({
	/** The texts that occur for the first time. Their indexes continue those of the blocks before. */
	nameKeys: z.array(z.string()),
	currencyCodes: z.array(z.string()),
	columns: columnsSchema.check(z.refine(haveEqualLengths)),
});

type Columns = z.infer<typeof columnsSchema>;

const testFlag = 8;
const assumedFlag = 16;
const typeMask = 7;

/**
 * Encodes the list as lines: the head, blocks of entries, and an HMAC of everything before it, made with the secret. The
 * entries contain hashed user names only.
 */
export function* encodeList(
	{ types, events, olderCount }: CachedList,
	secret: string,
	hashName: ListCache["hashName"],
): Generator<string> {
	const hmac = createHmac("sha256", secret);
	const lineOf = (value: object) => {
		const line = `${JSON.stringify(value)}\n`;
		hmac.update(line);
		return line;
	};
	const nameKeys = new TextIndex();
	const currencyCodes = new TextIndex();
	let lastMs = 0;
	yield lineOf({ version, types, olderCount });
	for (let start = 0; start < events.length; start += blockSize) {
		const columns: Columns = { ids: [], kinds: [], times: [], names: [], counts: [], currencies: [] };
		for (const event of events.slice(start, start + blockSize)) {
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
		yield lineOf({ nameKeys: nameKeys.takeNew(), currencyCodes: currencyCodes.takeNew(), columns });
	}
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
	const [headLine = "", ...lines] = body.trimEnd().split("\n");
	const head = headSchema.safeParse(JSON.parse(headLine));
	if (!head.success) return undefined;
	const decoder = new BlockDecoder();
	const events: StreamEvent[] = [];
	for (const line of lines) {
		const block = blockSchema.safeParse(JSON.parse(line));
		if (!block.success) return undefined;
		events.push(...decoder.eventsOf(block.data));
	}
	return { types: head.data.types, olderCount: head.data.olderCount, events };
}

/** Numbers distinct texts in the order in which they first occur. */
class TextIndex {
	readonly #indexes = new Map<string, number>();
	#newTexts: string[] = [];

	/** Returns the index of the text, which is added if it is new. */
	indexOf(text: string | undefined): number | null {
		if (text === undefined) return null;
		const existing = this.#indexes.get(text);
		if (existing !== undefined) return existing;
		this.#newTexts.push(text);
		this.#indexes.set(text, this.#indexes.size);
		return this.#indexes.size - 1;
	}

	/** Returns the texts that were added since the last call. */
	takeNew(): readonly string[] {
		const newTexts = this.#newTexts;
		this.#newTexts = [];
		return newTexts;
	}
}

/** Decodes the blocks of a list, from the first to the last one. */
class BlockDecoder {
	readonly #nameKeys: string[] = [];
	readonly #currencyCodes: string[] = [];
	#lastMs = 0;

	eventsOf({ nameKeys, currencyCodes, columns }: z.infer<typeof blockSchema>): StreamEvent[] {
		this.#nameKeys.push(...nameKeys);
		this.#currencyCodes.push(...currencyCodes);
		const { kinds, times, names, counts, currencies } = columns;
		return columns.ids.map((id, index) => {
			const kind = kinds[index] ?? 0;
			const type = streamEventTypes[kind & typeMask] ?? "follow";
			const count = counts[index] ?? undefined;
			const currency = this.#currencyCodes[currencies[index] ?? -1];
			this.#lastMs += times[index] ?? 0;
			return compactEvent({
				id: id ?? "",
				type,
				createdAtMs: this.#lastMs,
				isDeleted: false,
				nameKey: this.#nameKeys[names[index] ?? -1],
				isTest: (kind & testFlag) > 0,
				amount: count !== undefined && currency !== undefined ? { minorUnits: count, currency } : undefined,
				isCurrencyAssumed: (kind & assumedFlag) > 0,
				resub: type === "subscription" ? count : undefined,
				viewers: type === "hosting" ? count : undefined,
			});
		});
	}
}

function countOf({ type, amount, resub, viewers }: StreamEvent): number | undefined {
	if (type === "donation") return amount?.minorUnits;
	return type === "subscription" ? resub : viewers;
}

/** A column. Its values are checked without a schema for each, which would take a quarter of a second for a year. */
function columnOf<T>(isValue: (value: unknown) => value is T) {
	return z.custom<(T | null)[]>(
		(value) => Array.isArray(value) && value.every((item) => item === null || isValue(item)),
	);
}

function haveEqualLengths(columns: Columns): boolean {
	return Object.values(columns).every(({ length }) => length === columns.ids.length);
}
