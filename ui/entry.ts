import { element } from "./dom";

export type EntryOptions = {
	readonly id: string;
	readonly kind: "address" | "secret";
	/**
	 * Something was entered: by Enter, by leaving the field, or by pasting.
	 * @param isAgain Whether Enter was pressed, which enters the same text again.
	 */
	readonly onEntered: (isAgain: boolean) => void;
};

/**
 * A field for a part of the account. It is entered as a whole: half an address must never be given the key.
 */
export function createEntry({ id, kind, onEntered }: EntryOptions): HTMLInputElement {
	const isSecret = kind === "secret";
	const input = element("input", { id, type: isSecret ? "password" : "text", spellcheck: false });
	input.autocomplete = "off";
	if (!isSecret) {
		input.placeholder = "https://…";
		input.inputMode = "url";
	}
	let entered = "";
	const enter = (isAgain = false): void => {
		entered = input.value;
		onEntered(isAgain);
	};
	input.addEventListener("keydown", ({ key }) => {
		if (key === "Enter") enter(true);
	});
	input.addEventListener("change", () => {
		if (input.value !== entered) enter();
	});
	input.addEventListener("paste", () => {
		if (isSecret) window.setTimeout(() => enter());
	});
	return input;
}
