import type { PageState } from "../snapshot";

import { element } from "./dom";
import { inspect } from "./inspector";
import { on, sendToDeck } from "./link";
import { actionOf, type Action, dragType, takePickedAction } from "./palette";

/** A key or dial at a position. */
export type PlacedKey = PageState["keys"][number];

/** Position on a device. */
export type Place = {
	readonly device: string;
	readonly kind: "key" | "dial";
	readonly column: number;
	readonly row: number;
};

/** Element for one position. */
export type Slot = { readonly show: (next: PlacedKey | undefined, state: PageState) => void };

const markMs = 1_200;

export function settingsButton(): HTMLButtonElement {
	return element("button", {
		type: "button",
		className: "gear",
		tabIndex: -1,
		title: "Settings (I)",
		textContent: "⚙",
	});
}

/** Adds the functions that keys and dials share: settings, removal, and dropping an action. */
export function setUpSlot(
	{ slot, settings, targets }: Record<"slot" | "settings", HTMLElement> & { readonly targets: HTMLElement[] },
	place: Place,
	shown: () => PlacedKey | undefined,
): void {
	const open = () => {
		const key = shown();
		if (key) inspect(key.context);
	};
	settings.addEventListener("click", open);
	for (const target of targets) {
		target.addEventListener("contextmenu", (event) => {
			event.preventDefault();
			open();
		});
		target.addEventListener("keydown", (event) => {
			const key = shown();
			if (!key) return;
			if (event.key === "i") inspect(key.context);
			if (event.key === "Delete") sendToDeck({ do: "remove", key: key.context });
		});
	}
	slot.addEventListener("dragover", (event) => {
		if (!shown()) event.preventDefault();
	});
	slot.addEventListener("drop", (event) => {
		event.preventDefault();
		placeAction(place, actionOf(event.dataTransfer?.getData(dragType) ?? ""));
	});
}

/** Places an action on a free position; the picked one by default. */
export function placeAction({ device, kind, column, row }: Place, dropped?: Action): void {
	const controller = kind === "dial" ? "Encoder" : "Keypad";
	const action = dropped ?? takePickedAction(controller);
	if (!action?.controllers.includes(controller)) return;
	sendToDeck({ do: "place", action: action.uuid, device, controller, column, row });
}

export function emptySlotLabel({ kind, column, row }: Place): string {
	return kind === "dial" ? `Dial ${column + 1}: free` : `Column ${column + 1}, row ${row + 1}: free`;
}

export function markSlot(
	slot: HTMLElement,
	key: PlacedKey | undefined,
	{ inspector, isAsleep }: PageState,
): void {
	slot.classList.toggle("selected", key !== undefined && inspector?.key === key.context);
	slot.classList.toggle("asleep", isAsleep);
	slot.dataset["context"] = key?.context ?? "";
}

on("mark", ({ key, mark }) => {
	for (const slot of document.querySelectorAll(`.slot[data-context="${CSS.escape(key)}"]`)) {
		const sign = element("span", { className: `mark ${mark}`, textContent: mark === "ok" ? "✓" : "!" });
		slot.append(sign);
		setTimeout(() => {
			sign.remove();
		}, markMs);
	}
});
