import type { ConnectionManager } from "../../connection/connection-manager";
import type { RecentNeed, ServiceDemand } from "../../state/service-demand";
import type { ChartNeed } from "../../state/counters/chart";
import type { CounterQuery } from "../../state/counters/counter-query";
import type { ScopePeriod } from "../../state/time/scope";
import type { SceneBinding } from "../../state/scenes/scene-binding";

/** Data that one key requires from the service. Every key requires the connection. */
export type KeyDemand = {
	readonly query?: CounterQuery | undefined;
	readonly binding?: SceneBinding | undefined;
	readonly chart?: ChartNeed | undefined;
	readonly recent?: RecentNeed | undefined;
	/** Scope of its donor ranking. */
	readonly supporters?: ScopePeriod | undefined;
	/** Demand of its file, which does not depend on temporary choices on the key. */
	readonly file?: KeyDemand | undefined;
};

/**
 * Combines the demand of all keys. A session counter that becomes hidden stays in demand, because its session continues
 * to count. Invariant: after each change, the connection has the sum of all demands.
 */
export class Demand {
	readonly #connection: Pick<ConnectionManager, "setDemand">;
	readonly #byKey = new Map<string, KeyDemand>();
	readonly #sessionQueries = new Map<string, CounterQuery>();

	#background: readonly CounterQuery[] = [];

	constructor(connection: Pick<ConnectionManager, "setDemand">) {
		this.#connection = connection;
	}

	/**
	 * Sets the plugin's own requirements, which apply while a key requires the connection. Applies the demand again.
	 */
	setBackground(queries: readonly CounterQuery[]): void {
		this.#background = queries;
		this.apply();
	}

	/** Applies the demand again, because its periods may begin earlier than before. */
	apply(): void {
		this.#connection.setDemand(this.#sum());
	}

	set(id: string, demand: KeyDemand): void {
		this.#byKey.set(id, demand);
		this.apply();
	}

	/** Removes the key's demand. */
	remove(id: string): void {
		const query = this.#byKey.get(id)?.query;
		if (query?.scope === "session") this.#sessionQueries.set(JSON.stringify(query), query);
		this.#byKey.delete(id);
		this.apply();
	}

	/** Returns the combined demand; undefined if not even the connection is needed. */
	#sum(): ServiceDemand | undefined {
		if (this.#byKey.size === 0 && this.#sessionQueries.size === 0) return undefined;
		const demands = [...this.#byKey.values()].flatMap((demand) =>
			demand.file ? [demand, demand.file] : [demand],
		);
		return {
			queries: [
				...demands.flatMap(({ query }) => query ?? []),
				...this.#sessionQueries.values(),
				...this.#background,
			],
			bindings: demands.flatMap(({ binding }) => binding ?? []),
			charts: demands.flatMap(({ chart }) => chart ?? []),
			recent: demands.flatMap(({ recent }) => recent ?? []),
			supporters: demands.flatMap(({ supporters }) => supporters ?? []),
		};
	}
}
