import { describeFace } from "../key-face/text/description";
import { renderFace, toDataUrl } from "../key-face/drawing/image";
import { stripFeedback } from "../key-face/drawing/strip";
import type { FaceStrings } from "../key-face/strings";
import { parseCounterSettings } from "../settings/schemas/counter";
import type { ActionController } from "./action-controller";
import type { BackgroundKey } from "./keys/background-keys";

type InspectedAction = Pick<
	ActionController<unknown, unknown>,
	"manifestId" | "visibleKeys" | "sessionKeyCount" | "preview"
>;

/** Data about the keys of all actions for the property inspector and the support report. */
export class InspectedKeys {
	readonly #actions: readonly InspectedAction[];
	readonly #strings: () => FaceStrings;

	constructor(actions: readonly InspectedAction[], strings: () => FaceStrings) {
		this.#actions = actions;
		this.#strings = strings;
	}

	/** Number of keys that count the session. */
	get sessionKeyCount(): number {
		return this.#actions.reduce((sum, { sessionKeyCount }) => sum + sessionKeyCount, 0);
	}

	/** Visible keys, each with the last part of its action's UUID. */
	get visible() {
		return this.#actions.flatMap(({ manifestId, visibleKeys }) =>
			visibleKeys.map((key) => ({ ...key, action: manifestId.split(".").at(-1) ?? "" })),
		);
	}

	/** Returns the picture of a key or the layout items of a dial; undefined if the action draws no keys. */
	preview(
		manifestId: string,
		{ settings, controller }: { readonly settings: unknown; readonly controller: "Keypad" | "Encoder" },
	) {
		const face = this.#actionOf(manifestId)?.preview(settings);
		if (!face) return undefined;
		const title = describeFace(face, this.#strings());
		const color = "color" in face ? face.color : undefined;
		return controller === "Encoder"
			? { strip: stripFeedback(face), title, color }
			: { image: toDataUrl(renderFace(face)), title, color };
	}

	/**
	 * Returns the label of a key. A Latest Event key without its own label gets the action's name instead of the event
	 * that it displays.
	 */
	labelOf(manifestId: string, settings: unknown): string {
		const ownLabel = parseCounterSettings(settings).label;
		if (ownLabel) return ownLabel;
		if (manifestId.endsWith(".latest-event")) return this.#strings().latestEvent.full;
		return this.#actionOf(manifestId)?.preview(settings).label ?? "";
	}

	/** Returns the properties of a hidden key that the inspector lists. */
	backgroundView({ id, manifestId, settings, seenAtMs }: BackgroundKey) {
		// All actions that write a file use the same field for it; only counters have goals.
		const { file, goal, goalAction } = parseCounterSettings(settings);
		const view = { id, label: this.labelOf(manifestId, settings), file, hiddenSinceMs: seenAtMs };
		if (goal === undefined || !goalAction || !manifestId.endsWith(".counter")) return view;
		return { ...view, goal, goalAction: goalAction.itemName ?? goalAction.actionName };
	}

	#actionOf(manifestId: string): InspectedAction | undefined {
		return this.#actions.find((action) => action.manifestId === manifestId);
	}
}
