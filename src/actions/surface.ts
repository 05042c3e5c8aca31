import type { DialAction, KeyAction } from "@elgato/streamdeck";

import type { Face } from "../key-face/face";
import { toDataUrl, renderFace } from "../key-face/image";
import { stripFeedback } from "../key-face/strip";

/** Something to be sent to the Stream Deck; two drawings with the same content look the same. */
export type Drawing = { readonly content: string; readonly send: () => Promise<void> };

/** Where a key is. */
export type KeyPlace = {
	readonly deviceId: string;
	/** Controller, column and row; undefined where the app does not tell it, as for the steps of a multi-action. */
	readonly position?: string | undefined;
};

/** What one visible instance of an action can show, be it a key, a dial or a step of a multi-action. */
export interface Surface {
	readonly kind: "key" | "dial" | "step";
	/** Undefined for a key that is not on a deck. */
	readonly place?: KeyPlace | undefined;
	/** Undefined where there is nothing to draw on. */
	draw(face: Face): Drawing | undefined;
	showOk(): Promise<void>;
	showAlert(): Promise<void>;
	/** Tells the app what turning, pushing and touching a dial does; keys have no such hints. */
	showHints(hints: DialHints): Promise<void>;
}

/** What each gesture on a dial does, in the user's language. What does nothing is left out. */
export type DialHints = {
	readonly rotate: string;
	readonly push?: string | undefined;
	readonly touch?: string | undefined;
	readonly longTouch?: string | undefined;
};

type Place = Pick<KeyAction, "coordinates"> & { readonly device: Pick<KeyAction["device"], "id"> };
type DeckKey = Pick<KeyAction, "isInMultiAction" | "setImage" | "showOk" | "showAlert"> & Place;
type DeckDial = Pick<DialAction, "setFeedback" | "setTriggerDescription" | "showAlert"> & Place;

/** What is shown where an action appeared. */
export function createSurface(action: DeckKey | DeckDial): Surface {
	return "setFeedback" in action ? createDialSurface(action) : createKeySurface(action);
}

/** A key with its picture, or a step of a multi-action, which has none. */
function createKeySurface(key: DeckKey): Surface {
	const kind = key.isInMultiAction() ? "step" : "key";
	return {
		kind,
		place: placeOf(key, "key"),
		draw: (face) => {
			if (kind === "step") return undefined;
			const image = toDataUrl(renderFace(face));
			return { content: image, send: () => key.setImage(image) };
		},
		showOk: () => key.showOk(),
		showAlert: () => key.showAlert(),
		showHints: () => Promise.resolve(),
	};
}

/** A dial with its strip. The app has no sign of success for dials: the strip shows it. */
function createDialSurface(dial: DeckDial): Surface {
	return {
		kind: "dial",
		place: placeOf(dial, "dial"),
		draw: (face) => {
			const feedback = stripFeedback(face);
			return { content: JSON.stringify(feedback), send: () => dial.setFeedback(feedback) };
		},
		showOk: () => Promise.resolve(),
		showAlert: () => dial.showAlert(),
		showHints: (hints) => {
			const given = Object.entries(hints).filter(([, hint]) => hint !== undefined);
			return dial.setTriggerDescription(Object.fromEntries(given));
		},
	};
}

function placeOf({ device, coordinates }: Place, controller: "key" | "dial"): KeyPlace {
	return {
		deviceId: device.id,
		position: coordinates && `${controller} ${coordinates.column},${coordinates.row}`,
	};
}

/** For a key that is only imagined. */
export const noSurface: Surface = {
	kind: "step",
	draw: () => undefined,
	showOk: () => Promise.resolve(),
	showAlert: () => Promise.resolve(),
	showHints: () => Promise.resolve(),
};
