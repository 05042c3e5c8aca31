import type { AccountChange } from "../../src/inspector/messages";

/** Fields of the account that a user enters. */
export type Entered = Omit<AccountChange, "event">;

/** Returns whether the input is empty or contains exactly one of these texts. Spaces around it are ignored. */
export function holdsOneOf({ value }: HTMLInputElement, ...texts: readonly (string | undefined)[]): boolean {
	return ["", ...texts].includes(value.trim());
}

/** Returns the entered text as a field of the account change; no field if nothing was entered. */
export function enteredText(name: "apiKey" | "accessToken", { value }: HTMLInputElement): Entered {
	const typed = value.trim();
	return typed === "" ? {} : { [name]: typed };
}
