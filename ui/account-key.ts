import type { AccountView } from "../src/inspector/messages";
import { element, setText } from "./dom";
import type { Translate } from "./strings";

export type KeyField = {
	readonly root: HTMLElement;
	readonly input: HTMLInputElement;
	show(account: AccountView): void;
};

/** Calls back once with what was entered: by Enter, by leaving the field, or by pasting. The field forgets it at once. */
export function onEntered(input: HTMLInputElement, send: (typed: string) => void): void {
	const submit = (): void => {
		const typed = input.value.trim();
		input.value = "";
		if (typed !== "") send(typed);
	};
	input.addEventListener("change", submit);
	input.addEventListener("paste", () => {
		window.setTimeout(submit);
	});
}

/** A field for something that nobody looking at the screen may read. */
export function createSecretInput(id: string): HTMLInputElement {
	return element("input", { id, type: "password", autocomplete: "off", spellcheck: false });
}

/** The API key: entered once, never shown again, replaced or removed. */
export function createKeyField(
	text: Translate,
	{ send, remove }: { readonly send: (key: string) => void; readonly remove: () => void },
): KeyField {
	const input = createSecretInput("apiKey");
	const button = (label: string, act: () => void) => {
		const made = element("button", { type: "button", textContent: label });
		made.addEventListener("click", act);
		return made;
	};
	let account: AccountView | undefined;
	let isReplacing = false;
	const replace = (wanted: boolean): void => {
		isReplacing = wanted;
		if (account) show(account);
		if (wanted) input.focus();
		else replaceButton.focus();
	};
	const replaceButton = button(text("replaceKey"), () => {
		replace(true);
	});
	const removeButton = button(text("removeKey"), remove);
	const cancelButton = button(text("cancel"), () => {
		replace(false);
	});
	const ending = element("span");
	const hint = element("p", { id: "apiKey-hint", className: "hint", textContent: text("apiKeyHint") });
	input.setAttribute("aria-describedby", hint.id);
	const kept = element("div", { className: "row kept" }, ending, replaceButton, removeButton);
	const entry = element("div", { className: "row" }, input, cancelButton);
	const label = element("label", { htmlFor: input.id, textContent: text("apiKey") });
	const root = element("div", { className: "field" }, label, element("div", {}, kept, entry, hint));
	onEntered(input, (key) => {
		isReplacing = false;
		send(key);
	});

	const show = (shown: AccountView): void => {
		account = shown;
		const { hasKey, keyEnding, link } = shown;
		// Who has just been refused wants to enter another one.
		const isEntering = !hasKey || isReplacing || link.trouble === "refused";
		kept.hidden = !hasKey;
		replaceButton.hidden = isEntering;
		entry.hidden = !isEntering;
		cancelButton.hidden = !isReplacing;
		hint.hidden = hasKey;
		setText(
			ending,
			keyEnding === undefined ? text("keyIsSet") : text("keyEndingIsSet", { ending: keyEnding }),
		);
	};
	return { root, input, show };
}
