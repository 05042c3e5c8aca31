import { element, setAttribute, setText } from "./dom";
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

/** Creates a slot for a key: its picture, which can be pressed. */
export function buildKeySlot(place: Place): Slot & { readonly root: HTMLElement } {
	const image = element("img", { alt: "", draggable: false });
	const title = element("span", { className: "user-title" });
	const key = element("button", { type: "button", className: "key" }, image, title);
	const settings = settingsButton();
	const root = element("div", { className: "slot" }, key, settings);
	let shown: PlacedKey | undefined;
	/** The pressed key: it can leave the deck while it is pressed. */
	let pressed: string | undefined;
	addPressHandlers(key, {
		down: () => {
			pressed = shown?.context;
			if (pressed === undefined) placeAction(place);
			else sendToDeck({ do: "down", key: pressed });
		},
		up: () => {
			if (pressed !== undefined) sendToDeck({ do: "up", key: pressed });
		},
	});
	setUpSlot({ slot: root, settings, targets: [key] }, place, () => shown);
	const show: Slot["show"] = (next, state) => {
		shown = next;
		const face = next?.kind === "key" ? next : undefined;
		key.classList.toggle("empty", !face);
		image.hidden = !face?.image;
		settings.hidden = !face;
		if (face?.image) setAttribute(image, "src", face.image);
		setText(title, face?.title ?? "");
		setAttribute(key, "aria-label", face ? accessibleName(face) : emptySlotLabel(place));
		setAttribute(key, "aria-describedby", face ? "key-help" : "palette-hint");
		markSlot(root, next, state);
	};
	return { root, show };
}

/** Returns the accessible name of the key, including a title that the app draws over its image. */
function accessibleName({
	text,
	title,
}: {
	readonly text: string;
	readonly title?: string | undefined;
}): string {
	return title ? `${text}, ${title}` : text;
}
