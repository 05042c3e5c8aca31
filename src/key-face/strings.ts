import type { CounterMetric, CounterScope } from "../state/counters/counter-query";
import type { ChartRange } from "../state/counters/chart";
import type { LinkTrouble } from "../state/link-status";
import type { SupporterMeasure } from "../state/events/supporter-measure";
import type { StreamCommand } from "../state/stream-command";
import type { StreamEventType } from "../state/events/stream-event";
import type { TextVariants } from "./text/format";

/** A text and its short form for the top of a key. Both are equal if the text is short enough. */
export type Label = { readonly full: string; readonly short: string };

/** Returns the forms of a label, longest first. */
export function variantsOf({ full, short }: Label): TextVariants {
	return full === short ? [full] : [full, short];
}

/** Two short lines below a pictogram: the problem, and the next step or fix. */
export type TwoLines = readonly [string, string];

/** Why a press did nothing. */
export type PressFailure =
	/** The action of the last press is still running. */
	| "busy"
	| "offline"
	| "missing"
	| "refused"
	| "not-set-up"
	| "too-late"
	| "rejected"
	| "unanswered"
	/** The service has not answered yet, and the request is still running. */
	| "no-answer";

/** Descriptions of a dial's functions in the Stream Deck app. */
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
	/** Combines the function of a push and that of a hold. */
	readonly pushOrHold: (push: string, hold: string) => string;
};

/** The texts of all faces in one language. Each line fits a key at the smallest legible size. */
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
	/** Second line of {@link notSetUp} if there is an account. */
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
	/** A label with its content: `Test: Follow`. */
	readonly labelled: (label: string, text: string) => string;

	readonly minutesAgo: (count: number) => string;
	readonly hoursAgo: (count: number) => string;
	readonly daysAgo: (count: number) => string;
	readonly justNow: string;

	readonly away: (delta: string) => TextVariants;
	readonly toThank: (count: string) => string;
	/** The person whom the next press thanks. */
	readonly nextToThank: (name: string) => string;
	/** Header above the person who is being thanked. */
	readonly thanking: string;
	/** Result of a press when there are no people to thank. */
	readonly noneToThank: string;
	readonly viewers: (count: string, amount: number) => TextVariants;
	readonly renewals: (count: string) => string;
	readonly anonymous: string;
	readonly test: string;
	readonly sendTest: string;
	readonly holdToSend: string;
	/** Displayed during a hold that resets the session. */
	readonly resetting: string;
	/** Displayed while a press undoes the reset. */
	readonly pressUndoes: string;
	/** Displayed while a key celebrates its goal. */
	readonly goalReached: string;
	/** Displayed while an event is being posted. */
	readonly sending: string;
	/** A command or an event was sent. */
	readonly sent: string;
	/** A refresh succeeded. */
	readonly updated: string;
	readonly connected: string;
	readonly scenesOffline: string;
	readonly numbersHidden: string;
	readonly numbersShown: string;
	/** Age of the last event. */
	readonly lastEvent: (age: string) => TextVariants;
	readonly dialHints: DialHintStrings;
	/** Texts for screen readers, for states that keys display by colours and signs. */
	readonly described: Readonly<Record<"live" | "stale" | "ready" | "hidden", string>>;
};
