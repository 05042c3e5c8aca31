import type { CounterDelta } from "../ledger/figures/counter-delta";
import type { Calendar } from "../state/time/periods";
import type { CounterValue } from "../state/counters/counter-query";
import type { PressFeedback } from "./face-timing";
import type { Freshness } from "./freshness";

/** Inputs of a counter's face besides its settings. Times are epoch milliseconds. */
export type CounterFaceInput = Freshness &
	PressFeedback & {
		readonly value: CounterValue;
		/** When days and weeks begin; Monday and midnight by default. */
		readonly calendar?: Calendar | undefined;
		/** Whether numbers are masked. */
		readonly isHidden: boolean;
		/** The last increase. A burst of events is added up. */
		readonly flash?: { readonly delta: CounterDelta; readonly atMs: number } | undefined;
		/** The goal that a pushed event has just reached. */
		readonly celebration?: { readonly goal: number; readonly atMs: number } | undefined;
		/** Increase while the connection was down, until the next press. */
		readonly away?: CounterDelta | undefined;
		/** Until when a press undoes the reset. */
		readonly undo?: { readonly untilMs: number } | undefined;
		/** The account's currency. It is displayed first, and goals are measured in it. */
		readonly accountCurrency?: string | undefined;
	};
