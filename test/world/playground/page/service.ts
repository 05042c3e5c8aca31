import type { PageState } from "../snapshot";

import { all, byId, element, setAttribute } from "./dom";
import { sendToCrowd, sendToService } from "./link";

type ServiceState = PageState["service"];
type FaultName = ServiceState["faults"][number];

const restartDownMs = 3_000;
const viewer = byId("viewer", HTMLFormElement);
const burst = byId("burst", HTMLFormElement);
const crowd = byId("crowd", HTMLInputElement);
const faultButtons = all("[data-fault]", HTMLButtonElement);
const faultNames: readonly FaultName[] = ["refusedKey", "slow", "error", "silence", "cachedTotals"];

/** Displays the service's values, the active faults, and whether viewers are simulated. */
export function showService({ service, isCrowdActive }: PageState): void {
	const { totals, connections, faults, user, url } = service;
	crowd.checked = isCrowdActive;
	for (const button of faultButtons)
		setAttribute(button, "aria-pressed", String(faults.some((fault) => fault === button.dataset["fault"])));
	const facts: readonly (readonly [string, string])[] = [
		["Followers", totals.followers.toLocaleString("en")],
		["Subscribers", totals.subscribers.toLocaleString("en")],
		["Donations", totals.donations],
		["Sockets joined", String(connections.event.joined + connections.scene.joined)],
		["Account", user],
		["Service", new URL(url).host],
	];
	byId("facts").replaceChildren(
		...facts.map(([term, fact]) =>
			element("div", {}, element("dt", { textContent: term }), element("dd", { textContent: fact })),
		),
	);
}

/** Enables only the fields of the chosen event type. */
function showFields(): void {
	const kind = textOf(new FormData(viewer), "do");
	for (const label of viewer.querySelectorAll<HTMLElement>("[data-for]")) {
		label.hidden = label.dataset["for"] !== kind;
		for (const input of label.querySelectorAll("input")) input.disabled = label.hidden;
	}
}

function sendViewer(): void {
	const fields = new FormData(viewer);
	const text = (field: string) => textOf(fields, field);
	const name = text("name");
	switch (text("do")) {
		case "subscription":
			return sendToService({ do: "subscription", name, resub: text("resub") });
		case "donation": {
			const money = { amount: text("amount"), currency: text("currency") };
			return sendToService({ do: "donation", name, ...money, message: text("message") });
		}
		case "hosting":
			return sendToService({ do: "hosting", name, viewers: text("viewers") });
		default:
			return sendToService({ do: "follow", name });
	}
}

function textOf(fields: FormData, field: string): string {
	const value = fields.get(field);
	return typeof value === "string" ? value : "";
}

viewer.addEventListener("change", showFields);
viewer.addEventListener("submit", (event) => {
	event.preventDefault();
	sendViewer();
});
burst.addEventListener("submit", (event) => {
	event.preventDefault();
	sendToService({ do: "burst", count: textOf(new FormData(burst), "count") });
});
crowd.addEventListener("change", () => {
	sendToCrowd(crowd.checked ? "come" : "go");
});
byId("cut").addEventListener("click", () => {
	sendToService({ do: "cut" });
});
byId("kick").addEventListener("click", () => {
	sendToService({ do: "kick" });
});
for (const button of faultButtons)
	button.addEventListener("click", () => {
		const fault = faultNames.find((name) => name === button.dataset["fault"]);
		const state = button.getAttribute("aria-pressed") === "true" ? "off" : "on";
		if (fault) sendToService({ do: "fault", fault, state });
	});
byId("restart-service").addEventListener("click", () => {
	sendToService({ do: "restart", downMs: restartDownMs });
});
byId("clear-faults").addEventListener("click", () => {
	sendToService({ do: "clearFaults" });
});
showFields();
