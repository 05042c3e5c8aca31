import type { EventPage } from "../service/ports";
import { isAsRemembered, type ListMemory, type RememberedList } from "../state/remembered-list";
import { identityOf, type StreamEvent } from "../state/stream-event";
import type { ReadEntries } from "./read-entries";

/** This share of those that are compared has to be remembered ones. */
const minRememberedShare = 0.2;
/** How many pages of the rest are compared as well, spread over all of it. */
const spotCount = 3;
const spotSize = 100;

/** What is remembered may be used for what was created before `untilMs`, epoch milliseconds, and only once. */
export type Remembered = {
	readonly list: RememberedList;
	readonly untilMs: number;
	readonly memory: Pick<ListMemory, "minCompared" | "hashName" | "forget">;
	/** Uniform in [0, 1). */
	readonly random: () => number;
};

/** The far end of a list as it is remembered, and whether it still is like that. */
export class RememberedTail {
	/** Newest first. */
	readonly events: readonly StreamEvent[];
	readonly #byId: ReadonlyMap<string, StreamEvent>;
	readonly #remembered: Remembered;
	/** Where it begins in the list. */
	readonly #offset: number;

	private constructor(events: readonly StreamEvent[], offset: number, remembered: Remembered) {
		this.events = events;
		this.#byId = new Map(events.map((event) => [identityOf(event), event]));
		this.#offset = offset;
		this.#remembered = remembered;
	}

	/**
	 * What is remembered of the list beyond what has been read.
	 * @param read Everything that has been read.
	 * @param page The last one, and where it ends in the list.
	 * @returns `too early` when not enough has been read to tell, `in doubt` when what is read is not as it is remembered.
	 */
	static behind(
		read: ReadEntries,
		page: Pick<EventPage, "totalCount"> & { readonly endOffset: number },
		remembered: Remembered,
	): RememberedTail | "too early" | "in doubt" {
		const { list, untilMs, memory } = remembered;
		const { oldestMs } = read;
		if (read.size < memory.minCompared || oldestMs >= untilMs) return "too early";
		const tail: StreamEvent[] = [];
		for (const event of list.events) {
			const known = read.find(event);
			if (!known) tail.push(event);
			else if (!isAsRemembered(known, event, memory.hashName)) return "in doubt";
		}
		if (list.events.length - tail.length < memory.minCompared * minRememberedShare) return "too early";
		const isAllOlder = tail.every(({ createdAtMs }) => createdAtMs <= oldestMs);
		const isAsLong = page.totalCount === page.endOffset + tail.length + list.olderCount;
		if (!isAllOlder || !isAsLong) return "in doubt";
		return new RememberedTail(tail, page.endOffset, remembered);
	}

	/** Where in the list to look whether it is as remembered. */
	get spots(): readonly { readonly offset: number; readonly limit: number }[] {
		const share = this.events.length / spotCount;
		return Array.from({ length: spotCount }, (_, index) => {
			const room = Math.max(0, share - spotSize);
			const start = Math.floor(index * share + room * this.#remembered.random());
			return { offset: this.#offset + start, limit: spotSize };
		});
	}

	/** Whether a page that begins there holds what is remembered. Of one second, the order may be any. */
	holds({ events, rawCount }: EventPage, offset: number): boolean {
		const start = offset - this.#offset;
		if (events.length < rawCount) return false;
		return events.slice(0, this.events.length - start).every((event, index) => {
			const same = this.#byId.get(identityOf(event));
			const isInPlace = this.events[start + index]?.createdAtMs === event.createdAtMs;
			return isInPlace && same !== undefined && isAsRemembered(event, same, this.#remembered.memory.hashName);
		});
	}
}
