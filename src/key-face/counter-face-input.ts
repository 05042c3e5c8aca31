import type { CounterDelta } from "../ledger/counter-delta";
import type { CounterValue } from "../state/counter-query";
import type { PressFeedback } from "./face-timing";
import type { Freshness } from "./freshness";

/** All a counter's face depends on besides its settings. Times are epoch milliseconds. */
export type CounterFaceInput = Freshness &
	PressFeedback & {
		readonly value: CounterValue;
		/** Numbers are masked. */
		readonly isHidden: boolean;
		/** What just came in; a burst adds up in one. */
		readonly flash?: { readonly delta: CounterDelta; readonly atMs: number } | undefined;
		/** The goal that a live event has just crossed. */
		readonly celebration?: { readonly goal: number; readonly atMs: number } | undefined;
		/** What came in during a drop, until somebody presses. */
		readonly away?: CounterDelta | undefined;
		/** A reset that a press takes back until then. */
		readonly undo?: { readonly untilMs: number } | undefined;
		/** Comes first where several currencies are shown; a goal is measured in it. */
		readonly accountCurrency?: string | undefined;
	};
