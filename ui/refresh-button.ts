import { button } from "./dom";
import type { Translate } from "./strings";

/** A small button beside a list that has it read again. */
export function createRefreshButton(text: Translate, refresh: () => void): HTMLButtonElement {
	const made = button("", refresh);
	made.className = "icon refresh";
	made.ariaLabel = text("refresh");
	made.title = text("refresh");
	return made;
}

/** It turns while the list is being read. */
export function showLoading(refresh: HTMLButtonElement, isLoading: boolean): void {
	refresh.ariaBusy = String(isLoading);
	refresh.ariaDisabled = String(isLoading);
}
