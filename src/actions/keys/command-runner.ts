import type { TemporaryNotice } from "../../key-face/face-timing";
import type { Dispose } from "../../state/time/clock";
import type { LinkTrouble } from "../../state/link-status";
import type { ActionConnection, ActionContext } from "../action-context";
import { earlyAnswerMs, silenceMs } from "../timing";
import {
	passingNotice,
	pressFailureOf,
	progressNotice,
	successNotice,
	type FailureReason,
} from "./press-failure";
import type { Surface } from "./surface";

type KeyWithNotice = { readonly id: string; readonly view: { notice?: TemporaryNotice | undefined } };
type KeyWithCommand = KeyWithNotice & { readonly view: { isBusy?: boolean } };

/** The action that the keys belong to. */
export interface CommandKeys {
	nameOf(): string;
	surfaceOf(id: string): Surface | undefined;
}

/**
 * Runs the commands of presses and displays on the key what became of them. Invariant: a key whose command is still
 * running gets at most one early answer, and none after it disappeared.
 */
export class CommandRunner {
	readonly #context: ActionContext;
	readonly #keys: CommandKeys;
	/** Timers of the early answers to running commands, with the id of the key. */
	readonly #earlyAnswers = new Map<Dispose, string>();

	constructor(context: ActionContext, keys: CommandKeys) {
		this.#context = context;
		this.#keys = keys;
	}

	/** Drops the early answers of a key that disappeared. */
	cancel(id: string): void {
		for (const [cancel, owner] of this.#earlyAnswers) if (owner === id) cancel();
	}

	/** Runs a command. An unexpected error is shown on the key before it is logged. */
	async run<T>(key: KeyWithNotice, command: () => Promise<T>): Promise<T> {
		try {
			return await command();
		} catch (error) {
			await this.reportFailure(key, "rejected");
			throw error;
		}
	}

	/** Runs one command of a key at a time. After a press during a command, the key displays that it is busy. */
	async runAlone(
		key: KeyWithCommand,
		command: () => Promise<void>,
		answerDelay?: () => Promise<void>,
	): Promise<void> {
		if (key.view.isBusy) return this.reportFailure(key, "busy");
		key.view.isBusy = true;
		this.#context.painter.repaint(key.id);
		try {
			await this.#answerInTime(key, command, answerDelay);
		} finally {
			key.view.isBusy = false;
			this.#context.painter.repaint(key.id);
		}
	}

	/** Refetches what the key displays, and shows the result. */
	async refresh(key: KeyWithNotice, scope: Parameters<ActionConnection["refresh"]>[0]): Promise<void> {
		const { connection } = this.#context;
		await this.reportOutcome(key, await this.#answerInTime(key, () => connection.refresh(scope)));
	}

	/** Shows that a refresh or another command succeeded, or why it failed. */
	async reportOutcome(key: KeyWithNotice, trouble: LinkTrouble | undefined): Promise<void> {
		const { store, words } = this.#context;
		if (trouble) await this.reportFailure(key, pressFailureOf(trouble, store.state.link));
		else await this.reportSuccess(key, words().updated);
	}

	/**
	 * Shows that a press succeeded: with the app's check mark on a key, with a text on a dial, which has no check mark.
	 */
	async reportSuccess({ id, view }: KeyWithNotice, text: string): Promise<void> {
		const { clock, painter } = this.#context;
		const surface = this.#keys.surfaceOf(id);
		view.notice = surface?.kind === "dial" ? successNotice(text, clock.now()) : undefined;
		painter.repaint(id);
		await surface?.showOk();
	}

	/** Reports why a press failed: in the log and, if it is still visible, on the pressed key. */
	async reportFailure({ id, view }: KeyWithNotice, failure: FailureReason): Promise<void> {
		const { clock, log, painter, words } = this.#context;
		log.warn(`a press on ${this.#keys.nameOf()} failed: ${failure}`);
		view.notice = passingNotice(failure, clock.now(), words());
		painter.repaint(id);
		await this.#keys.surfaceOf(id)?.showAlert();
	}

	/** Runs a command. If it takes long, the key displays its state until then, and later the outcome. */
	#answerInTime<T>(
		key: KeyWithNotice,
		command: () => Promise<T>,
		answer = () => this.#reportDelay(key),
	): Promise<T> {
		const { clock, guard } = this.#context;
		const cancel = clock.schedule(() => guard("a slow command", answer), earlyAnswerMs);
		this.#earlyAnswers.set(cancel, key.id);
		return this.run(key, command).finally(() => {
			cancel();
			this.#earlyAnswers.delete(cancel);
		});
	}

	/** Shows that a command is still running, or that the service does not answer. */
	async #reportDelay(key: KeyWithNotice): Promise<void> {
		const { clock, connection, painter, words } = this.#context;
		if (connection.silentForMs >= silenceMs) return this.reportFailure(key, "no-answer");
		key.view.notice = progressNotice(clock.now(), words());
		painter.repaint(key.id);
	}
}
