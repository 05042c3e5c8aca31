import type { ReplyTo } from "../src/inspector/messages";
import { isSuccess, outcomeText } from "./account-texts";
import { button, element, setText, show } from "./dom";
import type { Translate } from "./strings";

export type Outcome = Omit<ReplyTo<"setAccount">, "event">;

export type OutcomeLine = {
	readonly root: HTMLElement;
	/** What is being done, or what became of it; undefined for nothing. */
	show(outcome: Outcome | "checking-address" | "checking-key" | undefined): void;
	/** The last removal can be taken back, or no longer. */
	showUndo(canUndo: boolean): void;
};

/** The one place that says what became of what was entered. */
export function createOutcomeLine(
	text: Translate,
	handlers: { readonly retry: () => void; readonly cancel: () => void; readonly undo: () => void },
): OutcomeLine {
	const message = element("p", { role: "status" });
	const retryButton = button(text("retry"), handlers.retry);
	const cancelButton = button(text("cancel"), handlers.cancel);
	const undoButton = button(text("undo"), handlers.undo);
	const root = element("div", { className: "row outcome" }, message, retryButton, cancelButton, undoButton);
	retryButton.hidden = cancelButton.hidden = undoButton.hidden = true;
	return {
		root,
		show: (outcome) => {
			const isDone = typeof outcome === "object";
			const isFault = isDone && !isSuccess(outcome.outcome);
			const checking = outcome === "checking-key" ? "checkingKey" : "checkingAddress";
			setText(message, isDone ? outcomeText(outcome, text) : outcome === undefined ? "" : text(checking));
			root.classList.toggle("fault", isFault);
			root.classList.toggle("good", isDone && !isFault);
			show(retryButton, isFault);
			show(cancelButton, isFault && outcome.isAccountKept === true);
		},
		showUndo: (canUndo) => {
			const wasShown = !undoButton.hidden;
			show(undoButton, canUndo);
			if (canUndo && message.textContent === "") setText(message, text("keyRemoved"));
			// The hand was on the button that removed it.
			if (canUndo && !wasShown && document.activeElement === document.body) undoButton.focus();
		},
	};
}
