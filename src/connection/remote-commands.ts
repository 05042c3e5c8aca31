import type { RoomSocket, SceneCommand } from "../service/ports";
import { msSince, type Clock, type Dispose, type Instant } from "../state/clock";

/** A remote action of one scene item, and when somebody wanted it. */
export type RemoteCommand = SceneCommand & { readonly pressedAt: Instant };

/** Whether a command left. One that didn't will never be sent. */
export type CommandOutcome = "sent" | "not-connected" | "too-late";

/** On stream, what comes later than this is worse than nothing. */
export const maxPressAgeMs = 2_000;

type QueuedCommand = { readonly send: () => void; readonly cancel: Dispose };

/**
 * Sends each command at most once: at once when the scene channel is joined, else as soon as it is, but never later
 * than two seconds after the press.
 */
export class RemoteCommands {
	readonly #clock: Clock;
	readonly #retryNow: () => void;
	readonly #queue = new Set<QueuedCommand>();
	#room: Pick<RoomSocket, "send"> | undefined;

	/** @param retryNow Somebody waits for the scene channel. */
	constructor(clock: Clock, retryNow: () => void) {
		this.#clock = clock;
		this.#retryNow = retryNow;
	}

	send({ pressedAt, ...command }: RemoteCommand): Promise<CommandOutcome> {
		const remainingMs = () => maxPressAgeMs - msSince(pressedAt, this.#clock);
		if (remainingMs() < 0) return Promise.resolve("too-late");
		if (this.#room?.send(command)) return Promise.resolve("sent");
		const outcome = new Promise<CommandOutcome>((resolve) => {
			const settle = (outcome: CommandOutcome) => {
				this.#queue.delete(queued);
				cancelTimer();
				resolve(outcome);
			};
			const queued: QueuedCommand = {
				send: () => {
					if (remainingMs() < 0) settle("too-late");
					else if (this.#room?.send(command)) settle("sent");
				},
				cancel: () => settle("not-connected"),
			};
			const cancelTimer = this.#clock.schedule(queued.cancel, remainingMs());
			this.#queue.add(queued);
		});
		this.#retryNow();
		return outcome;
	}

	/** Where commands leave from now on; undefined while the scene channel is not joined. What waits leaves at once. */
	setRoom(room: Pick<RoomSocket, "send"> | undefined): void {
		this.#room = room;
		for (const queued of [...this.#queue]) queued.send();
	}

	/** Nothing that still waits may be sent any more. */
	cancelAll(): void {
		for (const queued of [...this.#queue]) queued.cancel();
	}
}
