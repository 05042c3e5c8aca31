import { linkTroubleOf } from "../key-face/notice";
import type { GlobalSettingsStore } from "../settings/global-settings";
import { storeThankMarks } from "../settings/thank-marks";
import { awaitState } from "../state/await-state";
import type { Clock } from "../state/time/clock";
import type { LinkTrouble } from "../state/link-status";
import type { MinAmount } from "../state/events/min-amount";
import { sessionStartMs } from "../state/time/periods";
import type { Store } from "../state/store";
import type { StreamCommand } from "../state/stream-command";
import { streamEventTypes, type StreamEventType } from "../state/events/stream-event";
import type { ActionConnection } from "./action-context";
import { commandWaitMs } from "./timing";

/** Undoes a command if that is still possible. */
export type Undo = () => Promise<void>;

export type CommandResult =
	| { readonly kind: "done"; readonly undo?: Undo | undefined }
	/** The thank-you queue was empty. */
	| { readonly kind: "nobody" }
	| { readonly kind: "failed"; readonly trouble: LinkTrouble };

type Dependencies = {
	readonly store: Store;
	readonly clock: Clock;
	readonly settings: Pick<GlobalSettingsStore, "current" | "change">;
	readonly connection: Pick<ActionConnection, "refresh" | "reconnectAndSync">;
};

const done: CommandResult = { kind: "done" };

/** Runs the commands that keys, multi-actions and links share. */
export class StreamCommands {
	readonly #dependencies: Dependencies;

	constructor(dependencies: Dependencies) {
		this.#dependencies = dependencies;
	}

	/** Returns whether the thank-you queue of these event types is loaded. */
	isQueueLoaded(types: readonly StreamEventType[] = streamEventTypes): boolean {
		const { ledger } = this.#dependencies.store;
		return types.every((type) => ledger.coverage.namedFromMs(type) !== Infinity);
	}

	/** Runs a command within two seconds, or not at all. */
	async run(command: StreamCommand): Promise<CommandResult> {
		const { store, settings } = this.#dependencies;
		const untilMs = this.#waitEndMs();
		const isReady = await this.#waitUntil(
			() => settings.current !== undefined,
			() => true,
			untilMs,
		);
		if (!isReady) return this.#failed();
		switch (command) {
			case "newSession":
				return store.state.link.phase === "not-set-up" ? this.#failed() : this.#beginSession();
			case "hideNumbers":
				return this.#setHidden(true);
			case "showNumbers":
				return this.#setHidden(false);
			case "toggleNumbers":
				return this.#setHidden(!store.state.hideNumbers);
			case "thankNext":
				return this.thankNext(streamEventTypes, undefined, untilMs);
			case "thankAll":
				return this.thankAll(streamEventTypes, undefined, untilMs);
			case "refresh":
				return this.#refresh();
		}
	}

	async #beginSession(): Promise<CommandResult> {
		const { store, clock, settings } = this.#dependencies;
		const { sessionStartedAt } = settings.current ?? {};
		const earliestMs = sessionStartMs(clock.now(), store.ledger.newestMs());
		// Event times have whole seconds: a millisecond earlier is another session that counts the same events.
		const isUnchanged = Date.parse(sessionStartedAt ?? "") === earliestMs;
		const startMs = isUnchanged ? earliestMs - 1 : earliestMs;
		await settings.change({ sessionStartedAt: new Date(startMs).toISOString() });
		const previousMs = Date.parse(sessionStartedAt ?? "");
		// Another key may have undone an earlier command in the meantime: an undo never moves the start forward.
		const undo = () =>
			settings.change((current) =>
				previousMs >= Date.parse(current.sessionStartedAt ?? "") ? {} : { sessionStartedAt },
			);
		return { kind: "done", undo };
	}

	/**
	 * Thanks the person who has waited longest, among events of these types.
	 * @param untilMs Until when to wait for the queue, on the monotonic clock.
	 */
	async thankNext(
		types: readonly StreamEventType[],
		min?: MinAmount,
		untilMs = this.#waitEndMs(),
	): Promise<CommandResult> {
		const { store, clock } = this.#dependencies;
		await this.#awaitQueue(types, min, untilMs);
		if (!store.ledger.thanks.thankNext(types, clock.now(), min)) return this.#emptyQueue(types);
		await this.#storeMarks();
		return done;
	}

	/**
	 * Removes all people from the thank-you queue whose events are of these types.
	 * @param untilMs Until when to wait for the queue, on the monotonic clock.
	 */
	async thankAll(
		types: readonly StreamEventType[],
		min?: MinAmount,
		untilMs = this.#waitEndMs(),
	): Promise<CommandResult> {
		const { store, clock } = this.#dependencies;
		await this.#awaitQueue(types, min, untilMs);
		const undoClear = store.ledger.thanks.clear(types, clock.now(), min);
		if (!undoClear) return this.#emptyQueue(types);
		await this.#storeMarks();
		const undo = async () => {
			if (undoClear()) await this.#storeMarks();
		};
		return { kind: "done", undo };
	}

	/** Waits until the queue is loaded, unless it is known to contain people or cannot be loaded. */
	async #awaitQueue(
		types: readonly StreamEventType[],
		min: MinAmount | undefined,
		untilMs: number,
	): Promise<void> {
		const { store, clock } = this.#dependencies;
		if (store.ledger.thanks.waitingCount(types, clock.now(), min) > 0) return;
		await this.#waitUntil(
			() => this.isQueueLoaded(types),
			() => store.state.link.phase !== "not-set-up" && store.state.link.phase !== "failed",
			untilMs,
		);
	}

	/** Returns that the queue is empty, or that this is unknown because it is not loaded. */
	#emptyQueue(types: readonly StreamEventType[]): CommandResult {
		return this.isQueueLoaded(types) ? { kind: "nobody" } : this.#failed();
	}

	#failed(): CommandResult {
		const { link } = this.#dependencies.store.state;
		return { kind: "failed", trouble: linkTroubleOf(link) ?? "unreachable" };
	}

	async #setHidden(hideNumbers: boolean): Promise<CommandResult> {
		await this.#dependencies.settings.change({ hideNumbers });
		return done;
	}

	async #refresh(): Promise<CommandResult> {
		const { store, connection } = this.#dependencies;
		const isLive = store.state.link.phase === "live";
		const trouble = await (isLive ? connection.refresh("numbers") : connection.reconnectAndSync());
		return trouble ? { kind: "failed", trouble } : done;
	}

	/** Returns when a command that begins now stops waiting, on the monotonic clock. */
	#waitEndMs(): number {
		return this.#dependencies.clock.elapsedMs() + commandWaitMs;
	}

	/** @returns Whether the condition was met in time. */
	async #waitUntil(isReady: () => boolean, canBecomeReady: () => boolean, untilMs: number): Promise<boolean> {
		const { store, clock } = this.#dependencies;
		const check = () => (isReady() ? true : canBecomeReady() ? undefined : false);
		return (await awaitState(store, clock, check, Math.max(0, untilMs - clock.elapsedMs()))) ?? isReady();
	}

	async #storeMarks(): Promise<void> {
		const { store, settings } = this.#dependencies;
		store.notify();
		await storeThankMarks(settings, store.ledger.thanks.marks);
	}
}
