import { showDesk } from "./desk.js";
import { byId, element, setAttribute, update } from "./dom.js";
import { inspect, showInspector } from "./inspector.js";
import { connect, on, toDeck } from "./link.js";
import { pickedAction, showPalette } from "./palette.js";
import { showService } from "./service.js";
import { showStage } from "./stage.js";

const longestLog = 80;
let state;

function showAll() {
	if (!state) return;
	showDesk(state, { picked: pickedAction(), onInspect: inspect });
	showPalette(state.actions, () => showDesk(state, { picked: pickedAction(), onInspect: inspect }));
	showInspector(state);
	showService(state.service);
	showStage(state.service);
	showApp(state);
}

function showApp({ plugin, isAsleep, pages, devices }) {
	const status = plugin.pid === undefined ? `${plugin.name} is not running` : `${plugin.name} runs`;
	update(byId("plugin-status"), { textContent: isAsleep ? "The computer sleeps" : status });
	byId("plugin-status").classList.toggle("bad", plugin.pid === undefined || isAsleep);
	setAttribute(byId("sleep"), "aria-pressed", String(isAsleep));
	update(byId("sleep"), { textContent: isAsleep ? "Wake" : "Sleep" });
	if (byId("pages").children.length === 0)
		byId("pages").append(
			...pages.map((name, index) =>
				element("button", {
					...{ type: "button", textContent: `Page ${index + 1}` },
					attributes: { "data-page": name },
					onclick: () => toDeck({ do: "page", name }),
				}),
			),
		);
	for (const button of byId("pages").children)
		setAttribute(button, "aria-pressed", String(devices[0]?.profile === button.dataset.page));
}

function log(text, tone = "") {
	const time = new Date().toTimeString().slice(0, 8);
	byId("log").prepend(element("li", { className: tone }, element("time", { textContent: time }), text));
	while (byId("log").children.length > longestLog) byId("log").lastChild.remove();
}

on("state", (next) => {
	state = next;
	showAll();
});
on("line", ({ text }) => log(text));
on("event", ({ text, type }) => log(text, type));
on("command", ({ text }) => log(text, "command"));
on("problem", ({ text }) => log(text, "problem"));
on("mark", ({ mark, text }) => {
	log(text, mark === "alert" ? "problem" : "command");
	update(byId("announcer"), { textContent: text });
});
on("lost", () => {
	update(byId("plugin-status"), { textContent: "The playground has stopped" });
	byId("plugin-status").classList.add("bad");
});

byId("sleep").addEventListener("click", () => toDeck({ do: state?.isAsleep ? "wake" : "sleep" }));
byId("restart-plugin").addEventListener("click", () => toDeck({ do: "restartPlugin" }));
byId("crash-plugin").addEventListener("click", () => toDeck({ do: "crashPlugin" }));
for (const button of document.querySelectorAll("[data-size]"))
	button.addEventListener("click", () => {
		document.body.classList.toggle("large", button.dataset.size === "large");
		for (const other of document.querySelectorAll("[data-size]"))
			setAttribute(other, "aria-pressed", String(other === button));
	});

connect();
