import { isMadeFrom, mayBeMadeFrom, type CustomEvent } from "./custom-event";
import { isNameless, isSameEvent, type StreamEvent } from "./stream-event";

/** A post that nobody could name when it was over may still come back within this time. */
const namelessGraceMs = 30_000;
/** What is kept of a name beyond this run. */
const maxNameLength = 60;

const nameSeparator = "\n";

/** A post under way, or one whose event has not been named. */
type ExpectedEvent = {
	readonly content: CustomEvent;
	/** Epoch milliseconds. */
	readonly untilMs: number;
	/** The event that was taken for it. */
	readonly seen?: StreamEvent;
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
	readonly #names = new Set<string>();
	readonly #expected = new Map<symbol, ExpectedEvent>();

	/** Recognises an event by name from now on. */
	add(event: StreamEvent): void {
		for (const name of namesOf(event)) this.#names.add(name);
	}

	/** Recognises events by names that {@link ownEventName} gave earlier, in another run of the plugin. */
	recall(names: Iterable<string>): void {
		for (const name of names) for (const one of name.split(nameSeparator)) this.#names.add(shortened(one));
	}

	has(event: StreamEvent): boolean {
		return this.#names.size > 0 && namesOf(event).some((name) => this.#names.has(name));
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
			else if (!expected.seen && isLike(event, expected)) {
				this.#expected.set(post, { ...expected, seen: event });
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
		const { seen } = expected;
		if (result.kind === "unnamed" || (result.kind === "created" && isNameless(result.event))) {
			if (!seen) this.#expected.set(post, { ...expected, untilMs: nowMs + namelessGraceMs });
			return undefined;
		}
		if (!seen || (result.kind === "created" && isSameEvent(seen, result.event))) return undefined;
		for (const name of namesOf(seen)) this.#names.delete(name);
		return seen;
	}
}

/** A telling may be poor. While the post is under way, its answer will set a mistake right. */
function isLike(event: StreamEvent, { content, untilMs }: ExpectedEvent): boolean {
	return untilMs === Infinity ? mayBeMadeFrom(event, content) : isMadeFrom(event, content);
}

/**
 * What to remember an own event by beyond this run; undefined when it has no name of its own. It holds both names where
 * there are two: the list may tell only one of them.
 */
export function ownEventName(event: StreamEvent): string | undefined {
	if (isNameless(event)) return undefined;
	const names = namesOf(event);
	const both = names.join(nameSeparator);
	return both.length <= maxNameLength ? both : names[0];
}

/** Ids as they are, they are digits; refs apart from them. */
function namesOf({ id, ref }: StreamEvent): readonly string[] {
	return [...(id === undefined ? [] : [id]), ...(ref === undefined ? [] : [`ref:${ref}`])].map(shortened);
}

/** A name has to fit where it is kept: of a long one, both ends and how long it is. */
function shortened(name: string): string {
	if (name.length <= maxNameLength) return name;
	return `${name.slice(0, 20)}~${name.length}~${name.slice(-30)}`;
}
