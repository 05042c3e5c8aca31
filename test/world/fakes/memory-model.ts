import { withoutName, type ListMemory, type RememberedList } from "../../../src/state/remembered-list";
import type { StreamEventType } from "../../../src/state/stream-event";

/** What outlives a run of the plugin, with small lists worth remembering. */
export class MemoryModel implements ListMemory {
	readonly minCompared: number;
	/** How often it was of use, or in doubt. */
	recalled = 0;
	forgotten = 0;
	kept: RememberedList | undefined;

	constructor(minCompared = 10) {
		this.minCompared = minCompared;
	}

	readonly hashName = (name: string): string => `key of ${name}`;

	async recall(types: readonly StreamEventType[]): Promise<RememberedList | undefined> {
		if (this.kept?.types.join() !== types.join()) return undefined;
		this.recalled++;
		return this.kept;
	}

	isDue(): boolean {
		return true;
	}

	remember({ events, ...rest }: RememberedList): void {
		this.kept = { ...rest, events: events.map((event) => withoutName(event, this.hashName)) };
	}

	forget(): void {
		this.forgotten++;
		this.kept = undefined;
	}
}
