import type { AccountView } from "../src/inspector/messages";
import { button, element, setText, show } from "./dom";
import type { Translate } from "./strings";

export type KeyFieldOptions = {
	readonly text: Translate;
	/** Where a new key is typed. */
	readonly input: HTMLInputElement;
	readonly remove: () => void;
};

export type KeyField = { readonly root: HTMLElement; show(account: AccountView): void; entered(): void };

/** The API key: entered once, never shown again, replaced, or removed after one question. */
export function createKeyField({ text, input, remove }: KeyFieldOptions): KeyField {
	let account: AccountView | undefined;
	let mode: "kept" | "replacing" | "removing" = "kept";
	const become = (next: typeof mode, focused?: HTMLElement): void => {
		mode = next;
		update();
		focused?.focus();
	};
	const ending = element("span");
	const replaceButton = button(text("replaceKey"), () => {
		become("replacing", input);
	});
	const removeButton = button(text("removeKey"), () => {
		become("removing", keepButton);
	});
	const cancelButton = button(text("cancel"), () => {
		input.value = "";
		become("kept", replaceButton);
	});
	const keepButton = button(text("cancel"), () => {
		become("kept", removeButton);
	});
	const sureButton = button(text("removeKey"), () => {
		become("kept");
		remove();
	});
	const kept = element("div", { className: "row kept" }, ending, replaceButton, removeButton);
	const entry = element("div", { className: "row" }, input, cancelButton);
	const question = element("p", { id: "remove-question", textContent: text("removeQuestion") });
	sureButton.setAttribute("aria-describedby", question.id);
	const asking = element("div", { className: "row" }, question, sureButton, keepButton);
	const label = element("label", { htmlFor: input.id, textContent: text("apiKey") });
	const root = element("div", { className: "field" }, label, element("div", {}, kept, asking, entry));

	const update = (): void => {
		if (!account) return;
		const { hasKey, keyEnding, link } = account;
		// Who has just been refused wants to enter another one.
		const isEntering = mode !== "removing" && (!hasKey || mode === "replacing" || link.trouble === "refused");
		show(replaceButton, !isEntering, input);
		show(kept, hasKey && mode !== "removing", input);
		show(asking, hasKey && mode === "removing");
		show(entry, isEntering, replaceButton);
		show(cancelButton, hasKey && mode === "replacing", input);
		const isShort = keyEnding === undefined;
		setText(ending, isShort ? text("keyIsSet") : text("keyEndingIsSet", { ending: keyEnding }));
	};
	return {
		root,
		show: (shown) => {
			account = shown;
			update();
		},
		entered: () => {
			input.value = "";
			become("kept");
		},
	};
}
