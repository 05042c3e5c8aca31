import type { PageState } from "../snapshot";

import { buildDialSlot } from "./dial-slot";
import { byId, element, setText, withAttributes } from "./dom";
import { buildKeySlot } from "./key-slot";
import { sendToDeck } from "./link";
import type { Place, Slot } from "./slot";

type Device = PageState["devices"][number];
type Deck = { readonly root: HTMLElement; readonly plug: HTMLButtonElement };

/** Slots by device, kind and position. */
const slots = new Map<string, Slot>();
const decks = new Map<string, Deck>();

/** Displays the devices and their keys. */
export function showDesk(state: PageState): void {
	for (const device of state.devices) {
		const deck = decks.get(device.id) ?? buildDeck(device);
		deck.root.classList.toggle("unplugged", !device.isConnected);
		setText(deck.plug, device.isConnected ? "Unplug" : "Plug in");
	}
	const byPlace = new Map(state.keys.map((key) => [slotKey(key), key]));
	for (const [place, slot] of slots) slot.show(byPlace.get(place), state);
}

function slotKey({ device, kind, column, row }: Place): string {
	return [device, kind, column, row].join(" ");
}

function buildDeck({ id, name, kind, columns, rows, dials }: Device): Deck {
	const plug = element("button", { type: "button", className: "quiet", textContent: "Unplug" });
	plug.addEventListener("click", () => {
		sendToDeck({ do: "plug", device: id, state: plug.textContent === "Unplug" ? "out" : "in" });
	});
	const keys = group("keys", `${name}: keys`);
	keys.style.setProperty("--columns", String(columns));
	for (let index = 0; index < rows * columns; index++) {
		const place = { kind: "key", column: index % columns, row: Math.floor(index / columns) } as const;
		keys.append(addSlot({ device: id, ...place }));
	}
	keys.addEventListener("keydown", (event) => {
		moveFocus(event, keys, columns);
	});
	const heading = element("header", {}, element("h3", { textContent: name }), plug);
	const root = element("article", { className: `deck ${kind}` }, heading, keys);
	if (dials > 0) {
		const row = group("dials", `${name}: dials`);
		for (let column = 0; column < dials; column++)
			row.append(addSlot({ device: id, kind: "dial", column, row: 0 }));
		root.append(row);
	}
	byId("decks").append(root);
	const deck = { root, plug };
	decks.set(id, deck);
	return deck;
}

function group(className: string, label: string): HTMLElement {
	return withAttributes(element("div", { className }), { role: "group", "aria-label": label });
}

function addSlot(place: Place): HTMLElement {
	const slot = place.kind === "key" ? buildKeySlot(place) : buildDialSlot(place);
	slots.set(slotKey(place), slot);
	return slot.root;
}

/** Moves the focus over the grid with the arrow keys. */
function moveFocus(event: KeyboardEvent, grid: HTMLElement, columns: number): void {
	const steps: Readonly<Record<string, number>> = {
		ArrowLeft: -1,
		ArrowRight: 1,
		ArrowUp: -columns,
		ArrowDown: columns,
	};
	const step = steps[event.key];
	const buttons = [...grid.querySelectorAll<HTMLElement>(".key")];
	const index = buttons.findIndex((button) => button === document.activeElement);
	if (step === undefined || index < 0) return;
	event.preventDefault();
	buttons[index + step]?.focus();
}
