import type { ServiceClient } from "../service/ports";
import type { Clock } from "../state/time/clock";
import type { ServiceDemand } from "../state/service-demand";
import type { ListCache } from "../ledger/cached-list";
import type { Store } from "../state/store";
import type { SyncLimits } from "./sync-limits";
import type { Log } from "../state/log";

/** Dependencies shared by everything that belongs to one account. */
export type AccountContext = {
	readonly client: ServiceClient;
	readonly store: Store;
	readonly clock: Clock;
	/** Uniform in [0, 1). */
	readonly random: () => number;
	readonly log: Log;
	/** Persistent cache of the list. Without it, the whole list is read at each start. */
	readonly memory?: ListCache | undefined;
	readonly limits: SyncLimits;
	/** Returns what the keys in use need at the moment. */
	readonly demand: () => ServiceDemand;
};
