import type { SnapshotNeeds } from "../state/snapshot-needs";
import type { AccountContext } from "./account-context";
import { beginSnapshot, type BegunSnapshot } from "./catch-up";
import type { EventListReader } from "./event-list-reader";

/** What was begun so long before the room was joined is read anew: a figure may change without an event. */
const maxAgeMs = 2_000;

type Ahead<Look> = {
	readonly look: Look;
	/** Undefined when it failed. */
	readonly begun: Promise<BegunSnapshot | undefined>;
	readonly sinceMs: number;
	readonly controller: AbortController;
};

/** A look that is begun while the room is being joined, so that its numbers show as soon as that is done. */
export class HeadStart<Look extends { readonly list: EventListReader; readonly needs: SnapshotNeeds }> {
	readonly #context: Pick<AccountContext, "client" | "clock">;
	#ahead: Ahead<Look> | undefined;

	constructor(context: Pick<AccountContext, "client" | "clock">) {
		this.#context = context;
	}

	begin(look: Look): void {
		this.drop();
		const { client, clock } = this.#context;
		const controller = new AbortController();
		const begun = beginSnapshot(client, look.list, look.needs, clock, controller.signal);
		this.#ahead = {
			...{ look, controller },
			begun: begun.catch(() => undefined),
			sinceMs: clock.elapsedMs(),
		};
	}

	/** @returns The look that was begun, once; undefined where it failed, was begun too long ago or does not fit. */
	async take(
		fits: (look: Look) => boolean,
	): Promise<{ readonly look: Look; readonly begun: BegunSnapshot } | undefined> {
		const ahead = this.#ahead;
		if (!ahead) return undefined;
		const { look, sinceMs } = ahead;
		const isOfUse = this.#context.clock.elapsedMs() - sinceMs <= maxAgeMs && fits(look);
		const begun = isOfUse ? await ahead.begun : undefined;
		if (this.#ahead === ahead) this.drop();
		return begun && { look, begun };
	}

	/** The room has been left, or nobody needs it any more. */
	drop(): void {
		this.#ahead?.controller.abort();
		this.#ahead = undefined;
	}
}
