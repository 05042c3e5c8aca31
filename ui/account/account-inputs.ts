import type { AccountChange } from "../../src/inspector/messages";
import { element } from "../dom";

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

/** Creates a row with a label and, below the input, a hint. */
export function labelledField(label: string, input: HTMLInputElement, hint?: string): HTMLElement {
	const content = element("div", {}, input);
	if (hint !== undefined) {
		const id = `${input.id}-hint`;
		content.append(element("p", { id, className: "hint", textContent: hint }));
		input.setAttribute("aria-describedby", id);
	}
	const labelElement = element("label", { htmlFor: input.id, textContent: label });
	return element("div", { className: "field" }, labelElement, content);
}

/** Creates a label that contains the checkbox. */
export function checkLabel(input: HTMLInputElement, label: string): HTMLLabelElement {
	return element("label", { className: "check" }, input, element("span", { textContent: label }));
}
