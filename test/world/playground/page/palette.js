import { byId, element, setAttribute, update } from "./dom.js";

let drawn;
let picked;
let redraw = () => undefined;

/** The action the next click on a free key puts there. */
export const pickedAction = () => picked;

/** Lists the actions, to drag onto a free key or to pick and put there. `onPick` redraws. */
export function showPalette(actions, onPick) {
	redraw = onPick;
	const wanted = JSON.stringify(actions);
	if (wanted === drawn) return;
	drawn = wanted;
	byId("actions").replaceChildren(...actions.map(buildAction));
	pick(undefined);
}

function buildAction(action) {
	const button = element(
		"button",
		{ type: "button", className: "action", draggable: true, title: action.tooltip ?? action.name },
		...(action.icon ? [element("img", { src: action.icon, alt: "", draggable: false })] : []),
		element("span", { textContent: action.name }),
	);
	button.addEventListener("click", () => pick(picked?.uuid === action.uuid ? undefined : action));
	button.addEventListener("dragstart", (event) => {
		event.dataTransfer.setData("application/x-action", JSON.stringify(action));
		document.body.classList.add("placing");
	});
	button.addEventListener("dragend", () => document.body.classList.toggle("placing", Boolean(picked)));
	button.dataset.uuid = action.uuid;
	return button;
}

function pick(action) {
	picked = action;
	document.body.classList.toggle("placing", Boolean(action));
	for (const button of document.querySelectorAll(".action"))
		setAttribute(button, "aria-pressed", String(button.dataset.uuid === action?.uuid));
	update(byId("palette-hint"), {
		textContent: action
			? `Choose a free key for ${action.name}. Escape puts it back.`
			: "Drag one onto a free key, or pick one and choose the key.",
	});
	redraw();
}

document.addEventListener("keydown", ({ key }) => key === "Escape" && picked && pick(undefined));
