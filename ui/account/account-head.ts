import type { AccountView } from "../../src/inspector/message-parts";
import { linkText } from "./account-texts";
import type { Trouble } from "../problem-texts";
import { element, setText } from "../dom";
import type { Translate } from "../strings";

/** Creates the summary line of the account section, which is always visible: user name and connection status. */
export function createAccountHead(text: Translate) {
	const picture = element("img", { className: "avatar", alt: "", width: 24, height: 24, hidden: true });
	const initials = element("span", { className: "avatar", ariaHidden: "true", hidden: true });
	const name = element("span", { className: "name", textContent: text("account") });
	const status = element("span", { className: "link-state", role: "status" });
	const root = element("summary", {}, picture, initials, name, status);
	return {
		root,
		/** @param trouble Problem of the account that was entered last. Displayed until the connection is up. */
		show: ({ username, avatar, link }: AccountView, trouble?: Trouble): void => {
			picture.hidden = avatar === undefined;
			if (avatar !== undefined && picture.src !== avatar) picture.src = avatar;
			initials.hidden = avatar !== undefined || username === undefined;
			setText(initials, initialOf(username ?? ""));
			setText(name, username ?? text("account"));
			const shown = trouble && link.phase !== "live" ? { phase: "failed" as const, trouble } : link;
			setText(status, linkText(shown, text));
			root.dataset["phase"] = shown.phase;
		},
	};
}

function initialOf(name: string): string {
	const [first] = new Intl.Segmenter().segment(name);
	return first?.segment.toUpperCase() ?? "";
}
