import type { SceneCommand } from "../service/ports";
import { msSince, type Clock, type Dispose, type Instant } from "../state/clock";

/** A remote action of one scene item, and when somebody wanted it. */
export type RemoteCommand = SceneCommand & { readonly pressedAt: Instant };

/** Whether a command left. One that didn't will never be sent. */
export type CommandOutcome = "sent" | "not-connected" | "too-late";

/** Where commands leave. */
export interface SceneChannel {
	/** Sends now, or not at all. */
	send(command: SceneCommand): boolean;
	/** Somebody waits for it. */
	retrySceneChannel(): void;
}

/** On stream, what comes later than this is worse than nothing. */
export const maxPressAgeMs = 2_000;

type WaitingCommand = { readonly send: () => void; readonly cancel: Dispose };

/**
 * Sends each command at most once: at once when the scene channel is joined, else as soon as it is, but never later
 * than two seconds after the press.
 */
export class RemoteCommands {
	readonly #clock: Clock;
	readonly #channel: SceneChannel;
	readonly #waiting = new Set<WaitingCommand>();

	constructor(clock: Clock, channel: SceneChannel) {
		this.#clock = clock;
		this.#channel = channel;
	}

	send({ pressedAt, ...command }: RemoteCommand): Promise<CommandOutcome> {
		const leftMs = () => maxPressAgeMs - msSince(pressedAt, this.#clock);
		if (leftMs() < 0) return Promise.resolve("too-late");
		if (this.#channel.send(command)) return Promise.resolve("sent");
		const outcome = new Promise<CommandOutcome>((resolve) => {
			const settle = (outcome: CommandOutcome) => {
				this.#waiting.delete(waiting);
				cancelTimer();
				resolve(outcome);
			};
			const waiting: WaitingCommand = {
				send: () => {
					if (leftMs() < 0) settle("too-late");
					else if (this.#channel.send(command)) settle("sent");
				},
				cancel: () => settle("not-connected"),
			};
			const cancelTimer = this.#clock.schedule(waiting.cancel, leftMs());
			this.#waiting.add(waiting);
		});
		this.#channel.retrySceneChannel();
		return outcome;
	}

	/** The channel has been joined. */
	flush(): void {
		for (const waiting of [...this.#waiting]) waiting.send();
	}

	/** Nothing that still waits may be sent any more. */
	cancelAll(): void {
		for (const waiting of [...this.#waiting]) waiting.cancel();
	}
}
