import type { EventPage } from "../../service/ports";
import { maxResponseAgeMs } from "../../ledger/timing";
import type { SnapshotResult } from "../../ledger/snapshot";
import type { Clock } from "../../state/time/clock";
import { countDistrustMs } from "../timing";
import type { ListedEntries } from "./listed-entries";

/** After this many reads in a row that a mismatch caused and that found nothing new, the `total` is wrong. */
const maxUnproductiveReads = 2;

/**
 * Decides whether the `total` of the list is the number of entries that it contains.
 *
 * Invariant: after evidence against it, the `total` is ignored for `countDistrustMs` and then trusted again.
 */
export class CountTrust {
	readonly #clock: Pick<Clock, "elapsedMs">;
	#distrustUntilMs = -Infinity;
	/** Number of syncs in a row that were caused by the `total` alone and found nothing new. */
	#unproductiveSyncs = 0;
	/** The same for rereads within a sync. */
	#unproductiveRereads = 0;
	/** Entries read when the `total` last disagreed. */
	#entriesAtMismatch: ListedEntries | undefined;
	#hasMismatch = false;

	constructor(clock: Pick<Clock, "elapsedMs">) {
		this.#clock = clock;
	}

	/** Whether the `total` can be used to detect changes. */
	get isTrusted(): boolean {
		return this.#clock.elapsedMs() >= this.#distrustUntilMs;
	}

	/**
	 * Whether the mismatch is so recent that the `total` may be right: some pages may come from a cache, and the
	 * list may have gaps.
	 */
	get isRecentlyDistrusted(): boolean {
		return this.#clock.elapsedMs() < this.#distrustUntilMs - countDistrustMs + maxResponseAgeMs;
	}

	/** Whether the `total` indicates changes further back than the last sync read. */
	get hasMismatch(): boolean {
		return this.#hasMismatch;
	}

	/** Returns the page without a `total` that is not trusted. One that is lower than the number of entries is wrong. */
	check<Page extends EventPage>(page: Page, offset: number): Page {
		const exceedsTotal = offset + page.entryCount > (page.totalCount ?? Infinity);
		if (exceedsTotal && page.entryCount > 0) this.#distrust();
		return this.isTrusted ? page : { ...page, totalCount: undefined };
	}

	/** Begins a read: a mismatch of an earlier one is no evidence about it. */
	beginRead(): void {
		this.#unproductiveRereads = 0;
		this.#entriesAtMismatch = undefined;
	}

	/** Records that the `total` disagrees with the entries read, so that they are read again. */
	noteMismatch(entries: ListedEntries): void {
		const isUnchanged = this.#entriesAtMismatch?.events.every((event) => entries.find(event)) ?? false;
		this.#unproductiveRereads = isUnchanged ? this.#unproductiveRereads + 1 : 0;
		this.#entriesAtMismatch = entries;
		if (this.#unproductiveRereads >= maxUnproductiveReads) this.#distrust();
	}

	noteSync(results: readonly Pick<SnapshotResult, "hasChanges" | "hasCountMismatch">[]): void {
		if (results.some(({ hasChanges }) => hasChanges)) this.#unproductiveSyncs = 0;
		else if (this.#hasMismatch && ++this.#unproductiveSyncs >= maxUnproductiveReads) this.#distrust();
		this.#hasMismatch = this.isTrusted && results.some(({ hasCountMismatch }) => hasCountMismatch);
	}

	#distrust(): void {
		if (!this.isTrusted) return;
		this.#unproductiveSyncs = 0;
		this.#distrustUntilMs = this.#clock.elapsedMs() + countDistrustMs;
	}
}
