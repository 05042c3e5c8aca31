import { element } from "../dom";

export type EntryOptions = {
	readonly id: string;
	readonly kind: "address" | "secret";
	/**
	 * Called when text was entered: by Enter, by leaving the field, or by pasting a secret.
	 * @param isAgain Whether Enter was pressed. The text may be unchanged then.
	 */
	readonly onEntered: (isAgain: boolean) => void;
};

/** Creates a field whose text is used only when it is complete: the key must not be sent to a partial address. */
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
