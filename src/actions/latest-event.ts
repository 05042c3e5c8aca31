import type { Face } from "../key-face/face";
import { eventFileValues, type FileValues } from "../key-face/file-values";
import { latestEventFace } from "../key-face/latest-event-face";
import { flashMs, soonest } from "../key-face/moment";
import { parseLatestEventSettings, type LatestEventSettings } from "../settings/schemas";
import type { Ledger } from "../state/ledger";
import type { EventBatch } from "../state/store";
import type { StreamEvent } from "../state/stream-event";
import { ThankQueue } from "../state/thank-queue";
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
	readonly queue: ThankQueue;
	/** Whose events the queue holds: another account has another ledger. */
	ledger?: Ledger;
	thankedUntilMs: number;
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
		return { queue: new ThankQueue(), thankedUntilMs: -Infinity, scrolled: 0 };
	}

	protected override stateChanged(batch: EventBatch | undefined): void {
		if (!batch) return;
		for (const key of this.keys.all()) this.#applyBatch(key, batch);
	}

	protected override settingsChanged({ settings, view }: LatestEventKey): void {
		view.queue.review((event) => (settings.types.includes(event.type) ? event : undefined));
		view.flash = undefined;
		view.scrolled = 0;
	}

	/** Clockwise goes down the list, back in time. */
	protected override rotated(key: LatestEventKey, ticks: number): void {
		const last = this.#newest(key, maxScrolled).length - 1;
		key.view.scrolled = Math.max(0, Math.min(last, key.view.scrolled + ticks));
		key.view.thankedUntilMs = -Infinity;
		key.view.flash = undefined;
	}

	protected override demandOf({ settings, surface }: LatestEventKey): KeyDemand {
		return { recent: { types: settings.types, count: surface.kind === "dial" ? maxScrolled : 1 } };
	}

	protected override face(key: LatestEventKey, nowMs: number): Face {
		const { state, ledger } = this.context.store;
		const queue = this.#queueOf(key);
		queue.review((event) => ledger.current(event));
		const { flash, thankedUntilMs } = key.view;
		const reading = {
			event: this.#shown(key, nowMs),
			isLoaded: key.settings.types.every((type) => ledger.completeFromMs(type) === -Infinity),
			waitingCount: queue.waitingCount,
			isHidden: state.hideNumbers,
			flash,
			link: state.link,
			isConfirming: state.confirmation === "pending",
			staleSinceMs: state.doubtSinceMs,
			press: this.presses.inProgress(key.id),
		};
		const face = latestEventFace(reading, key.settings, nowMs, this.context.words());
		const nextChangeAtMs = soonest(nowMs, face.nextChangeAtMs, thankedUntilMs);
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
				change();
				key.view.flash = undefined;
				key.view.scrolled = 0;
				this.context.painter.repaint(key.id);
			});
		};
		const clear = act("clearing the queue", () => {
			this.#queueOf(key).clear();
		});
		if (key.settings.onPress === "clear") return { debounceMs, onPress: clear };
		const next = act("thanking", () => {
			this.#queueOf(key).thankNext();
			key.view.thankedUntilMs = this.context.clock.now() + thankedMs;
		});
		return { debounceMs, onPress: next, onHold: clear };
	}

	#applyBatch(key: LatestEventKey, { events, source }: EventBatch): void {
		const ours = events.filter(({ type }) => key.settings.types.includes(type));
		const newest = ours.at(-1);
		if (!newest) return;
		this.#queueOf(key).add(ours);
		key.view.scrolled = 0;
		if (source === "live") key.view.flash = { event: newest, atMs: this.context.clock.now() };
	}

	#shown(key: LatestEventKey, nowMs: number): StreamEvent | undefined {
		const { flash, scrolled, thankedUntilMs } = key.view;
		const glowing = flash && nowMs >= flash.atMs && nowMs < flash.atMs + flashMs ? flash.event : undefined;
		const thanked = nowMs < thankedUntilMs ? this.#queueOf(key).thanked : undefined;
		return glowing ?? thanked ?? this.#newest(key, scrolled + 1).at(-1);
	}

	#newest({ settings }: LatestEventKey, count: number): readonly StreamEvent[] {
		return this.context.store.ledger.newest(settings.types, count);
	}

	#queueOf({ view }: LatestEventKey): ThankQueue {
		const { ledger } = this.context.store;
		if (view.ledger !== ledger) {
			view.ledger = ledger;
			view.queue.clear();
			view.flash = undefined;
			view.scrolled = 0;
		}
		return view.queue;
	}
}
