import type { CounterMetric, CounterScope } from "../state/counter-query";
import type { ChartRange } from "../state/chart";
import type { LinkTrouble } from "../state/link-status";
import type { StreamEventType } from "../state/stream-event";
import type { Wordings } from "./format";
import { de } from "./words/de";
import { en } from "./words/en";
import { es } from "./words/es";
import { fr } from "./words/fr";
import { ja } from "./words/ja";
import { ko } from "./words/ko";
import { zhCn } from "./words/zh-cn";
import { zhTw } from "./words/zh-tw";

/** A word and, where that is too long for the top of a key, a short form. `short` equals `full` where none is needed. */
export type Word = { readonly full: string; readonly short: string };

/** The word's lengths, longest first. */
export function wordingsOf({ full, short }: Word): Wordings {
	return full === short ? [full] : [full, short];
}

/** Two short lines under a pictogram: what is the matter, and what happens or helps. */
export type TwoLines = readonly [string, string];

/** Why a press did nothing. */
export type PressFailure = "offline" | "missing" | "refused" | "not-set-up" | "too-late" | "rejected";

/** Everything a face says in one language. Lines fit a key at their smallest legible size. */
export type Words = {
	/** BCP 47, for numbers. */
	readonly locale: string;

	readonly metrics: Readonly<Record<CounterMetric, Word>>;
	readonly scopes: Readonly<Record<CounterScope, string>>;
	readonly eventTypes: Readonly<Record<StreamEventType, Word>>;
	readonly latestEvent: Word;
	readonly ranges: Readonly<Record<ChartRange, Word>>;

	readonly notSetUp: TwoLines;
	readonly troubles: Readonly<Record<LinkTrouble, TwoLines>>;
	readonly connecting: string;
	readonly offline: string;
	readonly updating: string;
	readonly nobodyYet: TwoLines;
	readonly noChart: string;
	readonly missing: Readonly<Record<"scene" | "item" | "action", string>>;
	readonly failures: Readonly<Record<PressFailure, string>>;

	readonly minutesAgo: (count: number) => string;
	readonly hoursAgo: (count: number) => string;
	readonly daysAgo: (count: number) => string;
	readonly justNow: string;

	readonly away: (delta: string) => string;
	readonly toThank: (count: string) => string;
	readonly viewers: (count: string, amount: number) => string;
	readonly renewals: (count: string) => string;
	readonly anonymous: string;
	readonly test: string;
	readonly sendTest: string;
	readonly holdToSend: string;
	/** While a hold that resets the session goes on. */
	readonly resetting: string;
	/** For the seconds in which a press takes the reset back. */
	readonly pressUndoes: string;
	readonly connected: string;
	readonly scenesOffline: string;
	readonly numbersHidden: string;
	/** When the last event was. */
	readonly lastEvent: (age: string) => string;
};

/** Languages the faces speak, as the app names them. */
export const faceLanguages = ["en", "de", "es", "fr", "ja", "ko", "zh_CN", "zh_TW"] as const;
export type FaceLanguage = (typeof faceLanguages)[number];

const wordsByLanguage: Readonly<Record<FaceLanguage, Words>> = {
	en,
	de,
	es,
	fr,
	ja,
	ko,
	zh_CN: zhCn,
	zh_TW: zhTw,
};

/**
 * The words of a language, English where there is none.
 * @param language As the app or a browser names it: `fr`, `zh_CN`, `zh-TW`, `de-AT`.
 */
export function wordsFor(language: string): Words {
	const wanted = language.replace("-", "_").toLowerCase();
	const base = wanted.split("_", 1)[0];
	const known =
		faceLanguages.find((candidate) => candidate.toLowerCase() === wanted) ??
		faceLanguages.find((candidate) => candidate.toLowerCase().split("_", 1)[0] === base);
	return wordsByLanguage[known ?? "en"];
}
