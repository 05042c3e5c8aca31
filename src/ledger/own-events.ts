import type { CustomEvent } from "../state/events/custom-event";
import { moneyFromDecimal } from "../state/money";
import { normaliseUserName } from "../state/events/user-name";
import {
	isKeyless,
	isSameEvent,
	isServiceRef,
	type StreamEvent,
	type StreamEventType,
} from "../state/events/stream-event";
import type { ListCache } from "./cached-list";
import { unansweredGraceMs, maxPostMs, postClockToleranceMs } from "./timing";

const maxKeyLength = 60;
const maxStoredKeys = 50_000;
const maxStoredPosts = 200;

/** A post whose event is not identified yet. It contains no user name. Times are epoch milliseconds. */
export type PostRecord = {
	readonly type: StreamEventType;
	readonly nameKey: string;
	/** A plain decimal. */
	readonly amount?: string | undefined;
	readonly currency?: string | undefined;
	/** Resubs or viewers. */
	readonly count?: number | undefined;
	readonly fromMs: number;
	readonly untilMs: number;
};

/** Stored data that identifies own events in a later run. It contains no user name. */
export type OwnEventRecords = {
	readonly keys: readonly string[];
	readonly posts: readonly PostRecord[];
};

/** A running post, or one whose event is not identified. `untilMs` is infinite while the post is running. */
type ExpectedEvent = { readonly post: PostRecord; readonly matched?: StreamEvent };

export type PostResult =
	| { readonly kind: "created"; readonly event: StreamEvent }
	/** No event was created. */
	| { readonly kind: "refused" }
	/** An event may have been created; the response did not identify it. */
	| { readonly kind: "unnamed" };

/**
 * Recognises events that this plugin posted, by id or ref. The event of a post whose response is missing, or did not identify the
 * event, is recognised by its content and creation time.
 *
 * Invariant: each post matches at most one event.
 */
export class OwnEvents {
	readonly #hashName: ListCache["hashName"];
	readonly #keys = new Set<string>();
	readonly #expected = new Map<symbol, ExpectedEvent>();
	#onChange: () => void = () => undefined;

	constructor(hashName: ListCache["hashName"]) {
		this.#hashName = hashName;
	}

	/** Data to store, so that a later run recognises the same events. */
	get records(): OwnEventRecords {
		const posts = [...this.#expected.values()].flatMap(({ post, matched }) => {
			if (matched) return [];
			return { ...post, untilMs: Math.min(post.untilMs, post.fromMs + maxPostMs + unansweredGraceMs) };
		});
		return { keys: [...this.#keys].slice(-maxStoredKeys), posts: posts.slice(-maxStoredPosts) };
	}

	/** @param onChange Called whenever {@link records} changes. */
	watch(onChange: () => void): void {
		this.#onChange = onChange;
	}

	/** Recognises an event by its id or ref from now on. */
	add(event: StreamEvent): void {
		const { size } = this.#keys;
		for (const key of this.#keysOf(event)) this.#keys.add(key);
		if (this.#keys.size > size) this.#onChange();
	}

	restore({ keys, posts }: OwnEventRecords): void {
		for (const key of keys) this.#keys.add(shortenKey(key));
		for (const post of posts) this.#expected.set(Symbol(post.type), { post });
	}

	has(event: StreamEvent): boolean {
		return this.#keys.size > 0 && this.#keysOf(event).some((key) => this.#keys.has(key));
	}

	/** Starts to expect the event of a post that is about to be sent. Returns the handle for {@link resolve}. */
	expect(content: CustomEvent, nowMs: number): symbol {
		const symbol = Symbol(content.type);
		const post = { ...this.#contentOf(content), fromMs: nowMs, untilMs: Infinity };
		this.#expected.set(symbol, { post });
		this.#onChange();
		return symbol;
	}

	recognise(event: StreamEvent, nowMs: number): boolean {
		if (this.has(event)) return true;
		for (const [symbol, expected] of this.#expected) {
			if (expected.matched || !this.#matches(event, expected.post, nowMs)) continue;
			if (expected.post.untilMs === Infinity) this.#expected.set(symbol, { ...expected, matched: event });
			else this.#expected.delete(symbol);
			this.add(event);
			return true;
		}
		return false;
	}

	/**
	 * Ends a post.
	 * @returns An event of another origin that was mistaken for the post's event, if any. It is no longer recognised.
	 */
	resolve(symbol: symbol, result: PostResult, nowMs: number): StreamEvent | undefined {
		const expected = this.#expected.get(symbol);
		const matched = expected?.matched;
		const created = result.kind === "created" ? result.event : undefined;
		const isUnnamed = result.kind === "unnamed" || (created !== undefined && isKeyless(created));
		this.#expected.delete(symbol);
		if (expected && isUnnamed && !matched)
			this.#expected.set(symbol, { post: { ...expected.post, untilMs: nowMs + unansweredGraceMs } });
		const isMistaken = matched && !isUnnamed && !(created && isSameEvent(matched, created));
		if (isMistaken) for (const key of this.#keysOf(matched)) this.#keys.delete(key);
		if (created) this.add(created);
		this.#onChange();
		return isMistaken ? matched : undefined;
	}

	/** Compares an event with a post. While the post is running, an event without details matches too: the response corrects a mistake. */
	#matches(event: StreamEvent, post: PostRecord, nowMs: number): boolean {
		const nameKey = event.person === undefined ? event.nameKey : this.#nameKeyOf(event.person);
		const createdAtMs = event.isTimeAssumed ? nowMs : event.createdAtMs;
		if (createdAtMs < post.fromMs - postClockToleranceMs || createdAtMs > post.untilMs) return false;
		const hasDetails = nameKey !== undefined && (event.type !== "donation" || event.amount !== undefined);
		if (post.untilMs !== Infinity && !hasDetails) return false;
		return (nameKey === undefined || nameKey === post.nameKey) && hasContent(event, post);
	}

	#contentOf(content: CustomEvent): Pick<PostRecord, "type" | "nameKey" | "amount" | "currency" | "count"> {
		const { type } = content;
		const nameKey = this.#nameKeyOf(type === "hosting" ? content.hostname : content.username);
		switch (type) {
			case "follow":
				return { type, nameKey };
			case "subscription":
				return { type, nameKey, count: content.resub };
			case "hosting":
				return { type, nameKey, count: content.viewers };
			case "donation":
				return { type, nameKey, amount: content.amount, currency: content.currency };
		}
	}

	#nameKeyOf(name: string): string {
		return this.#hashName(normaliseUserName(name.trim()));
	}

	/** Returns the ids (digits) unchanged and the refs with a prefix. A ref derived from the content is hashed, because it contains a user name. */
	#keysOf({ id, ref }: StreamEvent): readonly string[] {
		const keys = id === undefined ? [] : [id];
		if (ref !== undefined) keys.push(isServiceRef(ref) ? `ref:${ref}` : `content:${this.#hashName(ref)}`);
		return keys.map(shortenKey);
	}
}

function hasContent(
	{ type, amount, currency, isCurrencyAssumed, resub, viewers }: StreamEvent,
	post: PostRecord,
) {
	if (type !== post.type) return false;
	if (type === "donation") {
		if (!amount) return currency === undefined || currency === post.currency;
		if (!isCurrencyAssumed && amount.currency !== post.currency) return false;
		return moneyFromDecimal(post.amount ?? "", amount.currency)?.minorUnits === amount.minorUnits;
	}
	const count = type === "subscription" ? resub : viewers;
	return type === "follow" || count === undefined || count === post.count;
}

/** Limits the length of a key. Both ends and the length are kept. */
function shortenKey(key: string): string {
	if (key.length <= maxKeyLength) return key;
	return `${key.slice(0, 20)}~${key.length}~${key.slice(-30)}`;
}
