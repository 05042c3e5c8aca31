import type { DialAction, KeyAction } from "@elgato/streamdeck";

import type { Face } from "../../key-face/face";
import { toDataUrl, renderFace } from "../../key-face/drawing/image";
import { stripFeedback } from "../../key-face/drawing/strip";

/** Drawing for the Stream Deck. Two drawings with equal content are identical. */
export type Drawing = { readonly content: string; readonly send: () => Promise<void> };

export type KeyPlace = {
	readonly deviceId: string;
	/** Controller, column and row; undefined if the app does not send it, as for the steps of a multi-action. */
	readonly position?: string | undefined;
};

/** Output of one visible instance of an action: a key, a dial or a step of a multi-action. */
export interface Surface {
	readonly kind: "key" | "dial" | "step";
	/** Undefined for a key that is not on a deck. */
	readonly place?: KeyPlace | undefined;
	/** Returns a drawing of the face; undefined if the surface has no display. */
	draw(face: Face): Drawing | undefined;
	showOk(): Promise<void>;
	showAlert(): Promise<void>;
	/** Sends the app the hints for turning, pushing and touching a dial. Keys have no hints. */
	showHints(hints: DialHints): Promise<void>;
}

/** Descriptions of what each gesture on a dial does, in the user's language. Gestures without effect are omitted. */
export type DialHints = {
	readonly rotate: string;
	readonly push?: string | undefined;
	readonly touch?: string | undefined;
	readonly longTouch?: string | undefined;
};

type Place = Pick<KeyAction, "coordinates"> & { readonly device: Pick<KeyAction["device"], "id"> };
type DeckKey = Pick<KeyAction, "isInMultiAction" | "setImage" | "showOk" | "showAlert"> & Place;
type DeckDial = Pick<DialAction, "setFeedback" | "setTriggerDescription" | "showAlert"> & Place;

export function createSurface(action: DeckKey | DeckDial): Surface {
	return "setFeedback" in action ? createDialSurface(action) : createKeySurface(action);
}

/** Creates the surface of a key, or of a step of a multi-action, which has no picture. */
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

/** Creates the surface of a dial. The app has no success signal for dials, so the strip displays it. */
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

/** Surface of a key that exists only for a preview. */
export const noSurface: Surface = {
	kind: "step",
	draw: () => undefined,
	showOk: () => Promise.resolve(),
	showAlert: () => Promise.resolve(),
	showHints: () => Promise.resolve(),
};
