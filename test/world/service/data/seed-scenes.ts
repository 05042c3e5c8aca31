import type { StoredItem, StoredScene } from "./scenes";

type Place = readonly [left: number, top: number, width: number, height: number];
type ItemSeed = Pick<StoredItem, "id" | "name" | "type" | "parameters"> & {
	readonly actions: readonly string[];
	/** On a scene of 1920 × 1080. */
	readonly place: Place;
};

const actionTexts: Readonly<Record<string, readonly [name: string, description: string]>> = {
	trigger: ["Trigger", "Plays it once"],
	reset: ["Reset", "Starts again from zero"],
	start: ["Start", "Starts the countdown"],
	pause: ["Pause", "Holds the countdown"],
	next: ["Next", "Shows the next entry"],
	toggle: ["Show / hide", "Shows it when hidden, hides it when shown"],
	skip: ["Skip the alert", ""],
};

const text = (
	id: number,
	name: string,
	place: Place,
	content: string,
	actions: readonly string[] = [],
): ItemSeed => ({
	id,
	name,
	place,
	type: "text",
	parameters: { content, font_size: "32px", line_height: "40px" },
	actions,
});

const widget = (
	id: number,
	name: string,
	place: Place,
	kind: string,
	actions: readonly string[] = [],
): ItemSeed => ({
	id,
	name,
	place,
	type: "widget",
	parameters: { token: `w${id.toString(16)}c0ffee`, type: kind },
	actions,
});

function scene(id: number, token: string, name: string, items: readonly ItemSeed[]): StoredScene {
	return {
		id,
		token,
		name,
		thumbnailUrl: `/media/scenes/${token}.png`,
		isRemoved: false,
		items: items.map(({ actions, place: [left, top, width, height], ...item }) => ({
			...item,
			top,
			left,
			width,
			height,
			remoteActions: actions.map((code) => {
				const [actionName, description] = actionTexts[code] ?? [code, ""];
				return { code, name: actionName, description };
			}),
			isRemoved: false,
		})),
	};
}

/** Three scenes with twenty items; two of them share their name, some accept no command. */
export function createScenes(): StoredScene[] {
	return [
		scene(61, "5c3e0001a7", "Gameplay", [
			widget(310, "Alert box", [960.25, 12.5, 420.75, 64], "alert", ["trigger", "skip"]),
			widget(311, "Follower goal", [40, 990, 420.75, 64], "goal_followers", ["reset"]),
			widget(312, "Donation goal", [690, 990, 420.75, 64], "goal_donations", ["trigger", "reset"]),
			widget(313, "Confetti", [40, 40, 280, 60], "effect", ["trigger"]),
			widget(314, "Confetti", [40, 116, 280, 60], "effect", ["trigger"]),
			text(315, "Death counter", [40, 480, 300, 56], "Deaths: 12", ["trigger", "reset"]),
			text(316, "Song title", [1330, 992, 560, 60], "♪ Nightcall – Kavinsky"),
			widget(317, "Chat", [1460, 220, 420, 560], "chat", ["toggle"]),
			widget(323, "Air horn 📣", [340, 40, 320, 60], "sound", ["trigger"]),
		]),
		scene(62, "5c3e0002b8", "Just Chatting 💬", [
			widget(330, "Alert box", [750, 24, 420.75, 64], "alert", ["trigger", "skip"]),
			text(331, "Topic", [120, 900, 1100, 80], "Bring your questions", ["next"]),
			widget(332, "Poll", [1400, 120, 440, 260], "poll", ["start", "reset", "toggle"]),
			widget(333, "Latest followers", [1400, 420, 440, 320], "event_list"),
			text(334, "مرحبا بكم", [120, 40, 420, 64], "مرحبا بكم في البث"),
			widget(335, "Subscriber train", [120, 800, 460, 64], "train", ["trigger", "reset"]),
			widget(336, "Tip jar", [1500, 800, 240, 64], "jar", ["trigger", "reset", "toggle"]),
		]),
		scene(63, "5c3e0003c9", "Starting Soon <3", [
			widget(340, "Countdown", [560, 400, 800, 240], "timer", ["start", "pause", "reset"]),
			text(341, "Welcome line", [360, 280, 1200, 80], "We start in a moment & you're early"),
			text(342, "Schedule", [560, 680, 800, 64], "Tue Thu Sat Sun 19:00", ["toggle"]),
			widget(343, "Background music", [60, 980, 380, 56], "sound", ["trigger", "toggle"]),
		]),
	];
}
