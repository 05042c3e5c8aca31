import type { OwnAppearance } from "../key-face/own-appearance";
import type { Face } from "../key-face/face";
import type { TemporaryNotice } from "../key-face/face-timing";
import { sendEventFace } from "../key-face/send-event-face";
import { parseSendEventSettings, type SendEventSettings } from "../settings/schemas/send-event";
import type { Instant } from "../state/time/clock";
import { customEventOf, type CustomEvent } from "../state/events/custom-event";
import { ActionController } from "./action-controller";
import { pressFailureOf } from "./keys/press-failure";
import type { PressPlan } from "./keys/press";
import type { KeyState } from "./keys/keys";
import { sendDebounceMs } from "./timing";

type SendEventView = {
	isBusy?: boolean;
	sent?: { readonly atMs: number };
	notice?: TemporaryNotice | undefined;
};

type SendEventKey = KeyState<SendEventSettings, SendEventView>;

/** Send Event: a press posts a custom event once, so that the stream's widgets play it. */
export class SendEvent extends ActionController<SendEventSettings, SendEventView> {
	override readonly manifestId = "com.example.streamevents.send-event";
	protected override readonly parseSettings = parseSendEventSettings;
	protected override readonly createView = (): SendEventView => ({});

	/** User names of events are not displayed here. */
	protected override isAffected(): boolean {
		return false;
	}

	protected override face(key: SendEventKey, nowMs: number): Face {
		const { account, link } = this.context.store.state;
		// The event is posted in the account's name: before the account is loaded, a press would have no effect.
		const isAccountMissing = link.phase === "live" && account === undefined;
		const input = {
			...key.view,
			link: isAccountMissing ? ({ phase: "connecting" } as const) : link,
			isComplete: customEventOf(key.settings).kind === "complete",
			press: this.presses.inProgress(key.id),
		};
		return sendEventFace(input, key.settings, nowMs, this.context.words());
	}

	protected override appearanceOf({ settings }: SendEventKey): OwnAppearance {
		return settings;
	}

	protected override planPress(key: SendEventKey): PressPlan {
		const draft = customEventOf(key.settings);
		const post = (pressedAt: Instant) => {
			this.context.guard("sending an event", () =>
				draft.kind === "complete"
					? this.#send(key, draft.event, pressedAt)
					: this.runner.reportFailure(key, "not-set-up"),
			);
		};
		const actsOnPress = !key.settings.needsHold || key.surface.kind === "step";
		if (actsOnPress) return { debounceMs: sendDebounceMs, onPress: post };
		return { onPress: () => undefined, onHold: post };
	}

	async #send(key: SendEventKey, event: CustomEvent, pressedAt: Instant): Promise<void> {
		const { connection, clock, store, words } = this.context;
		let isUnansweredShown = false;
		const post = async (): Promise<void> => {
			const outcome = await connection.postEvent(event, pressedAt);
			if (outcome.kind === "unanswered" && isUnansweredShown) return;
			if (outcome.kind === "too-late" || outcome.kind === "unanswered")
				return this.runner.reportFailure(key, outcome.kind);
			if (outcome.kind === "failed") {
				const failure = pressFailureOf(outcome.trouble, store.state.link);
				return this.runner.reportFailure(key, failure === "service-error" ? "rejected" : failure);
			}
			key.view.sent = { atMs: clock.now() };
			await this.runner.reportSuccess(key, words().sent);
		};
		// A post that may not have left yet fails earlier.
		await this.runner.runAlone(key, post, () => {
			isUnansweredShown = true;
			return this.runner.reportFailure(key, "unanswered");
		});
	}
}
