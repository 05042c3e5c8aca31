import type { Face } from "../key-face/face";
import { eventFileValues, type FileValues } from "../key-face/file-values";
import { latestEventFace } from "../key-face/latest-event-face";
import { isFlashing, isGoingOn, soonest } from "../key-face/moment";
import { parseLatestEventSettings, type LatestEventSettings } from "../settings/schemas";
import { rememberThanked } from "../settings/thanked";
import type { Ledger } from "../state/ledger";
import type { EventBatch } from "../state/store";
import type { StreamEvent } from "../state/stream-event";
import type { KeyDemand } from "./demand";
import { LiveAction, type KeyText } from "./live-action";
import type { PressPlan } from "./press";
import type { VisibleKey } from "./visible-keys";

/** No finger presses twice in so short a time, but a worn switch does. */
const debounceMs = 15;
/** Who was just thanked stays in view so long, then the newest comes back. */
const thankedMs = 30_000;
/** How far back a dial scrolls. */
const maxScrolled = 20;

type LatestEventView = {
	/** Whose events the key shows: another account has another ledger. */
	ledger?: Ledger;
	/** Who is being thanked just now. */
	thanked?: { readonly event: StreamEvent; readonly untilMs: number } | undefined;
	/** How many events before the newest one a dial shows. */
	scrolled: number;
	flash?: { readonly event: StreamEvent; readonly atMs: number } | undefined;
};

type LatestEventKey = VisibleKey<LatestEventSettings, LatestEventView>;

/**
 * Latest Event: who just did something, and who has not been thanked yet. The newest is shown; each press brings up, and
 * takes off the queue, the one who has waited longest.
 */
export class LatestEvent extends LiveAction<LatestEventSettings, LatestEventView> {
	override readonly manifestId = "com.example.streamevents.latest-event";

	protected override parseSettings(settings: unknown): LatestEventSettings {
		return parseLatestEventSettings(settings);
	}

	protected override createView(): LatestEventView {
		return { scrolled: 0 };
	}

	protected override stateChanged(batch: EventBatch | undefined): void {
		if (!batch) return;
		for (const key of this.keys.all()) this.#applyBatch(key, batch);
	}

	protected override isAbout({ settings }: LatestEventKey, { events }: EventBatch): boolean {
		return events.some(({ type }) => settings.types.includes(type));
	}

	protected override settingsChanged({ view }: LatestEventKey): void {
		showNewest(view);
	}

	/** Clockwise goes down the list, back in time. */
	protected override rotated(key: LatestEventKey, ticks: number): void {
		const last = this.#newest(key, maxScrolled).length - 1;
		key.view.scrolled = Math.max(0, Math.min(last, key.view.scrolled + ticks));
		key.view.thanked = undefined;
		key.view.flash = undefined;
	}

	protected override demandOf({ settings, surface }: LatestEventKey): KeyDemand {
		return { recent: { types: settings.types, count: surface.kind === "dial" ? maxScrolled : 1 } };
	}

	protected override face(key: LatestEventKey, nowMs: number): Face {
		const { state, ledger } = this.context.store;
		this.#noteAccount(key);
		const { flash, thanked } = key.view;
		const input = {
			event: this.#shown(key, nowMs),
			isLoaded: key.settings.types.every((type) => ledger.namedFromMs(type) === -Infinity),
			waitingCount: ledger.thanks.waitingCount(key.settings.types),
			isHidden: state.hideNumbers,
			flash,
			link: state.link,
			isConfirming: state.confirmation === "pending",
			staleSinceMs: state.doubtSinceMs,
			press: this.presses.inProgress(key.id),
		};
		const face = latestEventFace(input, key.settings, nowMs, this.context.words());
		const nextChangeAtMs = soonest(nowMs, face.nextChangeAtMs, thanked?.untilMs);
		return { ...face, nextChangeAtMs };
	}

	protected override textOf({ settings }: LatestEventKey): KeyText {
		return { path: settings.file, template: settings.fileText ?? "{name}" };
	}

	protected override textValues(key: LatestEventKey, nowMs: number): FileValues {
		return eventFileValues(this.#shown(key, nowMs), this.context.words());
	}

	protected override planPress(key: LatestEventKey): PressPlan {
		const act = (name: string, change: () => void) => () => {
			this.context.guard(name, () => {
				this.#noteAccount(key);
				showNewest(key.view);
				change();
				this.context.store.announce();
				return rememberThanked(this.context.settings, this.context.store.ledger.thanks.marks);
			});
		};
		const clear = act("clearing the queue", () => {
			this.context.store.ledger.thanks.clear(key.settings.types);
		});
		if (key.settings.onPress === "clear") return { debounceMs, onPress: clear };
		const next = act("thanking", () => {
			const event = this.context.store.ledger.thankNext(key.settings.types);
			key.view.thanked = event && { event, untilMs: this.context.clock.now() + thankedMs };
		});
		return { debounceMs, onPress: next, onHold: clear };
	}

	#applyBatch(key: LatestEventKey, { events, source }: EventBatch): void {
		const ours = events.filter(({ type }) => key.settings.types.includes(type));
		const newest = ours.at(-1);
		if (!newest) return;
		this.#noteAccount(key);
		key.view.thanked = undefined;
		key.view.scrolled = 0;
		if (source === "live") key.view.flash = { event: newest, atMs: this.context.clock.now() };
	}

	#shown(key: LatestEventKey, nowMs: number): StreamEvent | undefined {
		const { flash, scrolled, thanked } = key.view;
		const { ledger } = this.context.store;
		if (flash && isFlashing(flash, nowMs)) return flash.event;
		const current = thanked && isGoingOn(thanked, nowMs) ? ledger.current(thanked.event) : undefined;
		return current ?? this.#newest(key, scrolled + 1).at(-1);
	}

	#newest({ settings }: LatestEventKey, count: number): readonly StreamEvent[] {
		return this.context.store.ledger.newest(settings.types, count);
	}

	#noteAccount({ view }: LatestEventKey): void {
		const { ledger } = this.context.store;
		if (view.ledger === ledger) return;
		view.ledger = ledger;
		showNewest(view);
	}
}

/** Whatever was brought up, by hands or by itself, is put away. */
function showNewest(view: LatestEventView): void {
	view.thanked = undefined;
	view.flash = undefined;
	view.scrolled = 0;
}
