import { ActionSettings } from "./action-settings";
import { mountAccount } from "./account-section";
import { byId, translatePage } from "./dom";
import { whenHostConnects } from "./host";
import type { Page } from "./page";
import { chartPage } from "./pages/chart";
import { connectionPage } from "./pages/connection";
import { counterPage } from "./pages/counter";
import { latestEventPage } from "./pages/latest-event";
import { remoteActionPage } from "./pages/remote-action";
import { sendEventPage } from "./pages/send-event";
import { knownLanguage, translator } from "./strings";

/** By the page's own `data-page`. */
const pages: Readonly<Record<string, Page>> = {
	"remote-action": remoteActionPage,
	counter: counterPage,
	"latest-event": latestEventPage,
	"send-event": sendEventPage,
	chart: chartPage,
	connection: connectionPage,
};

whenHostConnects((host) => {
	const { body, documentElement } = document;
	const text = translator(host.language);
	const settings = new ActionSettings(host);
	documentElement.lang = knownLanguage(host.language).replace("_", "-");
	translatePage(document, text);
	settings.flushWhenLeft(window);
	mountAccount(byId("account", HTMLElement), host, text);
	const form = byId("settings", HTMLFormElement);
	const preview = byId("preview", HTMLElement);
	pages[body.dataset["page"] ?? ""]?.({ host, settings, text, form, preview });
	body.dataset["ready"] = "";
});
