import type { Device } from "./devices";
import type { Face } from "./drawing/face";
import type { Settings } from "./frame";
import { Journal } from "./journal";
import type { Layout, LayoutItem } from "./drawing/layouts";
import type { ManifestAction } from "./plugin/manifest";

export type Coordinates = { readonly column: number; readonly row: number };

/** Where a key is placed. */
export type Placement = {
	readonly context: string;
	readonly action: ManifestAction;
	readonly device: Device;
	readonly profile: string;
	readonly settings: Settings;
	/** For a step: the position of its multi-action. */
	readonly coordinates: Coordinates;
};

abstract class Instance {
	readonly context: string;
	/** The manifest's entry. */
	readonly action: ManifestAction;
	readonly device: Device;
	readonly profile: string;
	readonly coordinates: Coordinates;
	/** Settings as the app stores them: the last write wins. */
	settings: Settings;
	resources: Readonly<Record<string, string>> = {};
	state = 0;
	/** Arrival times, epoch milliseconds. */
	readonly alerts = new Journal<number>();
	readonly oks = new Journal<number>();
	/** Whether it is on the deck. A removed key never returns. */
	isPlaced = true;
	/** Number of times it appeared or disappeared, to detect that an older visibility is outdated. */
	visibilityCount = 0;
	/** Whether the plugin knows that the key is hidden, so its commands cannot have crossed with `willDisappear`. */
	isDisappearanceHandled = false;

	constructor(placement: Placement) {
		this.context = placement.context;
		this.action = placement.action;
		this.device = placement.device;
		this.profile = placement.profile;
		this.settings = placement.settings;
		this.coordinates = placement.coordinates;
	}

	/** Whether its device is connected and shows its profile. */
	get isVisible(): boolean {
		return this.isPlaced && this.device.isConnected && this.device.profile === this.profile;
	}
}

/** An action on a separate key. */
export class Key extends Instance {
	readonly kind = "key";
	readonly controller = "Keypad";
	readonly faces = new Journal<Face>();
	/** The user's title; it takes precedence over the plugin's. */
	userTitle: string | undefined;
	pluginTitle: string | undefined;

	/** The title that the app draws over the image; empty if there is none. */
	get shownTitle(): string {
		const manifestState = this.action.States[this.state] ?? this.action.States[0];
		if (manifestState?.ShowTitle === false) return "";
		return this.userTitle ?? this.pluginTitle ?? manifestState?.Title ?? "";
	}
}

/** What the touch strip displays above a dial. */
export type Strip = {
	/** Epoch milliseconds, with a fraction. */
	readonly at: number;
	readonly layout: string;
	readonly items: readonly LayoutItem[];
	/** Value of each item by its key. */
	readonly values: Readonly<Record<string, string | number | undefined>>;
	readonly title?: string | undefined;
	readonly value?: string | undefined;
	readonly state?: string | undefined;
};

/** An action on a dial and its part of the touch strip. */
export class Dial extends Instance {
	readonly kind = "dial";
	readonly controller = "Encoder";
	readonly strips = new Journal<Strip>();
	userTitle: string | undefined;
	isPressed = false;
	triggerDescription: Readonly<Record<string, string | undefined>> = {};

	/** Draws the strip again. */
	show(layout: Layout, at: number): Strip {
		const values = Object.fromEntries(layout.items.map(({ key, value }) => [key, value]));
		if (this.userTitle !== undefined) values["title"] = this.userTitle;
		const text = (key: string) => (values[key] === undefined ? undefined : String(values[key]));
		const strip = {
			at,
			layout: layout.id,
			items: layout.items,
			values,
			title: text("title"),
			value: text("value"),
			state: text("state"),
		};
		this.strips.add(strip);
		return strip;
	}
}

/** An action inside a multi-action: it has no image and no gestures. */
export class Step extends Instance {
	readonly kind = "step";
	readonly controller = "Keypad";
	/** The state that the user chose for it in the multi-action. */
	readonly desiredState: number;

	constructor(placement: Placement & { readonly desiredState: number }) {
		super(placement);
		this.desiredState = placement.desiredState;
	}
}

export type AnyKey = Key | Dial | Step;
