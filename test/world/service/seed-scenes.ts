import type { StoredItem, StoredScene } from "./scenes";

type ItemSeed = Pick<StoredItem, "id" | "name" | "type" | "parameters"> & {
	readonly actions: readonly string[];
};

const wordings: Readonly<Record<string, readonly [name: string, description: string]>> = {
	trigger: ["Trigger", "Plays it once"],
	reset: ["Reset", "Starts again from zero"],
	start: ["Start", "Starts the countdown"],
	pause: ["Pause", "Holds the countdown"],
	next: ["Next", "Shows the next entry"],
	toggle: ["Show / hide", "Shows it when hidden, hides it when shown"],
	skip: ["Skip the alert", ""],
};

const text = (id: number, name: string, content: string, actions: readonly string[] = []): ItemSeed => ({
	id,
	name,
	type: "text",
	parameters: { content, font_size: "32px", line_height: "40px" },
	actions,
});

const widget = (id: number, name: string, kind: string, actions: readonly string[] = []): ItemSeed => ({
	id,
	name,
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
		items: items.map(({ actions, ...item }, index) => ({
			...item,
			top: 12.5 + 48 * index,
			left: 960.25 - 30 * index,
			width: 420.75,
			height: 64,
			remoteActions: actions.map((code) => {
				const [actionName, description] = wordings[code] ?? [code, ""];
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
			widget(310, "Alert box", "alert", ["trigger", "skip"]),
			widget(311, "Follower goal", "goal_followers", ["reset"]),
			widget(312, "Donation goal", "goal_donations", ["trigger", "reset"]),
			widget(313, "Confetti", "effect", ["trigger"]),
			widget(314, "Confetti", "effect", ["trigger"]),
			text(315, "Death counter", "Deaths: 12", ["trigger", "reset"]),
			text(316, "Song title", "♪ Nightcall – Kavinsky"),
			widget(317, "Chat", "chat", ["toggle"]),
			widget(323, "Air horn 📣", "sound", ["trigger"]),
		]),
		scene(62, "5c3e0002b8", "Just Chatting 💬", [
			widget(330, "Alert box", "alert", ["trigger", "skip"]),
			text(331, "Topic", "Bring your questions", ["next"]),
			widget(332, "Poll", "poll", ["start", "reset", "toggle"]),
			widget(333, "Latest followers", "event_list"),
			text(334, "مرحبا بكم", "مرحبا بكم في البث"),
			widget(335, "Subscriber train", "train", ["trigger", "reset"]),
			widget(336, "Tip jar", "jar", ["trigger", "reset", "toggle"]),
		]),
		scene(63, "5c3e0003c9", "Starting Soon <3", [
			widget(340, "Countdown", "timer", ["start", "pause", "reset"]),
			text(341, "Welcome line", "We start in a moment & you're early"),
			text(342, "Schedule", "Tue Thu Sat Sun 19:00", ["toggle"]),
			widget(343, "Background music", "sound", ["trigger", "toggle"]),
		]),
	];
}
