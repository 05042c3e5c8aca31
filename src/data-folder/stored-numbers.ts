import { isRecord } from "../state/is-record";
import type { RememberedNumber, RememberedNumbers } from "../state/counters/remembered-numbers";
import type { DataFile } from "./data-file";
import type { DataFolder } from "./data-folder";
import { digestOf } from "./digest";
import { maxNumberAgeMs, numberRefreshMs } from "./timing";

/** More numbers than the keys of a deck display. */
const maxNumbers = 300;
/** More values than a chart has. */
const maxChartValues = 400;

/** Digest of the account, its currency, and for each number the digest of its identity, when it was confirmed, and its value. */
type StoredFile = {
	readonly account: string;
	readonly currency?: string | undefined;
	readonly numbers: readonly (readonly [string, number, unknown])[];
};

type Entry = { readonly atMs: number; readonly value: unknown; readonly json: string };

/**
 * The last confirmed numbers of one account, without names. Invariant: numbers of another account are never returned, and
 * are removed with the next write.
 */
export class StoredNumbers implements RememberedNumbers {
	readonly #file: DataFile<StoredFile>;
	#account: string | undefined;
	#currency: string | undefined;
	#entries = new Map<string, Entry>();
	#hasChanged = false;
	#writtenAtMs = -Infinity;

	constructor(folder: DataFolder) {
		this.#file = folder.open("numbers", { version: 1, parse: fileFrom });
	}

	get currency(): string | undefined {
		return this.#currency;
	}

	/**
	 * Selects the account whose numbers are returned and recorded. All others are forgotten.
	 * @param secret Identifies the account; undefined when there is none. Only a digest of it is stored.
	 */
	selectAccount(secret: string | undefined): void {
		const account = secret === undefined ? undefined : digestOf(secret);
		if (account === this.#account && account !== undefined) return;
		const stored = this.#file.value;
		const isStored = stored !== undefined && stored.account === account;
		this.#account = account;
		this.#currency = isStored ? stored.currency : undefined;
		const numbers = isStored ? stored.numbers : [];
		this.#entries = new Map(
			numbers.map(([digest, atMs, value]) => [digest, { atMs, value, json: JSON.stringify(value) }]),
		);
		if (stored && !isStored && stored.numbers.length > 0)
			this.#file.save({ account: account ?? "", numbers: [] });
	}

	recall(identity: string, nowMs: number): ReturnType<RememberedNumbers["recall"]> {
		const entry = this.#entries.get(digestOf(identity));
		if (!entry || nowMs - entry.atMs > maxNumberAgeMs) return undefined;
		const number = numberFrom(entry.value);
		return number && { number, atMs: entry.atMs };
	}

	record(identity: string, number: RememberedNumber, atMs: number): void {
		if (this.#account === undefined) return;
		const digest = digestOf(identity);
		const value = storedFrom(number);
		const json = JSON.stringify(value);
		if (this.#entries.get(digest)?.json !== json) this.#hasChanged = true;
		// Inserted last, so that the numbers recorded longest ago are first.
		this.#entries.delete(digest);
		this.#entries.set(digest, { atMs, value, json });
	}

	/**
	 * Writes the numbers if one has changed or the last write was long ago.
	 * @param currency The account's currency.
	 */
	save(currency: string | undefined, nowMs: number): void {
		const isDue = this.#hasChanged || nowMs - this.#writtenAtMs >= numberRefreshMs;
		if (!isDue || this.#account === undefined || this.#entries.size === 0) return;
		this.#hasChanged = false;
		this.#writtenAtMs = nowMs;
		this.#currency = currency;
		const recent = [...this.#entries]
			.filter(([, { atMs }]) => nowMs - atMs <= maxNumberAgeMs)
			.slice(-maxNumbers);
		this.#entries = new Map(recent);
		const numbers = recent.map(([digest, { atMs, value }]) => [digest, atMs, value] as const);
		this.#file.save({ account: this.#account, currency, numbers });
	}
}

/** These are functions, because loading and creating schemas would delay the first picture by 5 ms. */
function fileFrom(data: unknown): StoredFile | undefined {
	if (!isRecord(data) || typeof data["account"] !== "string" || !Array.isArray(data["numbers"]))
		return undefined;
	const { account, currency, numbers } = data;
	return {
		account,
		currency: typeof currency === "string" ? currency : undefined,
		numbers: numbers.filter(isStoredNumber),
	};
}

function isStoredNumber(entry: unknown): entry is readonly [string, number, unknown] {
	return Array.isArray(entry) && typeof entry[0] === "string" && isNumber(entry[1]);
}

function isNumber(value: unknown): value is number {
	return Number.isFinite(value);
}

/** Returns undefined for a value that cannot be read. */
function numberFrom(stored: unknown): RememberedNumber | undefined {
	if (!isRecord(stored)) return undefined;
	const { count, figure, sums, total, values } = stored;
	const hasUnreadable = stored["hasUnreadable"] === true;
	if (isNumber(total) && Array.isArray(values) && values.length <= maxChartValues && values.every(isNumber))
		return { kind: "chart", line: { total, values } };
	if (isNumber(count)) return { kind: "counter", value: { kind: "count", count, hasUnreadable } };
	if (isNumber(figure)) return { kind: "counter", value: { kind: "figure", value: figure, hasUnreadable } };
	if (!Array.isArray(sums) || !sums.every(isStoredNumber)) return undefined;
	const money = new Map(sums.map(([currency, sum]) => [currency, sum]));
	return { kind: "counter", value: { kind: "money", sums: money, hasUnreadable } };
}

function storedFrom(number: RememberedNumber): object {
	if (number.kind === "chart") return number.line;
	const { value } = number;
	const hasUnreadable = value.hasUnreadable ? true : undefined;
	if (value.kind === "count") return { count: value.count, hasUnreadable };
	if (value.kind === "figure") return { figure: value.value, hasUnreadable };
	return { sums: [...value.sums], hasUnreadable };
}
