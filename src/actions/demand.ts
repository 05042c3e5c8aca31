import type { ConnectionManager } from "../connection/connection-manager";
import type { RecentNeed } from "../connection/recent-events";
import type { ChartNeed } from "../state/chart";
import type { Dispose } from "../state/clock";
import type { CounterQuery } from "../state/counter-query";

/** What one visible key needs of the service. */
export type KeyDemand = {
	readonly query?: CounterQuery;
	readonly sceneToken?: string;
	readonly chart?: ChartNeed;
	readonly recent?: RecentNeed;
};

type DemandedConnection = Pick<
	ConnectionManager,
	"acquire" | "setQueries" | "setSceneTokens" | "setChartNeeds" | "setRecentNeeds"
>;

/**
 * Adds up what all visible keys need: each holds the link open. A running session is counted on while its counters are
 * out of sight, so theirs hold it too.
 */
export class Demand {
	readonly #connection: DemandedConnection;
	readonly #byKey = new Map<string, KeyDemand>();
	readonly #leaseByKey = new Map<string, Dispose>();
	readonly #sessionQueries = new Map<string, CounterQuery>();

	constructor(connection: DemandedConnection) {
		this.#connection = connection;
	}

	set(id: string, demand: KeyDemand): void {
		this.#byKey.set(id, demand);
		if (!this.#leaseByKey.has(id)) this.#leaseByKey.set(id, this.#connection.acquire());
		this.#publish();
	}

	/** The key is gone. */
	remove(id: string): void {
		const query = this.#byKey.get(id)?.query;
		if (query?.scope === "session") {
			if (this.#sessionQueries.size === 0) this.#connection.acquire();
			this.#sessionQueries.set(JSON.stringify(query), query);
		}
		this.#byKey.delete(id);
		this.#leaseByKey.get(id)?.();
		this.#leaseByKey.delete(id);
		this.#publish();
	}

	#publish(): void {
		const demands = [...this.#byKey.values()];
		const queries = demands.flatMap(({ query }) => (query ? [query] : []));
		const sceneTokens = demands.flatMap(({ sceneToken }) => (sceneToken === undefined ? [] : [sceneToken]));
		this.#connection.setQueries([...queries, ...this.#sessionQueries.values()]);
		this.#connection.setSceneTokens([...new Set(sceneTokens)]);
		this.#connection.setChartNeeds(demands.flatMap(({ chart }) => (chart ? [chart] : [])));
		this.#connection.setRecentNeeds(demands.flatMap(({ recent }) => (recent ? [recent] : [])));
	}
}
