import { nameKeyOf, type ListCache, type CachedList } from "../../../src/ledger/cached-list";
import type { StreamEvent, StreamEventType } from "../../../src/state/events/stream-event";

/** Data that survives a run of the plugin. Small lists are stored too. */
export class InMemoryListStore implements ListCache {
	readonly minComparedCount: number;
	/** Number of times the stored list was loaded. */
	loadCount = 0;
	onLoaded: (list: CachedList) => void = () => undefined;
	#saved: CachedList | undefined;

	constructor(minComparedCount = 10) {
		this.minComparedCount = minComparedCount;
	}

	readonly hashName = (name: string): string => `key of ${name}`;

	/** The stored list, in the form that it has on disk. */
	get stored(): CachedList | undefined {
		if (!this.#saved) return undefined;
		const { events, ...rest } = this.#saved;
		return { ...rest, events: events.map((event) => cachedFormOf(event, this.hashName)) };
	}

	async load(types: readonly StreamEventType[]): Promise<CachedList | undefined> {
		if (this.#saved?.types.join() !== types.join()) return undefined;
		this.loadCount++;
		this.onLoaded(this.#saved);
		return this.stored;
	}

	isDue(): boolean {
		return true;
	}

	/** As on disk, a list that reaches less far back does not replace a longer one. */
	save(list: CachedList): void {
		const isSameKind = this.#saved?.types.join() === list.types.join();
		if (!isSameKind || oldestMsOf(list) <= oldestMsOf(this.#saved)) this.#saved = list;
	}

	forget(): void {
		this.#saved = undefined;
	}
}

function oldestMsOf(list: CachedList | undefined): number {
	return list?.events.at(-1)?.createdAtMs ?? Infinity;
}

/** Returns the event with the fields that the cache on disk contains: no message, ref or provider, and a hashed user name. */
export function cachedFormOf(event: StreamEvent, hashName: ListCache["hashName"]): StreamEvent {
	const { person: _, message: __, ref: ___, provider: ____, ...cached } = event;
	const nameKey = nameKeyOf(event, hashName);
	return nameKey === undefined ? cached : { ...cached, nameKey };
}
