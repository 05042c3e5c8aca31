import type { AnswerCache } from "./rest/answer-cache";
import type { StreamerAccount } from "./data/account";
import type { FaultSwitches } from "./faults";
import type { SceneStore } from "./data/scenes";
import type { Settings } from "./settings";
import type { EventStore, StoredEvent, StoredTotals } from "./data/store";

/** Data and functions of the endpoints. All of them can change while the service runs. */
export interface ServiceContext {
	readonly clock: () => number;
	readonly settings: Settings;
	readonly account: StreamerAccount;
	readonly store: EventStore;
	readonly scenes: SceneStore;
	readonly faults: FaultSwitches;
	readonly answers: AnswerCache;
	/** Address that discovery returns. */
	readonly eventSocketUrl: string;
	/** Returns the totals to send, which may be older than the store's. */
	readTotals(): StoredTotals;
	/** Sends the event to all sockets that joined the room. */
	announce(event: StoredEvent): void;
}
