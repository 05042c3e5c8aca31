import type { ConnectionManager } from "../connection/connection-manager";
import type { RecentNeed, ServiceDemand } from "../state/service-demand";
import type { ChartNeed } from "../state/chart";
import type { CounterQuery, CounterScope } from "../state/counter-query";
import type { SceneBinding } from "../state/scene-binding";

/** What one visible key needs of the service; every one of them needs the link. */
export type KeyDemand = {
	readonly query?: CounterQuery | undefined;
	readonly binding?: SceneBinding | undefined;
	readonly chart?: ChartNeed | undefined;
	readonly recent?: RecentNeed | undefined;
	/** In which scope it ranks who gave most. */
	readonly supporters?: CounterScope | undefined;
	/** What its file needs, which does not follow what is browsed on the key. */
	readonly file?: KeyDemand | undefined;
};

/**
 * Adds up what all visible keys need. A running session is counted on while its counters are out of sight, so theirs
 * count as well.
 */
export class Demand {
	readonly #connection: Pick<ConnectionManager, "setDemand">;
	readonly #byKey = new Map<string, KeyDemand>();
	readonly #sessionQueries = new Map<string, CounterQuery>();

	constructor(connection: Pick<ConnectionManager, "setDemand">) {
		this.#connection = connection;
	}

	set(id: string, demand: KeyDemand): void {
		this.#byKey.set(id, demand);
		this.#connection.setDemand(this.#sum());
	}

	/** The key is gone. */
	remove(id: string): void {
		const query = this.#byKey.get(id)?.query;
		if (query?.scope === "session") this.#sessionQueries.set(JSON.stringify(query), query);
		this.#byKey.delete(id);
		this.#connection.setDemand(this.#sum());
	}

	/** Undefined when nobody needs even the link. */
	#sum(): ServiceDemand | undefined {
		if (this.#byKey.size === 0 && this.#sessionQueries.size === 0) return undefined;
		const demands = [...this.#byKey.values()].flatMap((demand) =>
			demand.file ? [demand, demand.file] : [demand],
		);
		return {
			queries: [...demands.flatMap(({ query }) => query ?? []), ...this.#sessionQueries.values()],
			bindings: demands.flatMap(({ binding }) => binding ?? []),
			charts: demands.flatMap(({ chart }) => chart ?? []),
			recent: demands.flatMap(({ recent }) => recent ?? []),
			supporters: demands.flatMap(({ supporters }) => supporters ?? []),
		};
	}
}
