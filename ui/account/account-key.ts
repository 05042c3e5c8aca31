import type { AccountView } from "../../src/inspector/message-parts";
import { button, element, setText, show } from "../dom";
import type { Translate } from "../strings";

export type KeyFieldOptions = {
	readonly text: Translate;
	/** Field for a new key. */
	readonly input: HTMLInputElement;
	readonly remove: () => void;
	/** Called when the replacement of the stored key was cancelled. */
	readonly onCancel: () => void;
};

/**
 * Creates the field for the API key. A stored key is never displayed. Its removal has to be confirmed.
 *
 * | Mode        | Displays                                   | Leaves on                             |
 * | ----------- | ------------------------------------------ | ------------------------------------- |
 * | `kept`      | the stored key, or an input if there is    | Replace, Remove                       |
 * |             | none or it was refused                     |                                       |
 * | `replacing` | an input                                   | Cancel, `clear()` after it was stored |
 * | `removing`  | a question                                 | Cancel, Remove                        |
 */
export function createKeyField({ text, input, remove, onCancel }: KeyFieldOptions) {
	let account: AccountView | undefined;
	let mode: "kept" | "replacing" | "removing" = "kept";
	const setMode = (next: typeof mode, focusTarget?: HTMLElement): void => {
		mode = next;
		update();
		focusTarget?.focus();
	};
	const ending = element("span");
	const replaceButton = button(text("replaceKey"), () => {
		setMode("replacing", input);
	});
	const removeButton = button(text("removeKey"), () => {
		setMode("removing", cancelRemovalButton);
	});
	const cancelButton = button(text("cancel"), () => {
		input.value = "";
		setMode("kept", replaceButton);
		onCancel();
	});
	const cancelRemovalButton = button(text("cancel"), () => {
		setMode("kept", removeButton);
	});
	const confirmButton = button(text("removeKey"), () => {
		setMode("kept");
		remove();
	});
	const storedRow = element("div", { className: "row kept" }, ending, replaceButton, removeButton);
	const entryRow = element("div", { className: "row" }, input, cancelButton);
	const question = element("p", { id: "remove-question", textContent: text("removeQuestion") });
	confirmButton.setAttribute("aria-describedby", question.id);
	const confirmation = element("div", { className: "row" }, question, confirmButton, cancelRemovalButton);
	const label = element("label", { htmlFor: input.id, textContent: text("apiKey") });
	const root = element(
		"div",
		{ className: "field" },
		label,
		element("div", {}, storedRow, confirmation, entryRow),
	);

	const update = (): void => {
		if (!account) return;
		const { hasKey, keyEnding, link } = account;
		// A refused key has to be replaced.
		const isEntering = mode !== "removing" && (!hasKey || mode === "replacing" || link.trouble === "refused");
		show(replaceButton, !isEntering, input);
		show(storedRow, hasKey && mode !== "removing", input);
		show(confirmation, hasKey && mode === "removing");
		show(entryRow, isEntering, replaceButton);
		show(cancelButton, hasKey && mode === "replacing", input);
		const isShort = keyEnding === undefined;
		setText(ending, isShort ? text("keyIsSet") : text("keyEndingIsSet", { ending: keyEnding }));
	};
	return {
		root,
		/** Whether the stored key is being replaced, with a Cancel button. */
		get isReplacing() {
			return mode === "replacing";
		},
		show: (next: AccountView): void => {
			account = next;
			update();
		},
		clear: (): void => {
			input.value = "";
			setMode("kept");
		},
	};
}
