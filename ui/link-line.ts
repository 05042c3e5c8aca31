import type { AccountView } from "../src/inspector/messages";
import { hasSceneLinkProblem, linkText } from "./account-texts";
import { button, element, setText } from "./dom";
import type { Translate } from "./strings";

export type LinkLine = { readonly root: HTMLElement; show(account: AccountView): void };

/** What the connection waits for, and a button that waits no longer. How it is, the account's line says. */
export function createLinkLine(text: Translate, reconnect: () => void): LinkLine {
	const sceneStatus = element("span", { role: "status" });
	const countdown = element("span");
	const root = element(
		"div",
		{ className: "row link" },
		element("p", { className: "hint" }, sceneStatus, " ", countdown),
		button(text("reconnect"), reconnect),
	);
	let retryAtMs: number | undefined;

	/** The seconds that run down are not announced, only what they lead to. */
	const tick = (): void => {
		const seconds = retryAtMs === undefined ? 0 : Math.ceil((retryAtMs - Date.now()) / 1000);
		setText(countdown, seconds > 0 ? text("nextTry", { seconds }) : "");
	};
	window.setInterval(tick, 1_000);

	return {
		root,
		show: ({ link, sceneLink }) => {
			root.hidden = link.phase === "not-set-up";
			const hasSceneProblem = hasSceneLinkProblem(link, sceneLink);
			setText(sceneStatus, hasSceneProblem ? text("scenesDown", { status: linkText(sceneLink, text) }) : "");
			({ retryAtMs } = link.retryAtMs === undefined ? sceneLink : link);
			tick();
		},
	};
}
