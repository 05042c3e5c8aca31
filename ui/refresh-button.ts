import { button } from "./dom";
import type { Translate } from "./strings";

/** A small button beside a list that has it read again. */
export function createRefreshButton(text: Translate, refresh: () => void): HTMLButtonElement {
	const created = button("", refresh);
	created.className = "icon refresh";
	created.ariaLabel = text("refresh");
	created.title = text("refresh");
	return created;
}

/** It turns while the list is being read. */
export function showLoading(refresh: HTMLButtonElement, isLoading: boolean): void {
	refresh.ariaBusy = String(isLoading);
	refresh.ariaDisabled = String(isLoading);
}
