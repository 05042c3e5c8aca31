import type { ChartNeed } from "../state/chart";
import type { CounterQuery, CounterScope } from "../state/counter-query";
import type { SceneBinding } from "../state/scene-binding";
import type { RecentNeed } from "./recent-events";

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
