import { element } from "../dom";
import type { Page } from "../page";

/** The account is all there is to set up. */
export const connectionPage: Page = {
	title: "connectionPage",
	build: ({ text, form }) => {
		form.append(element("p", { className: "hint", textContent: text("connectionHint") }));
	},
};
