import type { PageState } from "../snapshot";

import { showDesk } from "./desk";
import { all, byId, element, fillSelect, setAttribute, setText, withAttributes } from "./dom";
import { showInspector } from "./inspector";
import { connect, on, sendToDeck } from "./link";
import "./log";
import { showPalette } from "./palette";
import { showService } from "./service";
import { showStage } from "./stage";

let state: PageState | undefined;

function showApp({ plugin, isAsleep, pages, devices }: PageState): void {
	const status = plugin.pid === undefined ? `${plugin.name} is not running` : `${plugin.name} is running`;
	showStatus(
		isAsleep ? "The computer is asleep" : status,
		plugin.pid === undefined || isAsleep ? "bad" : "well",
	);
	setAttribute(byId("sleep"), "aria-pressed", String(isAsleep));
	setText(byId("sleep"), isAsleep ? "Wake" : "Sleep");
	if (byId("pages").children.length === 0) byId("pages").append(...pages.map(buildPageButton));
	for (const button of all("#pages button", HTMLButtonElement))
		setAttribute(button, "aria-pressed", String(devices[0]?.profile === button.dataset["page"]));
}

const languageNames = {
	en: "English",
	de: "Deutsch",
	es: "Español",
	fr: "Français",
	ja: "日本語",
	ko: "한국어",
	zh_CN: "简体中文",
	zh_TW: "繁體中文",
} as const satisfies Record<PageState["language"], string>;
const languages = Object.keys(languageNames) as (keyof typeof languageNames)[];
const language = byId("language", HTMLSelectElement);

function showLanguage(current: PageState["language"]): void {
	fillSelect(language, Object.entries(languageNames), current);
}

language.addEventListener("change", () => {
	const chosen = languages.find((name) => name === language.value);
	if (chosen) sendToDeck({ do: "language", language: chosen });
});

function buildPageButton(name: string, index: number): HTMLElement {
	const button = element("button", { type: "button", textContent: `Page ${index + 1}` });
	button.addEventListener("click", () => {
		sendToDeck({ do: "page", name });
	});
	return withAttributes(button, { "data-page": name });
}

function showStatus(text: string, how: "well" | "bad"): void {
	setText(byId("plugin-status"), text);
	byId("plugin-status").classList.toggle("bad", how === "bad");
}

on("state", (next) => {
	state = next;
	showDesk(next);
	showPalette(next.actions, () => {
		if (state) showDesk(state);
	});
	showInspector(next);
	showService(next);
	showStage(next);
	showApp(next);
	showLanguage(next.language);
});
on("lost", () => {
	showStatus("The playground has stopped", "bad");
});

byId("sleep").addEventListener("click", () => {
	sendToDeck({ do: state?.isAsleep ? "wake" : "sleep" });
});
byId("restart-plugin").addEventListener("click", () => {
	sendToDeck({ do: "restartPlugin" });
});
byId("crash-plugin").addEventListener("click", () => {
	sendToDeck({ do: "crashPlugin" });
});
const sizes = all("[data-size]", HTMLButtonElement);
for (const button of sizes)
	button.addEventListener("click", () => {
		document.body.classList.toggle("large", button.dataset["size"] === "large");
		for (const other of sizes) setAttribute(other, "aria-pressed", String(other === button));
	});

connect();
