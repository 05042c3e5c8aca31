import { iconElement, type IconName, type IconLayout } from "../../src/key-face/drawing/icons";
import { palette } from "../../src/key-face/drawing/palette";
import { rectElement } from "../../src/key-face/drawing/svg";

type Pictogram = (place: IconLayout) => string;

export const icon =
	(name: IconName): Pictogram =>
	(place) =>
		iconElement(name, place);

/** Three bars, the last one the tallest. */
const bars: Pictogram = ({ x, y, sizePx, color }) =>
	[
		{ left: 0.1, top: 0.55 },
		{ left: 0.4, top: 0.32 },
		{ left: 0.7, top: 0.08 },
	]
		.map(({ left, top }) => ({ x: x + left * sizePx, y: y + top * sizePx, height: (0.94 - top) * sizePx }))
		.map((bar) => rectElement({ ...bar, width: 0.2 * sizePx, color, radius: 0.03 * sizePx }))
		.join("");

/** Properties of an action in the app, before the plugin draws its keys. */
export type ActionRow = {
	/** English texts of the manifest. */
	readonly name: string;
	readonly tooltip: string;
	/** Symbol of the icon and of a key that the plugin has not drawn yet. */
	readonly pictogram: Pictogram;
	/** Color of the symbol on a key. */
	readonly color: string;
	/** Layout and gestures of a dial; undefined if the action has keys only. */
	readonly dial?: {
		readonly layout: string;
		readonly gestures: Readonly<Partial<Record<"Rotate" | "Push" | "Touch" | "LongTouch", string>>>;
	};
	/** Whether it can be a step of a multi-action and a Key Logic gesture. */
	readonly isStep: boolean;
};

/**
 * All actions by the last part of their UUID, in the order of the app's list. `npm run actions` writes the manifest,
 * the English texts and the images from this table.
 */
export const actionTable = {
	"remote-action": {
		name: "Scene Remote",
		tooltip: "Triggers a widget action in your scene",
		pictogram: icon("bolt"),
		color: palette.warning,
		dial: {
			layout: "layouts/dial-command.json",
			gestures: { Rotate: "Choose", Push: "Send", Touch: "Send", LongTouch: "Back to the saved choice" },
		},
		isStep: true,
	},
	counter: {
		name: "Live Counter",
		tooltip: "Shows followers, subscriptions or donations, exact and live",
		pictogram: icon("heart"),
		color: palette.follow,
		dial: {
			layout: "layouts/dial.json",
			gestures: { Rotate: "Period (push and turn: metric)", Push: "Refresh", Touch: "Refresh" },
		},
		isStep: false,
	},
	"latest-event": {
		name: "Latest Event",
		tooltip: "Shows who just followed, subscribed, donated or hosted",
		pictogram: icon("star"),
		color: palette.subscription,
		dial: {
			layout: "layouts/dial.json",
			gestures: {
				Rotate: "Earlier events",
				Push: "Thank and show next",
				Touch: "Thank and show next",
				LongTouch: "Clear all",
			},
		},
		isStep: false,
	},
	"top-supporter": {
		name: "Top Supporter",
		tooltip: "Shows who donated the most, in one donation or in total",
		pictogram: icon("crown"),
		color: palette.supporter,
		dial: {
			layout: "layouts/dial.json",
			gestures: { Rotate: "Rank (push and turn: period)", Push: "Refresh", Touch: "Refresh" },
		},
		isStep: false,
	},
	"send-event": {
		name: "Send Event",
		tooltip: "Sends a test event that the widgets on your stream play",
		pictogram: icon("send"),
		color: palette.donation,
		isStep: true,
	},
	chart: {
		name: "Chart",
		tooltip: "Draws followers, subscriptions or donations over time",
		pictogram: bars,
		color: palette.hosting,
		dial: {
			layout: "layouts/dial.json",
			gestures: { Rotate: "Period (push and turn: metric)", Push: "Refresh", Touch: "Refresh" },
		},
		isStep: false,
	},
	connection: {
		name: "Connection",
		tooltip: "Account and connection status. Press to reconnect and refresh",
		pictogram: icon("plug"),
		color: palette.text,
		isStep: true,
	},
	control: {
		name: "Stream Control",
		tooltip: "Runs one command: a new session, hide numbers, thank, refresh",
		pictogram: icon("command"),
		color: palette.viewers,
		isStep: true,
	},
} satisfies Readonly<Record<string, ActionRow>>;

export type ActionSlug = keyof typeof actionTable;
