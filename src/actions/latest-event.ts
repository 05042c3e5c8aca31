import type { Face } from "../key-face/face";
import { eventFileValues, type FileValues } from "../key-face/file-values";
import { latestEventFace } from "../key-face/latest-event-face";
import type { DialHintStrings } from "../key-face/strings";
import { isFlashing, isActive, earliestAfter } from "../key-face/face-timing";
import { parseLatestEventSettings, type LatestEventSettings } from "../settings/schemas";
import { rememberThanked } from "../settings/thank-marks";
import type { Ledger } from "../ledger/ledger";
import type { EventBatch } from "../state/store";
import type { StreamEvent } from "../state/stream-event";
import type { KeyDemand } from "./demand";
import { ActionController, type KeyTextFile } from "./action-controller";
import type { PressPlan } from "./press";
import type { KeyState } from "./keys";
import type { DialHints } from "./surface";

/** No finger presses twice in so short a time, but a worn switch does. */
const debounceMs = 15;
/** Who was just thanked stays in view so long, then the newest comes back. */
const thankedDisplayMs = 30_000;
/** How far back a dial scrolls. */
const maxScrollOffset = 20;

type LatestEventView = {
	/** Whose events the key shows: another account has another ledger. */
	ledger?: Ledger;
	/** Who is being thanked just now. */
	thanked?: { readonly event: StreamEvent; readonly untilMs: number } | undefined;
	/** How many events before the newest one a dial shows. */
	scrollOffset: number;
	flash?: { readonly event: StreamEvent; readonly atMs: number } | undefined;
};

type LatestEventKey = KeyState<LatestEventSettings, LatestEventView>;

/**
 * Latest Event: who just did something, and who has not been thanked yet. The newest is shown; each press brings up, and
 * takes off the queue, the one who has waited longest.
 */
export class LatestEvent extends ActionController<LatestEventSettings, LatestEventView> {
	override readonly manifestId = "com.example.streamevents.latest-event";

	protected override parseSettings(settings: unknown): LatestEventSettings {
		return parseLatestEventSettings(settings);
	}

	protected override createView(): LatestEventView {
		return { scrollOffset: 0 };
	}

	protected override onStateChange(batch: EventBatch | undefined): void {
		if (!batch) return;
		for (const key of this.keys.all()) this.#applyBatch(key, batch);
	}

	protected override isAffected({ settings }: LatestEventKey, { events }: EventBatch): boolean {
		return events.some(({ type }) => settings.types.includes(type));
	}

	protected override onSettingsChange({ view }: LatestEventKey): void {
		resetView(view);
	}

	/** Clockwise goes down the list, back in time. */
	protected override onRotate(key: LatestEventKey, ticks: number): void {
		const maxOffset = this.#newestEvents(key, maxScrollOffset).length - 1;
		key.view.scrollOffset = Math.max(0, Math.min(maxOffset, key.view.scrollOffset + ticks));
		key.view.thanked = undefined;
		key.view.flash = undefined;
	}

	protected override demandOf({ settings, surface }: LatestEventKey): KeyDemand {
		return { recent: { types: settings.types, count: surface.kind === "dial" ? maxScrollOffset : 1 } };
	}

	protected override face(key: LatestEventKey, nowMs: number): Face {
		const { state, ledger } = this.context.store;
		this.#resetOnAccountChange(key);
		const { flash, thanked } = key.view;
		const input = {
			event: this.#shownEvent(key, nowMs),
			isLoaded: key.settings.types.every((type) => ledger.coverage.namedFromMs(type) === -Infinity),
			waitingCount: ledger.thanks.waitingCount(key.settings.types),
			isHidden: state.hideNumbers,
			flash,
			link: state.link,
			isConfirming: state.confirmation === "pending",
			staleSinceMs: state.staleSinceMs,
			staleTrouble: state.staleTrouble,
			press: this.presses.inProgress(key.id),
		};
		const face = latestEventFace(input, key.settings, nowMs, this.context.words());
		const nextChangeAtMs = earliestAfter(nowMs, face.nextChangeAtMs, thanked?.untilMs);
		return { ...face, nextChangeAtMs };
	}

	protected override textFileOf({ settings }: LatestEventKey): KeyTextFile {
		return { path: settings.file, template: settings.fileText ?? "{name}" };
	}

	protected override templateValues(key: LatestEventKey): FileValues {
		return eventFileValues(this.#newestReal(key), this.context.words());
	}

	protected override planPress(key: LatestEventKey): PressPlan {
		const createHandler = (name: string, change: () => void) => () => {
			this.context.guard(name, () => {
				this.#resetOnAccountChange(key);
				resetView(key.view);
				change();
				this.context.store.notify();
				return rememberThanked(this.context.settings, this.context.store.ledger.thanks.marks);
			});
		};
		const clear = createHandler("clearing the queue", () => {
			this.context.store.ledger.thanks.clear(key.settings.types);
		});
		if (key.settings.onPress === "clear") return { debounceMs, onPress: clear };
		const next = createHandler("thanking", () => {
			const event = this.context.store.ledger.thankNext(key.settings.types);
			key.view.thanked = event && { event, untilMs: this.context.clock.now() + thankedDisplayMs };
		});
		return { debounceMs, onPress: next, onHold: clear };
	}

	protected override dialHints({ settings }: LatestEventKey, hints: DialHintStrings): DialHints {
		const { earlierEvents: rotate, thankNext, clearAll } = hints;
		if (settings.onPress === "clear") return { rotate, push: clearAll, touch: clearAll, longTouch: clearAll };
		return { rotate, push: hints.pushOrHold(thankNext, clearAll), touch: thankNext, longTouch: clearAll };
	}

	#applyBatch(key: LatestEventKey, { events, source }: EventBatch): void {
		const matching = events.filter(({ type }) => key.settings.types.includes(type));
		const newest = matching.at(-1);
		if (!newest) return;
		this.#resetOnAccountChange(key);
		key.view.thanked = undefined;
		key.view.scrollOffset = 0;
		if (source === "live") key.view.flash = { event: newest, atMs: this.context.clock.now() };
	}

	#shownEvent(key: LatestEventKey, nowMs: number): StreamEvent | undefined {
		const { flash, scrollOffset, thanked } = key.view;
		const { ledger } = this.context.store;
		if (flash && isFlashing(flash, nowMs)) return flash.event;
		const current = thanked && isActive(thanked, nowMs) ? ledger.current(thanked.event) : undefined;
		return current ?? this.#newestEvents(key, scrollOffset + 1).at(-1);
	}

	/** Own test events never appear in a file, which may be on the stream. */
	#newestReal(key: LatestEventKey): StreamEvent | undefined {
		for (let count = 1; ; count *= 8) {
			const events = this.#newestEvents(key, count);
			const real = events.find(({ isTest }) => !isTest);
			if (real || events.length < count) return real;
		}
	}

	#newestEvents({ settings }: LatestEventKey, count: number): readonly StreamEvent[] {
		return this.context.store.ledger.newest(settings.types, count);
	}

	#resetOnAccountChange({ view }: LatestEventKey): void {
		const { ledger } = this.context.store;
		if (view.ledger === ledger) return;
		view.ledger = ledger;
		resetView(view);
	}
}

/** Whatever was brought up, by hands or by itself, is put away. */
function resetView(view: LatestEventView): void {
	view.thanked = undefined;
	view.flash = undefined;
	view.scrollOffset = 0;
}
