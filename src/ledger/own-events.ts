import { matchesCustomEvent, mayMatchCustomEvent, type CustomEvent } from "../state/custom-event";
import { isKeyless, isSameEvent, type StreamEvent } from "../state/stream-event";

/** A post that nobody could name when it was over may still come back within this time. */
const keylessGraceMs = 30_000;
/** What is kept of a name beyond this run. */
const maxKeyLength = 60;

const keySeparator = "\n";

/** A post under way, or one whose event has not been named. */
type ExpectedEvent = {
	readonly content: CustomEvent;
	/** Epoch milliseconds. */
	readonly untilMs: number;
	/** The event that was taken for it. */
	readonly matched?: StreamEvent;
};

/** How a post ended. */
export type PostResult =
	| { readonly kind: "created"; readonly event: StreamEvent }
	/** It is certain that no event was made. */
	| { readonly kind: "refused" }
	/** An event may have been made, and nobody named it. */
	| { readonly kind: "unnamed" };

/**
 * Events that this plugin posted itself. They are recognised by id or ref and, as they may come back before the service
 * has answered the post, by their content while it is under way.
 */
export class OwnEvents {
	readonly #keys = new Set<string>();
	readonly #expected = new Map<symbol, ExpectedEvent>();

	/** Recognises an event by name from now on. */
	add(event: StreamEvent): void {
		for (const key of keysOf(event)) this.#keys.add(key);
	}

	/** Recognises events by names that {@link ownEventKey} gave earlier, in another run of the plugin. */
	restore(storedKeys: Iterable<string>): void {
		for (const joinedKeys of storedKeys)
			for (const key of joinedKeys.split(keySeparator)) this.#keys.add(shortenKey(key));
	}

	has(event: StreamEvent): boolean {
		return this.#keys.size > 0 && keysOf(event).some((key) => this.#keys.has(key));
	}

	/** A post is about to leave. */
	expect(content: CustomEvent): symbol {
		const post = Symbol(content.type);
		this.#expected.set(post, { content, untilMs: Infinity });
		return post;
	}

	/** Whether an event nobody knew before is one of ours. Each post has but one. */
	recognise(event: StreamEvent, nowMs: number): boolean {
		if (this.has(event)) return true;
		for (const [post, expected] of this.#expected) {
			if (expected.untilMs < nowMs) this.#expected.delete(post);
			else if (!expected.matched && matchesPost(event, expected)) {
				this.#expected.set(post, { ...expected, matched: event });
				this.add(event);
				return true;
			}
		}
		return false;
	}

	/**
	 * The post is over.
	 * @returns Somebody else's event that was taken for ours meanwhile, if there is one: it is no longer recognised.
	 */
	resolve(post: symbol, result: PostResult, nowMs: number): StreamEvent | undefined {
		const expected = this.#expected.get(post);
		this.#expected.delete(post);
		if (result.kind === "created") this.add(result.event);
		if (!expected) return undefined;
		const { matched } = expected;
		if (result.kind === "unnamed" || (result.kind === "created" && isKeyless(result.event))) {
			if (!matched) this.#expected.set(post, { ...expected, untilMs: nowMs + keylessGraceMs });
			return undefined;
		}
		if (!matched || (result.kind === "created" && isSameEvent(matched, result.event))) return undefined;
		for (const key of keysOf(matched)) this.#keys.delete(key);
		return matched;
	}
}

/** A telling may be poor. While the post is under way, its answer will set a mistake right. */
function matchesPost(event: StreamEvent, { content, untilMs }: ExpectedEvent): boolean {
	return untilMs === Infinity ? mayMatchCustomEvent(event, content) : matchesCustomEvent(event, content);
}

/**
 * What to remember an own event by beyond this run; undefined when it has no name of its own. It holds both names where
 * there are two: the list may tell only one of them.
 */
export function ownEventKey(event: StreamEvent): string | undefined {
	if (isKeyless(event)) return undefined;
	const keys = keysOf(event);
	const joinedKeys = keys.join(keySeparator);
	return joinedKeys.length <= maxKeyLength ? joinedKeys : keys[0];
}

/** Ids as they are, they are digits; refs apart from them. */
function keysOf({ id, ref }: StreamEvent): readonly string[] {
	return [...(id === undefined ? [] : [id]), ...(ref === undefined ? [] : [`ref:${ref}`])].map(shortenKey);
}

/** A name has to fit where it is kept: of a long one, both ends and how long it is. */
function shortenKey(key: string): string {
	if (key.length <= maxKeyLength) return key;
	return `${key.slice(0, 20)}~${key.length}~${key.slice(-30)}`;
}
