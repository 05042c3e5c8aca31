import type { CounterMetric, CounterScope } from "../state/counter-query";
import type { ChartRange } from "../state/chart";
import type { LinkTrouble } from "../state/link-status";
import type { SupporterMeasure } from "../state/supporter-measure";
import type { StreamCommand } from "../state/stream-command";
import type { StreamEventType } from "../state/stream-event";
import type { TextVariants } from "./format";

/** A word and, where that is too long for the top of a key, a short form. `short` equals `full` where none is needed. */
export type Label = { readonly full: string; readonly short: string };

/** The word's lengths, longest first. */
export function variantsOf({ full, short }: Label): TextVariants {
	return full === short ? [full] : [full, short];
}

/** Two short lines under a pictogram: what is the matter, and what happens or helps. */
export type TwoLines = readonly [string, string];

/** Why a press did nothing. */
export type PressFailure =
	/** The last press is still being carried out. */
	"busy" | "offline" | "missing" | "refused" | "not-set-up" | "too-late" | "rejected" | "unanswered";

/** What the Stream Deck app says about a dial. */
export type DialHintStrings = {
	readonly refresh: string;
	readonly nextPeriod: string;
	readonly newSession: string;
	readonly choose: string;
	readonly send: string;
	readonly savedChoice: string;
	readonly earlierEvents: string;
	readonly thankNext: string;
	readonly clearAll: string;
	readonly periodAndMetric: string;
	readonly rankAndPeriod: string;
	/** What a push does, and what pushing and holding does. */
	readonly pushOrHold: (push: string, hold: string) => string;
};

/** Everything a face says in one language. Lines fit a key at their smallest legible size. */
export type FaceStrings = {
	/** BCP 47, for numbers. */
	readonly locale: string;

	readonly metrics: Readonly<Record<CounterMetric, Label>>;
	readonly scopes: Readonly<Record<CounterScope, string>>;
	readonly eventTypes: Readonly<Record<StreamEventType, Label>>;
	readonly latestEvent: Label;
	readonly topSupporter: Readonly<Record<SupporterMeasure, Label>>;
	readonly ranges: Readonly<Record<ChartRange, Label>>;

	/** The name of the action that runs a command. */
	readonly streamControl: string;
	readonly commands: Readonly<Record<StreamCommand, string>>;

	readonly notSetUp: TwoLines;
	/** The second line of {@link notSetUp} where there is an account. */
	readonly chooseItem: string;
	readonly troubles: Readonly<Record<LinkTrouble, TwoLines>>;
	readonly connecting: string;
	readonly offline: string;
	readonly updating: string;
	readonly noneYet: TwoLines;
	readonly noChart: string;
	readonly missing: Readonly<Record<"scene" | "item" | "action", string>>;
	readonly failures: Readonly<Record<PressFailure, string>>;

	/** A name with its period, in the language's order: `Followers today`, `今日のフォロワー`. */
	readonly inPeriod: (name: string, period: string) => string;
	/** A rank below the first: `#2`. */
	readonly place: (rank: number) => string;
	/** A label and what belongs to it: `Test: Follow`. */
	readonly labelled: (label: string, text: string) => string;

	readonly minutesAgo: (count: number) => string;
	readonly hoursAgo: (count: number) => string;
	readonly daysAgo: (count: number) => string;
	readonly justNow: string;

	readonly away: (delta: string) => TextVariants;
	readonly toThank: (count: string) => string;
	/** The person whom the next press thanks. */
	readonly nextToThank: (name: string) => string;
	/** Above the person who is being thanked. */
	readonly thanking: string;
	/** A press when there are no people to thank. */
	readonly noneToThank: string;
	readonly viewers: (count: string, amount: number) => TextVariants;
	readonly renewals: (count: string) => string;
	readonly anonymous: string;
	readonly test: string;
	readonly sendTest: string;
	readonly holdToSend: string;
	/** While a hold that resets the session goes on. */
	readonly resetting: string;
	/** For the seconds in which a press takes the reset back. */
	readonly pressUndoes: string;
	/** For the seconds in which a key celebrates its goal. */
	readonly goalReached: string;
	/** While an event is being posted. */
	readonly sending: string;
	/** A command or an event left. */
	readonly sent: string;
	/** A refresh succeeded. */
	readonly updated: string;
	readonly connected: string;
	readonly scenesOffline: string;
	readonly numbersHidden: string;
	readonly numbersShown: string;
	/** When the last event was. */
	readonly lastEvent: (age: string) => TextVariants;
	readonly dialHints: DialHintStrings;
	/** What a screen reader says where keys show it by colours and signs. */
	readonly described: Readonly<Record<"live" | "stale" | "ready" | "hidden", string>>;
};
