import { button } from "../dom";
import type { Translate } from "../strings";

/** Creates a small button that reloads a list. */
export function createRefreshButton(text: Translate, refresh: () => void): HTMLButtonElement {
	const created = button("", refresh);
	created.className = "icon refresh";
	created.ariaLabel = text("refresh");
	created.title = text("refresh");
	return created;
}

/** Rotates and disables the button while the list is loading. */
export function showLoading(refresh: HTMLButtonElement, isLoading: boolean): void {
	refresh.ariaBusy = String(isLoading);
	refresh.ariaDisabled = String(isLoading);
}
