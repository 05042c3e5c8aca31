import { element, setAttribute, withAttributes } from "./dom";
import { sendToDeck } from "./link";
import { addPressHandlers } from "./press";
import {
	emptySlotLabel,
	setUpSlot,
	markSlot,
	type Place,
	placeAction,
	settingsButton,
	type PlacedKey,
	type Slot,
} from "./slot";
import { drawStrip } from "./strip";

const longTapMs = 500;
const degreesPerTick = 15;
const ticksByKey: Readonly<Record<string, number>> = {
	ArrowLeft: -1,
	ArrowDown: -1,
	ArrowRight: 1,
	ArrowUp: 1,
};

/** Creates a slot for a dial: its part of the touch strip, and its knob, which can be rotated and pushed. */
export function buildDialSlot(place: Place): Slot & { readonly root: HTMLElement } {
	const screen = withAttributes(element("div", { className: "screen" }), { "aria-hidden": "true" });
	const strip = element("button", { type: "button", className: "strip" });
	const knob = element("button", { type: "button", className: "knob" });
	const settings = settingsButton();
	const head = element("div", { className: "slot" }, screen, strip, settings);
	let shown: PlacedKey | undefined;
	let items = "";
	let angle = 0;
	let touchedAtMs = 0;
	const turn = (ticks: number) => {
		if (!shown) return;
		angle += ticks * degreesPerTick;
		knob.style.setProperty("--angle", `${angle}deg`);
		sendToDeck({ do: "rotate", key: shown.context, ticks });
	};
	const [left, right] = [turnButton("left", () => turn(-1)), turnButton("right", () => turn(1))];
	const wheel = element("div", { className: "wheel" }, left, knob, right);
	const root = element("div", { className: "dial" }, head, wheel);
	addPressHandlers(strip, {
		down: () => {
			touchedAtMs = performance.now();
		},
		up: () => {
			const length = performance.now() - touchedAtMs >= longTapMs ? "long" : "short";
			if (shown) sendToDeck({ do: "tap", key: shown.context, length });
			else placeAction(place);
		},
	});
	const push = (command: "down" | "up") => () => {
		if (shown) sendToDeck({ do: command, key: shown.context });
	};
	addPressHandlers(knob, { down: push("down"), up: push("up") });
	const onWheel = (event: WheelEvent) => {
		if (!shown) return;
		event.preventDefault();
		turn(event.deltaY > 0 ? -1 : 1);
	};
	root.addEventListener("wheel", onWheel, { passive: false });
	knob.addEventListener("keydown", (event) => {
		const ticks = ticksByKey[event.key];
		if (ticks === undefined || !shown) return;
		event.preventDefault();
		turn(ticks);
	});
	setUpSlot({ slot: head, settings, targets: [strip, knob] }, place, () => shown);
	const show: Slot["show"] = (next, state) => {
		shown = next;
		const face = next?.kind === "dial" ? next : undefined;
		strip.classList.toggle("empty", !face);
		settings.hidden = !face;
		for (const button of [knob, left, right]) button.disabled = !face;
		const itemsJson = JSON.stringify(face?.items);
		if (itemsJson !== items) screen.replaceChildren(...(face ? [drawStrip(face.items)] : []));
		items = itemsJson;
		setAttribute(strip, "aria-label", face ? `${face.text} (touch strip)` : emptySlotLabel(place));
		setAttribute(knob, "aria-label", face ? `${face.text} (dial)` : `Dial ${place.column + 1}: free`);
		setAttribute(knob, "aria-describedby", "dial-help");
		markSlot(head, next, state);
	};
	return { root, show };
}

function turnButton(direction: "left" | "right", onclick: () => void): HTMLButtonElement {
	const sign = direction === "left" ? "‹" : "›";
	const button = element("button", { type: "button", className: "turn", textContent: sign, onclick });
	return withAttributes(button, { "aria-label": `Turn ${direction}` });
}
