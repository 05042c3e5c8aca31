import type { CounterDelta } from "../ledger/counter-delta";
import { isActive, type PressFeedback } from "./face-timing";
import { plainValue } from "./format";
import { displayNameOf } from "./display-name";
import { en } from "./strings/en";
import type { StreamEvent } from "../state/stream-event";

/*
 * What a picture's `<desc>` says beyond its title, one fact per line, for screen readers and scripts: in English in
 * every language.
 */

/** The goal that the key displays is reached. */
export const goalReachedFact = "goal reached";

/** When a value that may be out of date was last known to be right. */
export function asOfFact(sinceMs: number): string {
	return `as of ${new Date(sinceMs).toISOString().replace(/\.\d+Z$/, "Z")}`;
}

/** What came in while the connection was down. */
export function awayFact(delta: CounterDelta): string {
	const text = plainValue(delta);
	return `${text.startsWith("-") ? text : `+${text}`} while away`;
}

/** The displayed person is being thanked. */
export const thankingFact = "thanking";

/** How many people wait to be thanked. */
export function toThankFact(count: number): string {
	return `${count} to thank`;
}

/** Whom the next press thanks. */
export function nextToThankFact({ person }: Pick<StreamEvent, "person">): string {
	return `next to thank: ${displayNameOf(person, en)}`;
}

/** Why the last press failed, while the key says so. */
export function failureFact({ notice }: PressFeedback, nowMs: number): string | undefined {
	return isActive(notice, nowMs) ? notice?.fact : undefined;
}

/** The facts that apply. */
export function factsOf(...facts: readonly (string | false | undefined)[]): readonly string[] {
	return facts.filter((fact) => typeof fact === "string");
}
