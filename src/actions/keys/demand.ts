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
	readonly supporters?: ScopePeriod | undefined;
	/** Demand of its file, which does not depend on temporary choices on the key. */
	readonly file?: KeyDemand | undefined;
};

/**
 * Combines the demand of all keys. A session counter that becomes hidden stays in demand, because its session continues
 * to count. Equal requirements of several keys are one, so most keys of a page change add or remove none.
 *
 * Invariant: after an addition the connection has the combined demand, after a removal it has it in a microtask: once for a
 * page of keys.
 */
export class Demand {
	readonly #connection: Pick<ConnectionManager, "setDemand">;
	readonly #byKey = new Map<string, readonly string[]>();
	/** Distinct requirements of the keys, and how many times each is required. */
	readonly #parts = new Map<string, { readonly part: KeyDemand; count: number }>();
	/** Session counters that were visible once. */
	readonly #sessionParts = new Map<string, KeyDemand>();
	#background: readonly CounterQuery[] = [];
	#isOutdated = false;

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
		this.#isOutdated = false;
		this.#connection.setDemand(this.#sum());
	}

	#applyLater(): void {
		if (this.#isOutdated) return;
		this.#isOutdated = true;
		queueMicrotask(() => {
			if (this.#isOutdated) this.apply();
		});
	}

	set(id: string, demand: KeyDemand): void {
		const isFirst = this.#byKey.size === 0;
		const parts = partsOf(demand).map((part) => ({ part, name: JSON.stringify(part) }));
		const isAdded = parts.filter(({ name, part }) => this.#add(name, part)).length > 0;
		const isRemoved = this.#release(id);
		this.#byKey.set(
			id,
			parts.map(({ name }) => name),
		);
		if (isFirst || isAdded) this.apply();
		else if (isRemoved) this.#applyLater();
	}

	remove(id: string): void {
		for (const name of this.#byKey.get(id) ?? []) {
			const part = this.#parts.get(name)?.part;
			if (part?.query?.scope === "session") this.#sessionParts.set(name, part);
		}
		const isRemoved = this.#release(id);
		this.#byKey.delete(id);
		if (isRemoved || this.#byKey.size === 0) this.#applyLater();
	}

	/** Counts a requirement. @returns Whether it is new. */
	#add(name: string, part: KeyDemand): boolean {
		const existing = this.#parts.get(name);
		if (existing) existing.count++;
		else this.#parts.set(name, { part, count: 1 });
		return !existing && !this.#sessionParts.has(name);
	}

	/** Releases the requirements of a key. @returns Whether one of them was the last of its kind. */
	#release(id: string): boolean {
		let isRemoved = false;
		for (const name of this.#byKey.get(id) ?? []) {
			const entry = this.#parts.get(name);
			if (!entry || --entry.count > 0) continue;
			this.#parts.delete(name);
			isRemoved ||= !this.#sessionParts.has(name);
		}
		return isRemoved;
	}

	/** Returns the combined demand; undefined if not even the connection is needed. */
	#sum(): ServiceDemand | undefined {
		if (this.#byKey.size === 0 && this.#sessionParts.size === 0) return undefined;
		const visible = [...this.#parts.values()].map(({ part }) => part);
		const hidden = [...this.#sessionParts].filter(([name]) => !this.#parts.has(name));
		const parts = [...visible, ...hidden.map(([, part]) => part)];
		return {
			queries: [...parts.flatMap(({ query }) => query ?? []), ...this.#background],
			bindings: parts.flatMap(({ binding }) => binding ?? []),
			charts: parts.flatMap(({ chart }) => chart ?? []),
			recent: parts.flatMap(({ recent }) => recent ?? []),
			supporters: parts.flatMap(({ supporters }) => supporters ?? []),
		};
	}
}

/** Returns the requirements of a key, one in each element. */
function partsOf({ file, query, binding, chart, recent, supporters }: KeyDemand): readonly KeyDemand[] {
	return [
		...(query ? [{ query }] : []),
		...(binding ? [{ binding }] : []),
		...(chart ? [{ chart }] : []),
		...(recent ? [{ recent }] : []),
		...(supporters ? [{ supporters }] : []),
		...(file ? partsOf(file) : []),
	];
}
