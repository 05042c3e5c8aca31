import type { ChartNeed } from "./chart";
import type { CounterQuery, CounterScope } from "./counter-query";
import type { SceneBinding } from "./scene-binding";
import type { StreamEventType } from "./stream-event";

/** How many of the newest events of these types a key shows. */
export type RecentNeed = { readonly types: readonly StreamEventType[]; readonly count: number };

/** Everything that the keys in use need of the service, in one value. */
export type ServiceDemand = {
	/** The questions that keys ask the ledger. */
	readonly queries: readonly CounterQuery[];
	/** What keys send commands to. */
	readonly bindings: readonly SceneBinding[];
	/** The charts that keys show. */
	readonly charts: readonly ChartNeed[];
	/** The newest events that keys show. */
	readonly recent: readonly RecentNeed[];
	/** The scopes in which keys rank who gave most. */
	readonly supporters: readonly CounterScope[];
};

/** Of keys that need the link alone, or of none. */
export const noDemand: ServiceDemand = { queries: [], bindings: [], charts: [], recent: [], supporters: [] };
