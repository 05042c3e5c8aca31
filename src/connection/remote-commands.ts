import type { RoomSocket, SceneCommand } from "../service/ports";
import { msSince, type Clock, type Dispose, type Instant } from "../state/time/clock";
import { maxPressAgeMs } from "./timing";

/** A remote action of one scene item, and when the user pressed the key. */
export type RemoteCommand = SceneCommand & { readonly pressedAt: Instant };

/** Result of a command. One that was not sent will never be sent later. */
export type CommandOutcome = "sent" | "not-connected" | "too-late";

type QueuedCommand = { readonly send: () => void; readonly cancel: Dispose };

/**
 * Sends each command at most once: immediately if the scene channel is joined, otherwise when it is joined.
 *
 * Invariant: a command leaves the queue when it is sent, when it is cancelled, or two seconds after the press.
 */
export class RemoteCommands {
	readonly #clock: Clock;
	readonly #retryNow: () => void;
	readonly #queue = new Set<QueuedCommand>();
	#room: Pick<RoomSocket, "send"> | undefined;

	/** @param retryNow Called when a command waits for the scene channel. */
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

	/**
	 * Sets the room that commands are sent to; undefined while the scene channel is not joined. Queued commands are
	 * sent immediately.
	 */
	setRoom(room: Pick<RoomSocket, "send"> | undefined): void {
		this.#room = room;
		for (const queued of [...this.#queue]) queued.send();
	}

	cancelAll(): void {
		for (const queued of [...this.#queue]) queued.cancel();
	}
}
