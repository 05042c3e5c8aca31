import type { ReplyTo } from "../src/inspector/messages";
import { isGood, outcomeText } from "./account-words";
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
	act: { readonly tryAgain: () => void; readonly giveUp: () => void; readonly undo: () => void },
): OutcomeLine {
	const words = element("p", { role: "status" });
	const tryAgain = button(text("retry"), act.tryAgain);
	const giveUp = button(text("cancel"), act.giveUp);
	const undo = button(text("undo"), act.undo);
	const root = element("div", { className: "row outcome" }, words, tryAgain, giveUp, undo);
	tryAgain.hidden = giveUp.hidden = undo.hidden = true;
	return {
		root,
		show: (outcome) => {
			const isDone = typeof outcome === "object";
			const isFault = isDone && !isGood(outcome.outcome);
			const checking = outcome === "checking-key" ? "checkingKey" : "checkingAddress";
			setText(words, isDone ? outcomeText(outcome, text) : outcome === undefined ? "" : text(checking));
			root.classList.toggle("fault", isFault);
			root.classList.toggle("good", isDone && !isFault);
			show(tryAgain, isFault);
			show(giveUp, isFault && outcome.isAccountKept === true);
		},
		showUndo: (canUndo) => {
			const wasShown = !undo.hidden;
			show(undo, canUndo);
			if (canUndo && words.textContent === "") setText(words, text("keyRemoved"));
			// The hand was on the button that removed it.
			if (canUndo && !wasShown && document.activeElement === document.body) undo.focus();
		},
	};
}
