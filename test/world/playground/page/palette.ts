import type { PageState } from "../snapshot";

import { all, byId, element, setAttribute, setText } from "./dom";

/** An action of the plugin, to put on a free key. */
export type Action = PageState["actions"][number];

/** MIME type of a dragged action. */
export const dragType = "application/x-action";

let drawn = "";
let actions: readonly Action[] = [];
let picked: Action | undefined;
let redraw: () => void = () => undefined;

/** Returns the action that a click on a free position places, which ends the choice. */
export function takePickedAction(controller: "Keypad" | "Encoder"): Action | undefined {
	const action = picked?.controllers.includes(controller) ? picked : undefined;
	if (action) pick(undefined);
	return action;
}

export function actionOf(uuid: string): Action | undefined {
	return actions.find((action) => action.uuid === uuid);
}

/** Lists the actions, which can be dragged onto a free key or picked and placed. @param onPick Redraws the deck. */
export function showPalette(shown: readonly Action[], onPick: () => void): void {
	redraw = onPick;
	const actionsJson = JSON.stringify(shown);
	if (actionsJson === drawn) return;
	drawn = actionsJson;
	actions = shown;
	byId("actions").replaceChildren(...shown.map(buildAction));
	pick(undefined);
}

function buildAction(action: Action): HTMLElement {
	const button = element(
		"button",
		{ type: "button", className: "action", draggable: true, title: action.tooltip ?? action.name },
		...(action.icon ? [element("img", { src: action.icon, alt: "", draggable: false })] : []),
		element("span", { textContent: action.name }),
	);
	button.addEventListener("click", () => pick(picked?.uuid === action.uuid ? undefined : action));
	button.addEventListener("dragstart", (event) => {
		event.dataTransfer?.setData(dragType, action.uuid);
		document.body.classList.add("placing");
	});
	button.addEventListener("dragend", () => document.body.classList.toggle("placing", picked !== undefined));
	button.dataset["uuid"] = action.uuid;
	return button;
}

function pick(action: Action | undefined): void {
	picked = action;
	document.body.classList.toggle("placing", action !== undefined);
	for (const button of all(".action", HTMLButtonElement))
		setAttribute(button, "aria-pressed", String(button.dataset["uuid"] === action?.uuid));
	const hint = action
		? `Choose a free key for ${action.name}. Press Escape to cancel.`
		: "Drag an action to a free key, or select it and then a key.";
	setText(byId("palette-hint"), hint);
	redraw();
}

document.addEventListener("keydown", ({ key }) => {
	if (key === "Escape" && picked) pick(undefined);
});
