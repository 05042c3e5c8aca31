import type { AccountView } from "../../src/inspector/message-parts";
import { hasSceneLinkProblem, linkText, troubleReason } from "./account-texts";
import { button, element, setText } from "../dom";
import type { Translate } from "../strings";

/** Creates the line with the reason for a lost connection, the time of the next retry, and a Reconnect button. */
export function createLinkLine(text: Translate, reconnect: () => void) {
	const reason = element("span");
	const sceneStatus = element("span", { role: "status" });
	const countdown = element("span");
	const root = element(
		"div",
		{ className: "row link" },
		element("p", { className: "hint" }, reason, " ", sceneStatus, " ", countdown),
		button(text("reconnect"), reconnect),
	);
	let retryAtMs: number | undefined;

	/** Updates the countdown. It is not a live region, because screen readers would announce every second. */
	const tick = (): void => {
		const seconds = retryAtMs === undefined ? 0 : Math.ceil((retryAtMs - Date.now()) / 1000);
		setText(countdown, seconds > 0 ? text("nextTry", { seconds }) : "");
	};
	window.setInterval(tick, 1_000);

	return {
		root,
		/** @param isExplained Whether the reason for the problem is displayed elsewhere. */
		show: ({ link, sceneLink }: AccountView, isExplained: boolean): void => {
			root.hidden = link.phase === "not-set-up";
			setText(reason, link.trouble && !isExplained ? troubleReason(link.trouble, text) : "");
			const hasSceneProblem = hasSceneLinkProblem(link, sceneLink);
			setText(sceneStatus, hasSceneProblem ? text("scenesDown", { status: linkText(sceneLink, text) }) : "");
			({ retryAtMs } = link.retryAtMs === undefined ? sceneLink : link);
			tick();
		},
	};
}
