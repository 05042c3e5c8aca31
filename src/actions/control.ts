import { controlFace } from "../key-face/control-face";
import type { Face } from "../key-face/face";
import { isActive, type TemporaryNotice } from "../key-face/face-timing";
import { parseControlSettings, type ControlSettings } from "../settings/schemas/control";
import type { StreamCommand } from "../state/stream-command";
import { streamEventTypes } from "../state/events/stream-event";
import { ActionController } from "./action-controller";
import type { KeyDemand } from "./keys/demand";
import type { KeyState } from "./keys/keys";
import type { PressPlan } from "./keys/press";
import { emptyQueueNotice } from "./keys/press-failure";
import { StreamCommands, type Undo } from "./stream-commands";
import { undoWindowMs, commandDebounceMs } from "./timing";

type ControlView = {
	isBusy?: boolean;
	done?: { readonly atMs: number };
	undo?: { readonly run: Undo; readonly untilMs: number } | undefined;
	notice?: TemporaryNotice | undefined;
};

type ControlKey = KeyState<ControlSettings, ControlView>;

/** Stream Control: a press runs one command. On a visible key, a second press within five seconds undoes it where possible. */
export class StreamControl extends ActionController<ControlSettings, ControlView> {
	override readonly manifestId = "com.example.streamevents.control";
	protected override readonly parseSettings = parseControlSettings;
	protected override readonly createView = (): ControlView => ({});
	readonly #commands = new StreamCommands(this.context);

	protected override onSettingsChange({ view }: ControlKey): void {
		view.undo = undefined;
		view.notice = undefined;
	}

	protected override demandOf({ settings: { command } }: ControlKey): KeyDemand {
		const needsQueue = command === "thankNext" || command === "thankAll";
		return needsQueue ? { recent: { types: streamEventTypes, count: 1 } } : {};
	}

	protected override face(key: ControlKey, nowMs: number): Face {
		const { state, ledger } = this.context.store;
		const input = {
			...key.view,
			link: state.link,
			staleTrouble: state.staleTrouble,
			isQueueLoaded: this.#commands.isQueueLoaded(),
			waitingCount: ledger.thanks.waitingCount(streamEventTypes, nowMs),
			next: ledger.thanks.next(streamEventTypes),
			isHidden: state.hideNumbers,
			sessionStartedAtMs: state.sessionStartedAtMs,
			press: this.presses.inProgress(key.id),
		};
		return controlFace(input, key.settings, nowMs, this.context.words());
	}

	protected override planPress(key: ControlKey): PressPlan {
		const { command } = key.settings;
		const press = () => {
			this.context.guard("a command", () =>
				command === undefined ? this.runner.reportFailure(key, "not-set-up") : this.#press(key, command),
			);
		};
		return { debounceMs: key.surface.kind === "step" ? 0 : commandDebounceMs, onPress: press };
	}

	async #press(key: ControlKey, command: StreamCommand): Promise<void> {
		const { view } = key;
		const { undo } = view;
		view.undo = undefined;
		view.notice = undefined;
		if (undo && isActive(undo, this.context.clock.now())) {
			await undo.run();
			this.context.painter.repaint(key.id);
		} else await this.runner.runAlone(key, () => this.#run(key, command));
	}

	async #run(key: ControlKey, command: StreamCommand): Promise<void> {
		const { clock, words } = this.context;
		const result = await this.#commands.run(command);
		switch (result.kind) {
			case "failed":
				return this.runner.reportOutcome(key, result.trouble);
			case "nobody":
				key.view.notice = emptyQueueNotice(clock.now(), words());
				return;
			case "done": {
				const isUndoable = result.undo !== undefined && key.surface.kind === "key";
				key.view.undo = isUndoable ? { run: result.undo, untilMs: clock.now() + undoWindowMs } : undefined;
				key.view.done = { atMs: clock.now() };
				return this.runner.reportOutcome(key, undefined);
			}
		}
	}
}
