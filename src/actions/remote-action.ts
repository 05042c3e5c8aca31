import type { Face } from "../key-face/face";
import type { TemporaryNotice } from "../key-face/face-timing";
import { remoteFace } from "../key-face/remote-action-face";
import type { PressFailure } from "../key-face/strings";
import { parseRemoteActionSettings, type RemoteActionSettings } from "../settings/schemas";
import type { Instant } from "../state/clock";
import { resolveBinding, type Binding } from "../state/scene-binding";
import { choicesIn, turnChoice, type RemoteChoice } from "../state/scene-choice";
import type { SceneLookup } from "../state/store";
import type { KeyDemand } from "./demand";
import { ActionController } from "./action-controller";
import { pressFailureOf } from "./press-failure";
import type { PressPlan } from "./press";
import type { KeyState } from "./keys";

type RemoteView = {
	/** Chosen by turning a dial, until a long touch or new settings. */
	choice?: RemoteChoice | undefined;
	isWaiting?: boolean;
	sent?: { readonly atMs: number };
	notice?: TemporaryNotice | undefined;
};

type RemoteKey = KeyState<RemoteActionSettings, RemoteView>;

/** Scene Remote: a press sends a scene item's remote action, now and once, or tells that it did not. */
export class SceneRemote extends ActionController<RemoteActionSettings, RemoteView> {
	override readonly manifestId = "com.example.streamevents.remote-action";
	#lastScene: string | undefined;

	protected override parseSettings(settings: unknown): RemoteActionSettings {
		return parseRemoteActionSettings(settings);
	}

	protected override createView(): RemoteView {
		return {};
	}

	/** The scene that was chosen last for any key; before that, one that a visible key uses. */
	get lastScene(): string | undefined {
		return (
			this.#lastScene ?? [...this.keys.visible].map(({ settings }) => settings.sceneToken).findLast(Boolean)
		);
	}

	protected override onSettingsChange(key: RemoteKey): void {
		key.view.choice = undefined;
		this.#lastScene = key.settings.sceneToken ?? this.#lastScene;
	}

	protected override onRotate(key: RemoteKey, ticks: number): void {
		const lookup = this.#lookup(key.settings);
		if (lookup?.kind !== "found") return;
		const { itemId, actionCode } = effectiveSettings(key);
		key.view.choice = turnChoice(choicesIn(lookup.scene), { itemId, actionCode }, ticks);
	}

	protected override planLongTouch(key: RemoteKey): () => void {
		return () => {
			key.view.choice = undefined;
		};
	}

	protected override demandOf({ settings }: RemoteKey): KeyDemand {
		const { sceneToken, itemId, actionCode } = settings;
		return sceneToken === undefined ? {} : { binding: { sceneToken, itemId, actionCode } };
	}

	/** Who did something is not shown here. */
	protected override isAffected(): boolean {
		return false;
	}

	protected override face(key: RemoteKey, nowMs: number): Face {
		const { store, words } = this.context;
		const settings = effectiveSettings(key);
		const input = {
			...key.view,
			link: store.state.sceneLink,
			binding: this.#binding(settings, settings.actionCode),
			press: this.presses.inProgress(key.id),
		};
		return remoteFace(input, settings, nowMs, words());
	}

	protected override planPress(key: RemoteKey): PressPlan {
		const settings = effectiveSettings(key);
		const send = (actionCode: string | undefined) => (pressedAt: Instant) => {
			this.context.guard("a remote action", () => this.#send(key, settings, actionCode, pressedAt));
		};
		return {
			debounceMs: settings.guardMs,
			onPress: send(settings.actionCode),
			onHold: settings.holdActionCode === undefined ? undefined : send(settings.holdActionCode),
		};
	}

	async #send(
		key: RemoteKey,
		settings: RemoteActionSettings,
		actionCode: string | undefined,
		pressedAt: Instant,
	): Promise<void> {
		const { connection, clock, store } = this.context;
		const { sceneToken, itemId } = settings;
		if (sceneToken === undefined || itemId === undefined || actionCode === undefined) {
			return this.reportFailure(key, "not-set-up");
		}
		if (this.#binding(settings, actionCode).kind === "missing") {
			await connection.reloadScene(sceneToken);
			if (this.#binding(settings, actionCode).kind === "missing") return this.reportFailure(key, "missing");
		}
		const sending = connection.sendRemoteAction({ actionCode, itemId, pressedAt });
		// What the key shows comes after the command.
		if (store.state.sceneLink.phase !== "live") this.#showWaiting(key);
		const outcome = await sending;
		key.view.isWaiting = false;
		if (outcome === "too-late") return this.reportFailure(key, outcome);
		if (outcome === "not-connected") return this.reportFailure(key, this.#linkFailure());
		key.view.sent = { atMs: clock.now() };
		key.view.notice = undefined;
		this.context.painter.repaint(key.id);
		await this.showOk(key);
		connection.refreshStaleScenes();
	}

	#linkFailure(): PressFailure {
		const { sceneLink } = this.context.store.state;
		const trouble = "trouble" in sceneLink ? sceneLink.trouble : undefined;
		return pressFailureOf(trouble ?? "unreachable", sceneLink);
	}

	#showWaiting(key: RemoteKey): void {
		key.view.isWaiting = true;
		this.context.painter.repaint(key.id);
	}

	#binding(settings: RemoteActionSettings, actionCode: string | undefined): Binding {
		return resolveBinding(this.#lookup(settings), settings.itemId, actionCode);
	}

	#lookup({ sceneToken = "" }: RemoteActionSettings): SceneLookup | undefined {
		return this.context.store.state.scenes.get(sceneToken);
	}
}

/** The settings with what was chosen on the dial. A hold action belongs to the item it was made for. */
function effectiveSettings({ settings, view }: RemoteKey): RemoteActionSettings {
	if (!view.choice) return settings;
	return { ...settings, ...view.choice, holdActionCode: undefined, holdActionName: undefined };
}
