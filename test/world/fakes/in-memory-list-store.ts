import { withoutUserName, type ListCache, type CachedList } from "../../../src/ledger/cached-list";
import type { StreamEventType } from "../../../src/state/stream-event";

/** Data that survives a run of the plugin. Small lists are stored too. */
export class InMemoryListStore implements ListCache {
	readonly minCompared: number;
	/** Number of times the stored list was used or uncertain. */
	recallCount = 0;
	forgetCount = 0;
	stored: CachedList | undefined;

	constructor(minCompared = 10) {
		this.minCompared = minCompared;
	}

	readonly hashName = (name: string): string => `key of ${name}`;

	async load(types: readonly StreamEventType[]): Promise<CachedList | undefined> {
		if (this.stored?.types.join() !== types.join()) return undefined;
		this.recallCount++;
		return this.stored;
	}

	isDue(): boolean {
		return true;
	}

	save({ events, ...rest }: CachedList): void {
		this.stored = { ...rest, events: events.map((event) => withoutUserName(event, this.hashName)) };
	}

	forget(): void {
		this.forgetCount++;
		this.stored = undefined;
	}
}
