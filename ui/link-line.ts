import type { AccountView } from "../src/inspector/messages";
import { isSceneLinkWorse, linkText } from "./account-words";
import { element, setText } from "./dom";
import type { Translate } from "./strings";

export type LinkLine = { readonly root: HTMLElement; show(account: AccountView): void };

/** How the link is and what it waits for. The seconds that run down are not announced, only what they lead to. */
export function createLinkLine(text: Translate, reconnect: () => void): LinkLine {
	const status = element("span", { role: "status" });
	const countdown = element("span", { className: "hint" });
	const button = element("button", { type: "button", textContent: text("reconnect") });
	button.addEventListener("click", reconnect);
	const root = element("div", { className: "row link" }, element("p", {}, status, " ", countdown), button);
	let retryAtMs: number | undefined;

	const tick = (): void => {
		const seconds = retryAtMs === undefined ? 0 : Math.ceil((retryAtMs - Date.now()) / 1000);
		setText(countdown, seconds > 0 ? text("nextTry", { seconds: String(seconds) }) : "");
	};
	window.setInterval(tick, 1_000);

	return {
		root,
		show: ({ link, sceneLink }) => {
			root.hidden = link.phase === "not-set-up";
			const scenes = isSceneLinkWorse(link, sceneLink)
				? ` · ${text("scenesDown", { status: linkText(sceneLink, text) })}`
				: "";
			setText(status, linkText(link, text) + scenes);
			root.dataset["phase"] = link.phase;
			({ retryAtMs } = link.retryAtMs === undefined ? sceneLink : link);
			tick();
		},
	};
}
