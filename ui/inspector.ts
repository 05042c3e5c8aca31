import { closestLanguage } from "../src/state/language";
import { AccountState } from "./account/account";
import { mountAccount } from "./account/account-section";
import { ActionSettings } from "./action-settings";
import { whenHostConnects } from "./connect";
import { byId, setText } from "./dom";
import { Fields } from "./fields/fields";
import { Host } from "./host";
import { pageOf } from "./pages";
import { mountPreview } from "./preview";
import { translator } from "./strings";
import { revealTimeoutMs } from "./timing";

whenHostConnects((args) => {
	const host = new Host(args);
	const { body, documentElement } = document;
	const text = translator(host.language);
	documentElement.lang = closestLanguage(host.language).replace("_", "-");
	const reveal = (): void => {
		body.dataset["ready"] = "";
	};
	window.setTimeout(reveal, revealTimeoutMs);

	const account = new AccountState(host);
	const settings = new ActionSettings(host);
	const fields = new Fields(text);
	mountAccount(byId("account", HTMLElement), { host, account, text });
	const { onColor } = mountPreview(byId("preview", HTMLElement), { host, settings, text });
	const page = pageOf(host.instance.action);
	if (page) {
		document.title = text(page.title);
		for (const heading of document.querySelectorAll("h1")) setText(heading, text(page.title));
		const form = byId("settings", HTMLFormElement);
		page.build({ host, account, settings, text, fields, form, onColor });
	}
	// A page that ends sends no `change`: a field that is saved when it is left has to lose the focus first.
	window.addEventListener("pagehide", () => {
		if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
	});
	// Registered last, because fields that are saved when they are left are changed by the same events.
	settings.flushOnLeave(window);
	const status = byId("plugin-status", HTMLElement);
	host.plugin.onState((state) => {
		setText(status, state === "absent" ? text("pluginAbsent") : "");
		if (state === "absent") reveal();
	});
	account.onChange(reveal);
	// A browser scrolls only the first line of a multi-line field into view.
	document.addEventListener("keyup", ({ key }) => {
		if (key === "Tab") document.activeElement?.scrollIntoView({ block: "nearest" });
	});
});
