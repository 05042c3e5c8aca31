import type { AccountView } from "../src/inspector/messages";
import { linkText } from "./account-texts";
import { element, setText } from "./dom";
import type { Translate } from "./strings";

/** The line that is always to be seen: who, and how the link is. */
export function createAccountHead(text: Translate) {
	const picture = element("img", { className: "avatar", alt: "", width: 24, height: 24, hidden: true });
	const initials = element("span", { className: "avatar", ariaHidden: "true", hidden: true });
	const name = element("span", { className: "name", textContent: text("account") });
	const status = element("span", { className: "link-state", role: "status" });
	const root = element("summary", {}, picture, initials, name, status);
	return {
		root,
		show: ({ username, avatar, link }: AccountView): void => {
			picture.hidden = avatar === undefined;
			if (avatar !== undefined && picture.src !== avatar) picture.src = avatar;
			initials.hidden = avatar !== undefined || username === undefined;
			setText(initials, initialOf(username ?? ""));
			setText(name, username ?? text("account"));
			setText(status, linkText(link, text));
			root.dataset["phase"] = link.phase;
		},
	};
}

function initialOf(name: string): string {
	const [first] = new Intl.Segmenter().segment(name);
	return first?.segment.toUpperCase() ?? "";
}
