import { byId, element, setAttribute, update } from "./dom.js";
import { on, toDeck } from "./link.js";
import { pressable } from "./press.js";
import { drawStrip } from "./strip.js";

const longTapMs = 500;
const markMs = 1200;
/** Slots by device, controller and position, and the device's elements by its id. */
const slots = new Map();
const decks = new Map();
let pickedAction;
let inspect = () => undefined;

/** Draws the devices. `onInspect` is told which key's settings to open. */
export function showDesk(state, { picked, onInspect }) {
	pickedAction = picked;
	inspect = onInspect;
	for (const device of state.devices) {
		if (!decks.has(device.id)) byId("decks").append(buildDeck(device));
		const deck = decks.get(device.id);
		deck.root.classList.toggle("unplugged", !device.isConnected);
		update(deck.plug, { textContent: device.isConnected ? "Unplug" : "Plug in" });
		deck.plug.dataset.next = device.isConnected ? "out" : "in";
	}
	const byPlace = new Map(state.keys.map((key) => [placeOf(key), key]));
	for (const [place, slot] of slots) slot.show(byPlace.get(place), state);
}

const placeOf = ({ device, kind, column, row }) => [device, kind, column, row].join(" ");

function buildDeck(device) {
	const plug = element("button", { type: "button", className: "quiet" });
	plug.addEventListener("click", () => toDeck({ do: "plug", device: device.id, state: plug.dataset.next }));
	const keys = element("div", {
		className: "keys",
		attributes: { role: "group", "aria-label": `${device.name}: keys` },
	});
	keys.style.setProperty("--columns", device.columns);
	for (let row = 0; row < device.rows; row++)
		for (let column = 0; column < device.columns; column++)
			keys.append(buildSlot({ device: device.id, kind: "key", column, row }));
	keys.addEventListener("keydown", (event) => moveFocus(event, keys, device.columns));
	const root = element(
		"article",
		{ className: `deck ${device.kind}` },
		element("header", {}, element("h3", { textContent: device.name }), plug),
		keys,
	);
	if (device.dials > 0) {
		const dials = element("div", {
			className: "dials",
			attributes: { role: "group", "aria-label": `${device.name}: dials` },
		});
		for (let column = 0; column < device.dials; column++)
			dials.append(buildDial({ device: device.id, kind: "dial", column, row: 0 }));
		root.append(dials);
	}
	decks.set(device.id, { root, plug });
	return root;
}

/** Arrow keys walk over the grid. */
function moveFocus(event, grid, columns) {
	const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key];
	const buttons = [...grid.querySelectorAll(".key")];
	const index = buttons.indexOf(document.activeElement);
	if (step === undefined || index < 0) return;
	event.preventDefault();
	buttons[index + step]?.focus();
}

function buildSlot(place) {
	const image = element("img", { alt: "", draggable: false });
	const title = element("span", { className: "user-title" });
	const key = element("button", { type: "button", className: "key" }, image, title);
	const settings = settingsButton();
	const slot = element("div", { className: "slot" }, key, settings);
	let shown;
	const press = { down: () => {}, up: () => {} };
	pressable(key, {
		down: () =>
			shown ? toDeck({ do: "down", key: (press.context = shown.context) }) : placeHere(place, pickedAction),
		up: () => press.context && toDeck({ do: "up", key: press.context }),
	});
	common(key, settings, slot, place, () => shown);
	slots.set(placeOf(place), {
		root: key,
		show: (next, state) => {
			shown = next;
			if (!next) press.context = undefined;
			key.classList.toggle("empty", !next);
			image.hidden = !next?.image;
			settings.hidden = !next;
			if (next?.image) update(image, { src: next.image });
			update(title, { textContent: next?.title ?? "" });
			setAttribute(key, "aria-label", next ? nameOf(next) : freeLabel(place));
			setAttribute(key, "aria-describedby", next ? "key-help" : "palette-hint");
			mark(slot, next, state);
		},
	});
	return slot;
}

function buildDial(place) {
	const screen = element("div", { className: "screen", attributes: { "aria-hidden": "true" } });
	const strip = element("button", { type: "button", className: "strip" });
	const knob = element("button", { type: "button", className: "knob" });
	const [left, right] = [-1, 1].map((ticks) =>
		element("button", {
			...{ type: "button", className: "turn", textContent: ticks < 0 ? "‹" : "›" },
			attributes: { "aria-label": ticks < 0 ? "Turn left" : "Turn right" },
			onclick: () => shown && turn(ticks),
		}),
	);
	const settings = settingsButton();
	const head = element("div", { className: "slot" }, screen, strip, settings);
	const root = element(
		"div",
		{ className: "dial" },
		head,
		element("div", { className: "wheel" }, left, knob, right),
	);
	let shown;
	let items;
	let angle = 0;
	let tappedAtMs = 0;
	const turn = (ticks) => {
		angle += ticks * 15;
		knob.style.setProperty("--angle", `${angle}deg`);
		toDeck({ do: "rotate", key: shown.context, ticks });
	};
	pressable(strip, {
		down: () => (tappedAtMs = performance.now()),
		up: () => {
			const length = performance.now() - tappedAtMs >= longTapMs ? "long" : "short";
			if (shown) toDeck({ do: "tap", key: shown.context, length });
			else placeHere(place, pickedAction);
		},
	});
	pressable(knob, {
		down: () => shown && toDeck({ do: "down", key: shown.context }),
		up: () => shown && toDeck({ do: "up", key: shown.context }),
	});
	root.addEventListener(
		"wheel",
		(event) => {
			if (!shown) return;
			event.preventDefault();
			turn(event.deltaY > 0 ? -1 : 1);
		},
		{ passive: false },
	);
	knob.addEventListener("keydown", (event) => {
		const ticks = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
		if (!ticks || !shown) return;
		event.preventDefault();
		turn(ticks);
	});
	for (const target of [strip, knob]) common(target, settings, head, place, () => shown);
	slots.set(placeOf(place), {
		root: strip,
		show: (next, state) => {
			shown = next;
			strip.classList.toggle("empty", !next);
			settings.hidden = !next;
			for (const button of [knob, left, right]) button.disabled = !next;
			const wanted = JSON.stringify(next?.items);
			if (wanted !== items) screen.replaceChildren(...(next ? [drawStrip(next.items)] : []));
			items = wanted;
			setAttribute(strip, "aria-label", next ? `${next.says} (touch strip)` : freeLabel(place));
			setAttribute(knob, "aria-label", next ? `${next.says} (dial)` : `Dial ${place.column + 1}: free`);
			setAttribute(knob, "aria-describedby", "dial-help");
			mark(head, next, state);
		},
	});
	return root;
}

function settingsButton() {
	return element("button", {
		type: "button",
		className: "gear",
		tabIndex: -1,
		title: "Settings (I)",
		textContent: "⚙",
	});
}

/** What keys, strips and dials share: settings, removal, and a place to drop an action on. */
function common(target, settings, slot, place, shown) {
	settings.addEventListener("click", () => shown() && inspect(shown().context));
	target.addEventListener("contextmenu", (event) => {
		event.preventDefault();
		if (shown()) inspect(shown().context);
	});
	target.addEventListener("keydown", (event) => {
		if (!shown()) return;
		if (event.key === "i") inspect(shown().context);
		if (event.key === "Delete") toDeck({ do: "remove", key: shown().context });
	});
	slot.addEventListener("dragover", (event) => {
		if (!shown()) event.preventDefault();
	});
	slot.addEventListener("drop", (event) => {
		event.preventDefault();
		placeHere(place, JSON.parse(event.dataTransfer.getData("application/x-action") || "null"));
	});
}

function placeHere({ device, kind, column, row }, action) {
	const controller = kind === "dial" ? "Encoder" : "Keypad";
	if (!action?.controllers.includes(controller)) return;
	toDeck({ do: "place", action: action.uuid, device, controller, column, row });
}

/** A title the app draws over the image is part of what the key says. */
function nameOf({ says, title }) {
	return title ? `${says}, ${title}` : says;
}

function freeLabel({ kind, column, row }) {
	return kind === "dial" ? `Dial ${column + 1}: free` : `Column ${column + 1}, row ${row + 1}: free`;
}

function mark(slot, key, { inspector, isAsleep }) {
	slot.classList.toggle("selected", Boolean(key) && inspector?.key === key.context);
	slot.classList.toggle("asleep", isAsleep);
	slot.dataset.context = key?.context ?? "";
}

on("mark", ({ key, mark: kind }) => {
	for (const slot of document.querySelectorAll(`.slot[data-context="${CSS.escape(key)}"]`)) {
		const sign = element("span", { className: `mark ${kind}`, textContent: kind === "ok" ? "✓" : "!" });
		slot.append(sign);
		setTimeout(() => sign.remove(), markMs);
	}
});
