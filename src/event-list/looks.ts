import type { ServiceClient } from "../service/ports";
import type { Clock } from "../state/clock";
import type { ListMemory } from "../state/remembered-list";
import type { Snapshot } from "../state/snapshot";
import type { SnapshotNeeds } from "../state/snapshot-needs";
import type { SnapshotReach } from "../state/snapshot-reach";
import type { Store } from "../state/store";
import type { StreamEventType } from "../state/stream-event";
import { EventListReader } from "./event-list-reader";
import { Look, listLook, type Thoroughness } from "./look";
import type { Remembered } from "./remembered-tail";

/** What is remembered of a list may have changed since, as far back as this. */
const maxUnaskedMs = 86_400_000;

export type LooksContext = {
	readonly client: Pick<ServiceClient, "events" | "totals">;
	readonly store: Store;
	readonly clock: Clock;
	/** Uniform in [0, 1). */
	readonly random: () => number;
	readonly log: { readonly warn: (message: string) => void };
	/** Where the list is kept beyond this run; without it, all of it is read each time. */
	readonly memory?: ListMemory | undefined;
};

/** Looks at the service, as far back as there is reason to, and goes on where the last look failed. */
export class Looks {
	readonly #context: LooksContext;
	readonly #reach: SnapshotReach;
	/** Begun before the room is joined, or failed: what has been read stays read. */
	#look: Look | undefined;

	constructor(context: LooksContext, reach: SnapshotReach) {
		this.#context = context;
		this.#reach = reach;
	}

	/** Where nothing is known yet, reads what may be read before the room is joined, if that is still to come. */
	async prepare(needs: SnapshotNeeds, isToCome: () => boolean): Promise<void> {
		if (needs.types.length === 0 || !this.#reach.isFirst(needs)) return;
		const look = await this.#lookFor(needs, "thorough");
		if (!isToCome()) return;
		this.#look = look;
		look.begin();
	}

	/** What was read before is of no use: the room is not joined after all. */
	dropHeadStart(): void {
		if (!this.#look?.isBegunAhead) return;
		this.#look.abandon();
		this.#look = undefined;
	}

	/** @throws {ServiceError} When it comes to nothing. */
	async take(
		needs: SnapshotNeeds,
		thoroughness: Thoroughness,
		signal: AbortSignal,
	): Promise<readonly Snapshot[]> {
		if (needs.types.length === 0) return [];
		const { log } = this.#context;
		const look = await this.#lookFor(needs, thoroughness);
		this.#look = look;
		const taken = await look.take(signal);
		if (this.#look === look) this.#look = undefined;
		const { list } = look.options;
		if (list.isCutShort) log.warn("the event list has no end: what was read of it has to do");
		if (!list.isCountBelieved && this.#reach.count.isBelieved) this.#reach.count.disbelieve();
		const snapshot = { ...taken, hasHoles: taken.hasHoles === true || this.#reach.count.isInDoubt };
		const areCompared = thoroughness === "thorough" && this.#reach.areHostingsFew;
		const areKnown = this.#reach.isHostingsWhole && !areCompared;
		if (!this.#reach.needsAllHostings(look.options.needs) || areKnown) return [snapshot];
		const count = list.isCountBelieved ? "believed" : "ignored";
		const takeHostings = listLook(this.#context, ["hosting"], -Infinity, { count });
		return [snapshot, await takeHostings(signal)];
	}

	/** The list is known for sure: it is remembered for the next start, where it is long. */
	remember(types: readonly StreamEventType[]): void {
		const { memory, store } = this.#context;
		if (!memory?.isDue()) return;
		const list = store.ledger.rememberedList(types);
		if (list && list.events.length > 2 * memory.minCompared) memory.remember(list);
	}

	/** The last one, if it is of use still, or a new one. */
	async #lookFor(allNeeds: SnapshotNeeds, thoroughness: Thoroughness): Promise<Look> {
		const needs = this.#needsOfLook(allNeeds);
		if (this.#look?.serves(needs, thoroughness)) return this.#look;
		this.#look?.abandon();
		const { client, clock } = this.#context;
		const { untilMs, expectedCount, isDeeper } = this.#reach.next(needs, thoroughness === "thorough");
		const count = this.#reach.count.isBelieved ? "believed" : "ignored";
		const remembered = isDeeper && (await this.#recall(needs.types));
		const list = new EventListReader(client, needs.types, untilMs, { expectedCount, count, remembered });
		return new Look({ client, clock, list, needs, thoroughness });
	}

	/** The very first look has a page only, so that lifetime numbers show at once. */
	#needsOfLook(needs: SnapshotNeeds): SnapshotNeeds {
		return needs.hostings === "all" && this.#reach.isFirst(needs) ? { ...needs, hostings: "count" } : needs;
	}

	async #recall(types: readonly StreamEventType[]): Promise<Remembered | undefined> {
		const { memory, clock, random } = this.#context;
		const list = await memory?.recall(types);
		return memory && list && { list, untilMs: clock.now() - maxUnaskedMs, memory, random };
	}
}
