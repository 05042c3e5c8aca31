import type { Clock, Dispose } from "../../state/time/clock";
import { earlyAnswerMs } from "../timing";

/** Calls back once if the command is still running when a press has to be answered. Its result follows later. */
export function withEarlyAnswer<T>(clock: Clock, command: Promise<T>, onSlow: () => void): Promise<T> {
	return command.finally(clock.schedule(onSlow, earlyAnswerMs));
}

/** Early answers to the presses of visible keys. */
export class EarlyAnswers {
	readonly #clock: Clock;
	readonly #pending = new Map<Dispose, string>();

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	/** Calls back once if the key is visible and the command is still running when its press has to be answered. */
	add<T>(id: string, command: Promise<T>, onSlow: () => void): Promise<T> {
		const cancelTimer = this.#clock.schedule(() => {
			end();
			onSlow();
		}, earlyAnswerMs);
		const end = () => {
			cancelTimer();
			this.#pending.delete(end);
		};
		this.#pending.set(end, id);
		return command.finally(end);
	}

	/** Drops the answers of a key that disappeared. */
	cancel(id: string): void {
		for (const [end, owner] of [...this.#pending]) if (owner === id) end();
	}
}
