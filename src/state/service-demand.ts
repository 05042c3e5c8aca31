import type { ChartNeed } from "./counters/chart";
import type { CounterQuery } from "./counters/counter-query";
import type { ScopePeriod } from "./time/scope";
import type { SceneBinding } from "./scenes/scene-binding";
import type { StreamEventType } from "./events/stream-event";

/** Number of the newest events of these types that a key displays. */
export type RecentNeed = {
	readonly types: readonly StreamEventType[];
	readonly count: number;
	/** Smaller donations are not displayed, in the account's currency. */
	readonly minAmount?: number | undefined;
	/** Whether the newest one that is not an own test is required as well. */
	readonly real?: true | undefined;
	/** Whether all events of the session are listed, with user names. */
	readonly ofSession?: true | undefined;
};

/** Everything that the visible keys require from the service. */
export type ServiceDemand = {
	readonly queries: readonly CounterQuery[];
	readonly bindings: readonly SceneBinding[];
	readonly charts: readonly ChartNeed[];
	readonly recent: readonly RecentNeed[];
	/** Scopes of the displayed donor rankings. */
	readonly supporters: readonly ScopePeriod[];
};

/** Demand of keys that need only the connection, or of no keys. */
export const noDemand: ServiceDemand = { queries: [], bindings: [], charts: [], recent: [], supporters: [] };
