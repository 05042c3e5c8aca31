import type { ReplyTo } from "../../src/inspector/messages";
import { isSuccess, outcomeText } from "./account-texts";
import { button, element, setText, show } from "../dom";
import type { Translate } from "../strings";

export type Outcome = Omit<ReplyTo<"setAccount">, "event">;

/**
 * Creates the line with the outcome of the last change, or with the question whether to use the key at a new address.
 */
export function createOutcomeLine(
	text: Translate,
	handlers: {
		readonly retry: () => void;
		readonly cancel: () => void;
		readonly undo: () => void;
		/** Called with the answer to that question. */
		readonly useKey: () => void;
		readonly keepAddress: () => void;
	},
) {
	const message = element("p", { id: "account-outcome", role: "status" });
	const retryButton = button(text("retry"), handlers.retry);
	const cancelButton = button(text("cancel"), handlers.cancel);
	const undoButton = button(text("undo"), handlers.undo);
	const useKeyButton = button(text("useKey"), handlers.useKey);
	const keepAddressButton = button(text("keepAddress"), handlers.keepAddress);
	const buttons = [retryButton, cancelButton, useKeyButton, keepAddressButton, undoButton];
	for (const each of [useKeyButton, keepAddressButton]) each.setAttribute("aria-describedby", message.id);
	for (const each of buttons) each.hidden = true;
	const root = element("div", { className: "row outcome" }, message, ...buttons);
	return {
		root,
		/**
		 * Displays a running check or its outcome; undefined hides the line.
		 * @param hasCancel Whether the field has a Cancel button of its own.
		 */
		show: (outcome: Outcome | "checking-address" | "checking-key" | undefined, hasCancel: boolean): void => {
			const isDone = typeof outcome === "object";
			const isQuestion = isDone && outcome.outcome === "different-address";
			const isFault = isDone && !isQuestion && !isSuccess(outcome.outcome);
			const checking = outcome === "checking-key" ? "checkingKey" : "checkingAddress";
			setText(message, isDone ? outcomeText(outcome, text) : outcome === undefined ? "" : text(checking));
			root.classList.toggle("fault", isFault);
			root.classList.toggle("good", isDone && !isFault && !isQuestion);
			show(useKeyButton, isQuestion);
			show(keepAddressButton, isQuestion);
			show(retryButton, isFault);
			show(cancelButton, isFault && !hasCancel && outcome.isAccountKept === true);
		},
		/** Moves the focus to the answer that changes nothing. */
		focusQuestion: (): void => {
			keepAddressButton.focus();
		},
		/** Shows or hides the button that undoes the last removal. */
		showUndo: (canUndo: boolean): void => {
			const wasShown = !undoButton.hidden;
			show(undoButton, canUndo);
			if (canUndo && message.textContent === "") setText(message, text("keyRemoved"));
			// The button that had the focus was removed.
			if (canUndo && !wasShown && document.activeElement === document.body) undoButton.focus();
		},
	};
}
