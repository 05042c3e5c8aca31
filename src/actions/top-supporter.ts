import type { OwnAppearance } from "../key-face/own-appearance";
import type { Face } from "../key-face/face";
import { supporterFileValues, type FileValues } from "../key-face/text/file-values";
import type { TemporaryNotice } from "../key-face/face-timing";
import type { FaceStrings } from "../key-face/strings";
import { topSupporterFace } from "../key-face/top-supporter-face";
import {
	maxRank,
	parseTopSupporterSettings,
	type TopSupporterSettings,
} from "../settings/schemas/top-supporter";
import type { CounterScope } from "../state/counters/counter-query";
import { periodOf, scopesOf } from "../state/time/scope";
import type { KeyChoice } from "../state/key-choice";
import type { Ledger } from "../ledger/ledger";
import type { EventBatch } from "../state/store";
import type { StreamEvent } from "../state/events/stream-event";
import type { SupporterValue } from "../ledger/figures/supporters";
import type { KeyDemand } from "./keys/demand";
import { ActionController, type KeyTextFile } from "./action-controller";
import type { PressPlan } from "./keys/press";
import { step } from "./step";
import type { KeyState } from "./keys/keys";
import type { DialHints } from "./keys/surface";

type TopSupporterView = {
	/** Scope chosen by turning, until the key's settings change. */
	scope?: CounterScope | undefined;
	/** The displayed rank, starting at 1; undefined until the dial is turned. */
	rank?: number | undefined;
	flash?: { readonly atMs: number } | undefined;
	/** The donor displayed last. Shows when another donor takes the rank. */
	last?: { readonly ledger: Ledger; readonly shown: string } | undefined;
	notice?: TemporaryNotice | undefined;
};

type TopSupporterKey = KeyState<TopSupporterSettings, TopSupporterView>;

/**
 * Top Supporter: displays the donor with the highest single donation or total. Turning a dial moves through the ranks.
 */
export class TopSupporter extends ActionController<TopSupporterSettings, TopSupporterView> {
	override readonly manifestId = "com.example.streamevents.top-supporter";
	protected override readonly parseSettings = parseTopSupporterSettings;
	protected override readonly createView = (): TopSupporterView => ({});

	protected override onSettingsChange({ view }: TopSupporterKey): void {
		Object.assign(view, { scope: undefined, rank: undefined, flash: undefined, last: undefined });
	}

	protected override choiceOf({ view: { scope, rank } }: TopSupporterKey): KeyChoice {
		return { scope, rank };
	}

	protected override applyChoice({ settings, view }: TopSupporterKey, choice: KeyChoice): void {
		const { rank } = choice;
		view.scope = scopesOf(settings).find((scope) => scope === choice["scope"]);
		view.rank = typeof rank === "number" && rank >= 1 ? Math.min(maxRank, Math.floor(rank)) : undefined;
	}

	protected override onRotate(key: TopSupporterKey, ticks: number, mode: "free" | "pressed"): void {
		const { view } = key;
		if (mode === "pressed") view.scope = step(scopesOf(key.settings), effectiveSettings(key).scope, ticks);
		else view.rank = clampRank(rankOf(key) + ticks, this.#ranking(key, this.context.clock.now()));
		Object.assign(view, { flash: undefined, last: undefined });
	}

	protected override onStateChange(batch: EventBatch | undefined): void {
		const source = batch?.events.some(isDonation) ? batch.source : undefined;
		for (const key of this.keys.all()) this.#flashOnChange(key, source);
	}

	protected override isAffected(_key: TopSupporterKey, { events }: EventBatch): boolean {
		return events.some(isDonation);
	}

	protected override demandOf(key: TopSupporterKey): KeyDemand {
		// The newest donations are part of every sync; the older ranking is fetched separately.
		return { recent: { types: ["donation"], count: 1 }, supporters: periodOf(effectiveSettings(key)) };
	}

	protected override textFileOf({ settings }: TopSupporterKey): KeyTextFile {
		return { path: settings.file, template: settings.fileText ?? "{name}" };
	}

	protected override templateValues(key: TopSupporterKey, nowMs: number): FileValues {
		const ranking = this.#ranking({ ...key, view: {} }, nowMs);
		const supporters = ranking.kind === "ranking" ? ranking.supporters : [];
		return supporterFileValues(supporters, key.settings, this.context.words());
	}

	protected override face(key: TopSupporterKey, nowMs: number): Face {
		const input = {
			...this.syncedInput(key),
			ranking: this.#ranking(key, nowMs),
			rank: rankOf(key),
			flash: key.view.flash,
			notice: key.view.notice,
		};
		return topSupporterFace(input, effectiveSettings(key), nowMs, this.context.words());
	}

	protected override appearanceOf({ settings }: TopSupporterKey): OwnAppearance {
		return settings;
	}

	protected override planPress(key: TopSupporterKey): PressPlan {
		return {
			onPress: () => this.context.guard("reading donations", () => this.runner.refresh(key, "supporters")),
		};
	}

	protected override dialHints(_key: TopSupporterKey, { commands, dialHints }: FaceStrings): DialHints {
		return { rotate: dialHints.rankAndPeriod, push: commands.refresh, touch: commands.refresh };
	}

	/** Flashes when a live donation brings another donor to the displayed rank. */
	#flashOnChange(key: TopSupporterKey, source: EventBatch["source"] | undefined): void {
		const { clock, store } = this.context;
		const nowMs = clock.now();
		const ranking = this.#ranking(key, nowMs);
		if (ranking.kind === "unknown") return;
		const shown = JSON.stringify(ranking.supporters[rankOf(key) - 1] ?? null);
		const { last } = key.view;
		key.view.last = { ledger: store.ledger, shown };
		if (source !== "live" || last?.ledger !== store.ledger || last.shown === shown) return;
		key.view.flash = { atMs: nowMs };
	}

	#ranking(key: TopSupporterKey, nowMs: number): SupporterValue {
		const settings = effectiveSettings(key);
		const { by, currency } = settings;
		const { store } = this.context;
		return store.ledger.supporters({ by, ...periodOf(settings), currency }, store.ledgerContext(nowMs));
	}
}

function isDonation({ type }: StreamEvent): boolean {
	return type === "donation";
}

function effectiveSettings({ settings, view }: TopSupporterKey): TopSupporterSettings {
	return { ...settings, scope: view.scope ?? settings.scope };
}

function rankOf({ settings, view }: TopSupporterKey): number {
	return view.rank ?? settings.rank;
}

/** Limits a rank to the places of the ranking. */
function clampRank(rank: number, ranking: SupporterValue): number {
	const lastRank = ranking.kind === "ranking" ? ranking.supporters.length : maxRank;
	return Math.max(1, Math.min(rank, lastRank, maxRank));
}
