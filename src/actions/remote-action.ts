import type { OwnAppearance } from "../key-face/own-appearance";
import type { Face } from "../key-face/face";
import { earliestAfter, isActive, type TemporaryNotice } from "../key-face/face-timing";
import { remoteFace } from "../key-face/remote-action-face";
import type { FaceStrings } from "../key-face/strings";
import { parseRemoteActionSettings, type RemoteActionSettings } from "../settings/schemas/remote-action";
import type { Instant } from "../state/time/clock";
import { resolveBinding } from "../state/scenes/scene-binding";
import {
	choicesIn,
	positionOf,
	turnChoice,
	type ChoicePosition,
	type RemoteChoice,
} from "../state/scenes/scene-choice";
import type { SceneLookup } from "../state/store";
import type { KeyDemand } from "./keys/demand";
import { ActionController } from "./action-controller";
import { pressFailureOf, type FailureReason } from "./keys/press-failure";
import type { PressPlan } from "./keys/press";
import type { KeyState } from "./keys/keys";
import type { DialHints } from "./keys/surface";
import { choiceMs } from "./timing";

type RemoteView = {
	/** Temporary choice made by turning the dial. A long touch or new settings also end it. */
	choice?: (RemoteChoice & { readonly untilMs: number }) | undefined;
	isWaiting?: boolean;
	sent?: { readonly atMs: number };
	notice?: TemporaryNotice | undefined;
};

type RemoteKey = KeyState<RemoteActionSettings, RemoteView>;

/**
 * Scene Remote: a press sends the remote action of a scene item immediately and at most once, or displays why it was not
 * sent.
 */
export class SceneRemote extends ActionController<RemoteActionSettings, RemoteView> {
	override readonly manifestId = "com.example.streamevents.remote-action";
	protected override readonly parseSettings = parseRemoteActionSettings;
	protected override readonly createView = (): RemoteView => ({});
	#lastScene: string | undefined;

	/** Scene chosen last for any key; before that, the scene of a visible key. */
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
		const nowMs = this.context.clock.now();
		const choice = turnChoice(choicesIn(lookup.scene), effectiveSettings(key, nowMs), ticks);
		key.view.choice = choice && { ...choice, untilMs: nowMs + choiceMs };
	}

	/** Restores the saved choice. This is not a press and starts no guard time. */
	protected override planLongTouch({ view }: RemoteKey): PressPlan {
		return {
			onPress: () => {
				view.choice = undefined;
			},
		};
	}

	protected override dialHints({ settings }: RemoteKey, { dialHints: hints }: FaceStrings): DialHints {
		const { holdActionCode, holdActionName = holdActionCode } = settings;
		const push = holdActionName === undefined ? hints.send : hints.pushOrHold(hints.send, holdActionName);
		return { rotate: hints.choose, push, touch: hints.send, longTouch: hints.savedChoice };
	}

	protected override demandOf({ settings }: RemoteKey): KeyDemand {
		const { sceneToken, itemId, actionCode } = settings;
		return sceneToken === undefined ? {} : { binding: { sceneToken, itemId, actionCode } };
	}

	/** User names of events are not displayed here. */
	protected override isAffected(): boolean {
		return false;
	}

	protected override face(key: RemoteKey, nowMs: number): Face {
		const { store, words } = this.context;
		const settings = effectiveSettings(key, nowMs);
		const input = {
			...key.view,
			link: store.state.sceneLink,
			binding: resolveBinding(this.#lookup(settings), settings.itemId, settings.actionCode),
			position: key.surface.kind === "dial" ? this.#position(settings) : undefined,
			press: this.presses.inProgress(key.id),
		};
		const face = remoteFace(input, settings, nowMs, words());
		const nextChangeAtMs = earliestAfter(nowMs, face.nextChangeAtMs, key.view.choice?.untilMs);
		return { ...face, nextChangeAtMs };
	}

	/** Label and color apply only to the item in the settings. */
	protected override appearanceOf({ settings, view }: RemoteKey, nowMs: number): OwnAppearance {
		return isActive(view.choice, nowMs) ? {} : settings;
	}

	protected override planPress(key: RemoteKey): PressPlan {
		const nowMs = this.context.clock.now();
		const settings = effectiveSettings(key, nowMs);
		const { choice } = key.view;
		// Each use of the dial extends the choice.
		if (choice && isActive(choice, nowMs)) key.view.choice = { ...choice, untilMs: nowMs + choiceMs };
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
		const { connection, clock, store, words } = this.context;
		const { sceneToken, itemId } = settings;
		if (sceneToken === undefined || itemId === undefined || actionCode === undefined) {
			return this.runner.reportFailure(key, "not-set-up");
		}
		const sending = connection.sendRemoteAction({ sceneToken, itemId, actionCode, pressedAt });
		// Sent first: updating the display must not delay the command.
		if (store.state.sceneLink.phase !== "live") this.#showWaiting(key);
		const outcome = await this.runner.run(key, () =>
			sending.finally(() => {
				key.view.isWaiting = false;
			}),
		);
		if (outcome !== "sent")
			return this.runner.reportFailure(key, outcome === "not-connected" ? this.#linkFailure() : outcome);
		key.view.sent = { atMs: clock.now() };
		await this.runner.reportSuccess(key, words().sent);
		connection.refreshStaleScenes();
	}

	/** Returns the position of the chosen action among the scene's remote actions; undefined if it is not among them. */
	#position(settings: RemoteActionSettings): ChoicePosition | undefined {
		const lookup = this.#lookup(settings);
		return lookup?.kind === "found" ? positionOf(choicesIn(lookup.scene), settings) : undefined;
	}

	#linkFailure(): FailureReason {
		const { sceneLink } = this.context.store.state;
		const trouble = "trouble" in sceneLink ? sceneLink.trouble : undefined;
		return pressFailureOf(trouble ?? "unreachable", sceneLink);
	}

	#showWaiting(key: RemoteKey): void {
		key.view.isWaiting = true;
		this.context.painter.repaint(key.id);
	}

	#lookup({ sceneToken = "" }: RemoteActionSettings): SceneLookup | undefined {
		return this.context.store.state.scenes.get(sceneToken);
	}
}

/** Returns the settings with the temporary choice applied. A hold action applies only to the item in the settings. */
function effectiveSettings({ settings, view: { choice } }: RemoteKey, nowMs: number): RemoteActionSettings {
	if (!choice || !isActive(choice, nowMs)) return settings;
	const { itemId, itemName, actionCode, actionName } = choice;
	const chosen = { itemId, itemName, actionCode, actionName };
	return { ...settings, ...chosen, holdActionCode: undefined, holdActionName: undefined };
}
