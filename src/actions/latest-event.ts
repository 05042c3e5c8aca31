import type { OwnAppearance } from "../key-face/own-appearance";
import type { Face } from "../key-face/face";
import { eventFileValues } from "../key-face/text/file-values";
import { latestEventFace } from "../key-face/latest-event-face";
import type { FaceStrings } from "../key-face/strings";
import { isFlashing, isActive, earliestAfter, type TemporaryNotice } from "../key-face/face-timing";
import { parseLatestEventSettings, type LatestEventSettings } from "../settings/schemas/latest-event";
import type { Ledger } from "../ledger/ledger";
import type { Thanking } from "../ledger/thank-queue";
import { isAtLeast, minAmountOf, type MinAmount } from "../state/events/min-amount";
import type { EventBatch } from "../state/store";
import type { StreamEvent } from "../state/events/stream-event";
import { fillTemplate } from "../text-files/template";
import type { KeyDemand } from "./keys/demand";
import { ActionController, type KeyTextFile } from "./action-controller";
import type { PressPlan } from "./keys/press";
import { emptyQueueNotice } from "./keys/press-failure";
import type { KeyState } from "./keys/keys";
import type { DialHints } from "./keys/surface";
import { StreamCommands, type CommandResult, type Undo } from "./stream-commands";
import { undoWindowMs, bounceMs } from "./timing";

/** Maximum number of lines in a file with all events of the session. The newest are kept. */
const maxSessionLines = 1_000;
/** Number of newest events that a dial can scroll through. */
const scrollableCount = 20;

type LatestEventView = {
	/** Ledger of the displayed events. Each account has its own. */
	ledger?: Ledger;
	/** The thanked person who is no longer displayed on this key, for example because the dial was rotated. */
	dismissed?: Thanking | undefined;
	/** Number of events between the newest one and the displayed one, on a dial. */
	scrollOffset: number;
	flash?: { readonly event: StreamEvent; readonly atMs: number } | undefined;
	/** Restores the people who were removed from the queue. */
	undo?: { readonly run: Undo; readonly untilMs: number } | undefined;
	notice?: TemporaryNotice | undefined;
};

type LatestEventKey = KeyState<LatestEventSettings, LatestEventView>;

/**
 * Latest Event: displays the newest event and how many people wait to be thanked. By default, a press marks the person
 * who has waited longest as thanked and displays them for half a minute, even if other events arrive.
 */
export class LatestEvent extends ActionController<LatestEventSettings, LatestEventView> {
	override readonly manifestId = "com.example.streamevents.latest-event";
	protected override readonly parseSettings = parseLatestEventSettings;
	protected override readonly createView = (): LatestEventView => ({ scrollOffset: 0 });
	readonly #commands = new StreamCommands(this.context);
	readonly #sessionLines = new WeakMap<StreamEvent, { readonly format: string; readonly line: string }>();

	protected override onStateChange(batch: EventBatch | undefined): void {
		if (!batch) return;
		for (const key of this.keys.all()) this.#applyBatch(key, batch);
	}

	protected override isAffected(key: LatestEventKey, { events }: EventBatch): boolean {
		return events.some((event) => this.#isShown(key, event));
	}

	protected override onSettingsChange(key: LatestEventKey): void {
		resetView(key.view);
		this.#dismissThanking(key);
	}

	/** Scrolls to older events clockwise, to newer ones counterclockwise. */
	protected override onRotate(key: LatestEventKey, ticks: number): void {
		const maxOffset = this.#newestEvents(key, scrollableCount).length - 1;
		key.view.scrollOffset = Math.max(0, Math.min(maxOffset, key.view.scrollOffset + ticks));
		this.#dismissThanking(key);
		key.view.flash = undefined;
	}

	protected override demandOf({ settings, surface }: LatestEventKey): KeyDemand {
		const { types, minAmount } = settings;
		const ofSession = settings.file !== undefined && settings.fileContent === "session" ? true : undefined;
		const real = settings.file === undefined ? undefined : true;
		return {
			recent: { types, count: surface.kind === "dial" ? scrollableCount : 1, minAmount, ofSession, real },
		};
	}

	protected override face(key: LatestEventKey, nowMs: number): Face {
		const { ledger } = this.context.store;
		this.#resetOnAccountChange(key);
		const { types, onPress } = key.settings;
		const { flash, scrollOffset, undo, notice } = key.view;
		const min = this.#minOf(key.settings);
		const thanking = this.#thanking(key, nowMs);
		const input = {
			...this.syncedInput(key),
			thanking,
			flash,
			undo,
			notice,
			isScrolled: scrollOffset > 0,
			event: this.#shownEvent(key, nowMs),
			next: onPress === "next" ? ledger.thanks.next(types, min) : undefined,
			isLoaded: this.#isLoaded(types),
			waitingCount: ledger.thanks.waitingCount(types, nowMs, min),
		};
		const face = latestEventFace(input, key.settings, nowMs, this.context.words());
		const nextChangeAtMs = earliestAfter(nowMs, face.nextChangeAtMs, thanking?.untilMs, undo?.untilMs);
		return { ...face, nextChangeAtMs };
	}

	protected override textFileOf({ settings }: LatestEventKey): KeyTextFile {
		const template = settings.fileText ?? "{name}";
		const text = () =>
			settings.fileContent === "session"
				? this.#sessionText(settings, template)
				: this.#latestText(settings, template);
		return { path: settings.file, template, text };
	}

	protected override appearanceOf({ settings }: LatestEventKey): OwnAppearance {
		return settings;
	}

	protected override planPress(key: LatestEventKey): PressPlan {
		const { types, onPress } = key.settings;
		const clear = () => this.context.guard("clearing the queue", () => this.#clear(key));
		const undo = this.#undoOf(key);
		if (undo) {
			return {
				debounceMs: bounceMs,
				onPress: () => this.context.guard("undoing", () => this.#undo(key, undo)),
			};
		}
		if (onPress === "clear") return { debounceMs: bounceMs, onPress: clear };
		const thankNext = () => {
			this.context.guard("thanking", async () => {
				await this.#run(key, () => this.#commands.thankNext(types, this.#minOf(key.settings)));
			});
		};
		return { debounceMs: bounceMs, onPress: thankNext, onHold: clear };
	}

	async #clear(key: LatestEventKey): Promise<void> {
		const { settings } = key;
		const result = await this.#run(key, () => this.#commands.thankAll(settings.types, this.#minOf(settings)));
		if (result.kind !== "done" || !result.undo || key.surface.kind === "step") return;
		key.view.undo = { run: result.undo, untilMs: this.context.clock.now() + undoWindowMs };
		this.context.painter.repaint(key.id);
	}

	async #undo(key: LatestEventKey, undo: Undo): Promise<void> {
		resetView(key.view);
		await undo();
		this.context.painter.repaint(key.id);
	}

	/** Runs a thank-you command, and displays a notice if it failed or the queue is empty. */
	async #run(key: LatestEventKey, command: () => Promise<CommandResult>): Promise<CommandResult> {
		this.#resetOnAccountChange(key);
		resetView(key.view);
		key.view.dismissed = undefined;
		const result = await command();
		if (result.kind === "failed") await this.runner.reportOutcome(key, result.trouble);
		if (result.kind === "nobody") {
			this.#dismissThanking(key);
			key.view.notice = emptyQueueNotice(this.context.clock.now(), this.context.words());
			this.context.painter.repaint(key.id);
		}
		return result;
	}

	#undoOf({ view }: LatestEventKey): Undo | undefined {
		return isActive(view.undo, this.context.clock.now()) ? view.undo?.run : undefined;
	}

	protected override dialHints({ settings }: LatestEventKey, { dialHints: hints }: FaceStrings): DialHints {
		const { earlierEvents: rotate, thankNext, clearAll } = hints;
		if (settings.onPress === "clear") return { rotate, push: clearAll, touch: clearAll, longTouch: clearAll };
		return { rotate, push: hints.pushOrHold(thankNext, clearAll), touch: thankNext, longTouch: clearAll };
	}

	/** If the key displays an event of the batch, scrolls back to the newest one, and flashes it if it was pushed. */
	#applyBatch(key: LatestEventKey, { events, source }: EventBatch): void {
		const matching = events.filter((event) => this.#isShown(key, event));
		const newest = matching.at(-1);
		if (!newest) return;
		this.#resetOnAccountChange(key);
		key.view.scrollOffset = 0;
		if (source === "live") key.view.flash = { event: newest, atMs: this.context.clock.now() };
	}

	#shownEvent(key: LatestEventKey, nowMs: number): StreamEvent | undefined {
		const { flash, scrollOffset } = key.view;
		const thanking = this.#thanking(key, nowMs);
		if (thanking) return thanking.event;
		if (flash && isFlashing(flash, nowMs)) return flash.event;
		return this.#newestEvents(key, scrollOffset + 1).at(-1);
	}

	/** Returns the person whom any key or command is thanking; undefined if dismissed on this key. */
	#thanking({ settings, view }: LatestEventKey, nowMs: number): Thanking | undefined {
		const { ledger } = this.context.store;
		const thanking = ledger.thanking(settings.types, nowMs, this.#minOf(settings));
		return thanking?.atMs === view.dismissed?.atMs ? undefined : thanking;
	}

	/** Stops displaying the person being thanked, on this key only. The queue does not change. */
	#dismissThanking({ settings, view }: LatestEventKey): void {
		const { store, clock } = this.context;
		view.dismissed = store.ledger.thanking(settings.types, clock.now(), this.#minOf(settings));
	}

	/**
	 * Returns the text of the newest event that is not the user's own test; undefined if none is stored and the list is not
	 * loaded. Tests are left out, because the file may be visible on stream.
	 */
	#latestText(settings: LatestEventSettings, template: string): string | undefined {
		const { types } = settings;
		const newest = this.context.store.ledger.newestReal(types, this.#minOf(settings));
		if (!newest && !this.#isLoaded(types)) return undefined;
		return fillTemplate(template, eventFileValues(newest, this.context.words()));
	}

	/** Returns whether the list of these types is stored back to its end, with user names. */
	#isLoaded(types: LatestEventSettings["types"]): boolean {
		const { coverage } = this.context.store.ledger;
		return types.every((type) => coverage.namedFromMs(type) === -Infinity);
	}

	#newestEvents({ settings }: LatestEventKey, count: number): readonly StreamEvent[] {
		return this.context.store.ledger.newest(settings.types, count, this.#minOf(settings));
	}

	/** Returns one line for each event of the session, oldest first; undefined while events may be missing. */
	#sessionText(settings: LatestEventSettings, template: string): string | undefined {
		const { store, clock } = this.context;
		const selection = { types: settings.types, min: this.#minOf(settings), limit: maxSessionLines };
		const events = store.ledger.sessionEvents(selection, store.ledgerContext(clock.now()));
		return events?.map((event) => this.#sessionLine(event, template)).join("\n");
	}

	/** Returns the line of an event. It is cached until the event, the template or the language changes. */
	#sessionLine(event: StreamEvent, template: string): string {
		const words = this.context.words();
		const format = `${words.locale} ${template}`;
		const cached = this.#sessionLines.get(event);
		if (cached?.format === format) return cached.line;
		const line = fillTemplate(template, eventFileValues(event, words)).replace(/\n/g, " ");
		this.#sessionLines.set(event, { format, line });
		return line;
	}

	/** Returns whether the event passes the key's filters and its user is not ignored. */
	#isShown({ settings }: LatestEventKey, event: StreamEvent): boolean {
		const isShownType = settings.types.includes(event.type);
		return (
			isShownType && isAtLeast(event, this.#minOf(settings)) && !this.context.store.ledger.isIgnored(event)
		);
	}

	/** Returns the minimum amount of donations, in the account's currency; undefined if the key displays all. */
	#minOf({ minAmount }: LatestEventSettings): MinAmount | undefined {
		return minAmountOf(minAmount, this.context.store.state.account);
	}

	#resetOnAccountChange({ view }: LatestEventKey): void {
		const { ledger } = this.context.store;
		if (view.ledger === ledger) return;
		view.ledger = ledger;
		view.dismissed = undefined;
		resetView(view);
	}
}

/** Returns to the newest event, and ends the flash, the undo window and the notice. */
function resetView(view: LatestEventView): void {
	view.flash = undefined;
	view.undo = undefined;
	view.notice = undefined;
	view.scrollOffset = 0;
}
