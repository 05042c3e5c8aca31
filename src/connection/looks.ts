import type { Snapshot } from "../state/snapshot";
import type { SnapshotNeeds } from "../state/snapshot-needs";
import type { SnapshotReach } from "../state/snapshot-reach";
import type { StreamEventType } from "../state/stream-event";
import type { AccountContext } from "./account-context";
import { readList, takeSnapshot } from "./catch-up";
import { EventListReader } from "./event-list-reader";
import { HeadStart } from "./head-start";
import type { Remembered } from "./remembered-tail";

/** What was read of the list before a failure is of use for so long. */
const maxListAgeMs = 300_000;
/** What is remembered of a list may have changed since, as far back as this. */
const maxUnaskedMs = 86_400_000;

/** Whether as much is compared as is every few minutes. */
export type Thoroughness = "quick" | "thorough";

/** What one look takes of the list, and since when, on a clock that never jumps. */
type Look = {
	readonly list: EventListReader;
	readonly needs: SnapshotNeeds;
	readonly sinceMs: number;
	/** The same by the service's clock, epoch milliseconds. */
	readonly startedAtMs: number;
	readonly thoroughness: Thoroughness;
};

/** Looks at the service, as far back as there is reason to, and goes on where the last look failed. */
export class Looks {
	readonly #context: AccountContext;
	readonly #reach: SnapshotReach;
	readonly #headStart: HeadStart<Look>;
	/** Kept after a failure: what has been read stays read. */
	#failed: Look | undefined;

	constructor(context: AccountContext, reach: SnapshotReach) {
		this.#context = context;
		this.#reach = reach;
		this.#headStart = new HeadStart(context);
	}

	/** Where nothing is known yet, reads what may be read before the room is joined, if that is still to come. */
	async prepare(allNeeds: SnapshotNeeds, isToCome: () => boolean): Promise<void> {
		if (allNeeds.types.length === 0 || !this.#reach.isFirst(allNeeds)) return;
		const needs = this.#needsOfLook(allNeeds);
		const look = this.#resumed(needs, "quick") ?? (await this.#begin(needs, "quick"));
		if (isToCome()) this.#headStart.begin(look);
	}

	/** What was read before is of no use: the room is not joined after all. */
	dropHeadStart(): void {
		this.#headStart.drop();
	}

	/** @throws {ServiceError} When it comes to nothing. */
	async take(
		allNeeds: SnapshotNeeds,
		thoroughness: Thoroughness,
		signal: AbortSignal,
	): Promise<readonly Snapshot[]> {
		if (allNeeds.types.length === 0) return [];
		const { client, clock, log } = this.#context;
		const needs = this.#needsOfLook(allNeeds);
		const ahead = await this.#headStart.take((look) => isSame(look.needs, needs));
		const look =
			ahead?.look ?? this.#resumed(needs, thoroughness) ?? (await this.#begin(needs, thoroughness));
		this.#failed = look;
		const { list, startedAtMs } = look;
		const taken = await takeSnapshot(client, list, needs, clock, signal, ahead?.begun);
		this.#failed = undefined;
		if (!list.isCountBelieved && this.#reach.isCountBelieved) this.#reach.disbelieveCount();
		const hasHoles = taken.hasHoles === true || this.#reach.isCountInDoubt;
		const snapshot = { ...taken, hasHoles, startedAtMs };
		if (list.isCutShort) log.warn(`the event list has no end: gave up after ${list.pageCount} pages`);
		const areCompared = thoroughness === "thorough" && this.#reach.areHostingsFew;
		const areKnown = this.#reach.isHostingsWhole && !areCompared;
		if (!this.#reach.needsAllHostings(needs) || areKnown) return [snapshot];
		const count = list.isCountBelieved ? "believed" : "ignored";
		const hostings = new EventListReader(client, ["hosting"], -Infinity, { count });
		return [snapshot, await readList(hostings, clock, signal)];
	}

	/** The list is known for sure: it is remembered for the next start, where it is long. */
	remember(types: readonly StreamEventType[]): void {
		const { memory, store } = this.#context;
		if (!memory?.isDue()) return;
		const list = store.ledger.rememberedList(types);
		if (list && list.events.length > 2 * memory.minCompared) memory.remember(list);
	}

	/** The very first look has a page only, so that lifetime numbers show at once. */
	#needsOfLook(needs: SnapshotNeeds): SnapshotNeeds {
		return needs.hostings === "all" && this.#reach.isFirst(needs) ? { ...needs, hostings: "count" } : needs;
	}

	/** The one that failed, if it is of use still. */
	#resumed(needs: SnapshotNeeds, thoroughness: Thoroughness): Look | undefined {
		const failed = this.#failed;
		if (!failed || !isSame(failed.needs, needs)) return undefined;
		if (thoroughness === "thorough" && failed.thoroughness === "quick") return undefined;
		return this.#context.clock.elapsedMs() - failed.sinceMs <= maxListAgeMs ? failed : undefined;
	}

	async #begin(needs: SnapshotNeeds, thoroughness: Thoroughness): Promise<Look> {
		const { client, clock } = this.#context;
		const sinceMs = clock.elapsedMs();
		const { untilMs, expectedCount, isDeeper } = this.#reach.next(needs, thoroughness === "thorough");
		const count = this.#reach.isCountBelieved ? "believed" : "ignored";
		const remembered = isDeeper && (await this.#recall(needs.types));
		const list = new EventListReader(client, needs.types, untilMs, { expectedCount, count, remembered });
		return { list, needs, sinceMs, startedAtMs: clock.now(), thoroughness };
	}

	async #recall(types: readonly StreamEventType[]): Promise<Remembered | undefined> {
		const { memory, clock, random } = this.#context;
		const list = await memory?.recall(types);
		return memory && list && { list, untilMs: clock.now() - maxUnaskedMs, memory, random };
	}
}

function isSame(a: SnapshotNeeds, b: SnapshotNeeds): boolean {
	return a.types.join() === b.types.join() && a.totals === b.totals && a.hostings === b.hostings;
}
