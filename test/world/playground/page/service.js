import { byId, element, setAttribute } from "./dom.js";
import { toService } from "./link.js";

const restartDownMs = 3000;
const viewer = byId("viewer");
const fault = (button) =>
	toService({ do: "fault", fault: button.dataset.fault, state: isOn(button) ? "off" : "on" });
const isOn = (button) => button.getAttribute("aria-pressed") === "true";

/** Shows what is true at the service, and which faults are on. */
export function showService({ totals, connections, faults, user, url }) {
	for (const button of document.querySelectorAll("[data-fault]"))
		setAttribute(button, "aria-pressed", String(faults.includes(button.dataset.fault)));
	const sockets = connections.event.joined + connections.scene.joined;
	const facts = [
		["Followers", totals.followers.toLocaleString("en")],
		["Subscribers", totals.subscribers.toLocaleString("en")],
		["Donations", totals.donations],
		["Sockets joined", sockets],
		["Account", user],
		["Service", new URL(url).host],
	];
	byId("facts").replaceChildren(
		...facts.map(([term, fact]) =>
			element("div", {}, element("dt", { textContent: term }), element("dd", { textContent: fact })),
		),
	);
}

/** Only the fields of the chosen kind can be filled in and are sent. */
function showFields() {
	const kind = viewer.elements.do.value;
	for (const label of viewer.querySelectorAll("[data-for]")) {
		label.hidden = label.dataset.for !== kind;
		label.querySelector("input").disabled = label.hidden;
	}
}

viewer.addEventListener("change", showFields);
viewer.addEventListener("submit", (event) => {
	event.preventDefault();
	toService(Object.fromEntries(new FormData(viewer)));
});
byId("burst").addEventListener("submit", (event) => {
	event.preventDefault();
	toService({ do: "burst", ...Object.fromEntries(new FormData(event.target)) });
});
for (const button of document.querySelectorAll("[data-service]"))
	button.addEventListener("click", () => toService({ do: button.dataset.service }));
for (const button of document.querySelectorAll("[data-fault]"))
	button.addEventListener("click", () => fault(button));
byId("restart-service").addEventListener("click", () => toService({ do: "restart", downMs: restartDownMs }));
byId("clear-faults").addEventListener("click", () => toService({ do: "clearFaults" }));
showFields();
