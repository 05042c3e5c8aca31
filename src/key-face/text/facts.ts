import type { CounterDelta } from "../../ledger/figures/counter-delta";
import { isActive, type PressFeedback } from "../face-timing";
import { plainKnownValue } from "./format";
import { displayNameOf } from "./display-name";
import { en } from "../strings/en";
import type { StreamEvent } from "../../state/events/stream-event";

/*
 * Facts in a picture's `<desc>` beyond its title, one per line, for screen readers and scripts. They are English in
 * every language.
 */

export const goalReachedFact = "goal reached";

/** When a possibly outdated value was last up to date. */
export function asOfFact(sinceMs: number): string {
	return `as of ${new Date(sinceMs).toISOString().replace(/\.\d+Z$/, "Z")}`;
}

/** Events received after the connection was down. */
export function awayFact(delta: CounterDelta): string {
	const text = plainKnownValue(delta);
	return `${text.startsWith("-") ? text : `+${text}`} while away`;
}

/** The displayed person is being thanked. */
export const thankingFact = "thanking";

export function toThankFact(count: number): string {
	return `${count} to thank`;
}

export function nextToThankFact({ person }: Pick<StreamEvent, "person">): string {
	return `next to thank: ${displayNameOf(person, en)}`;
}

/** Why the last press failed, while the key displays it. */
export function failureFact({ notice }: PressFeedback, nowMs: number): string | undefined {
	return isActive(notice, nowMs) ? notice?.fact : undefined;
}

export function factsOf(...facts: readonly (string | false | undefined)[]): readonly string[] {
	return facts.filter((fact) => typeof fact === "string");
}
