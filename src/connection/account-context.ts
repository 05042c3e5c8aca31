import type { ServiceClient } from "../service/ports";
import type { Clock } from "../state/clock";
import type { ServiceDemand } from "../state/service-demand";
import type { ListCache } from "../ledger/cached-list";
import type { Store } from "../state/store";
import type { SyncLimits } from "../sync/sync-limits";
import type { Log } from "./log";

/** What belongs to one account of one service. */
export type AccountCredentials = {
	/** As typed. */
	readonly baseUrl: string;
	readonly apiKey: string;
	/** Address of the scene channel; undefined when it shares the event channel's. */
	readonly sceneSocketUrl?: string | undefined;
};

/** What everything works with that belongs to one account. */
export type AccountContext = {
	readonly client: ServiceClient;
	readonly store: Store;
	readonly clock: Clock;
	/** Uniform in [0, 1). */
	readonly random: () => number;
	readonly log: Log;
	/** Where the list is kept beyond this run; without it, all of it is read each time. */
	readonly memory?: ListCache | undefined;
	readonly limits?: SyncLimits | undefined;
	/** What the keys in use need, as of now. */
	readonly demand: () => ServiceDemand;
};
