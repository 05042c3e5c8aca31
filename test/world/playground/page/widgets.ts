import type { PageState } from "../snapshot";

import { buildChat, buildEventList } from "./crowd-widgets";
import { element } from "./dom";

type Totals = PageState["service"]["totals"];

export type SceneItem = PageState["service"]["scenes"][number]["items"][number];

/** One item of a scene on the stage. */
export type Widget = {
	readonly root: HTMLElement;
	/** Called with the service's figures whenever they arrive. */
	readonly show?: (totals: Totals) => void;
	/** A remote action has arrived. */
	readonly play?: (action: string) => void;
};

const goalSigns = { follow: "♥", donation: "◆" };
const countdownSeconds = 300;
const followersStep = 500;
const donationsStep = 1_000;
const confettiCount = 60;
const playMs = 2_600;

/** Draws an item as a widget of its type. Unknown types display the item's name. */
export function buildWidget(item: SceneItem): Widget {
	switch (item.widget) {
		case "alert":
			return { root: boxOf(item, "alert-box") };
		case "goal_followers":
			return buildGoal(item, "follow", followersStep, ({ followers }) => followers);
		case "goal_donations":
			return buildGoal(item, "donation", donationsStep, ({ donations }) => Number.parseFloat(donations));
		case "chat":
			return withToggle(buildChat(boxOf(item, "chat")));
		case "event_list":
			return buildEventList(boxOf(item, "event-list", item.name));
		case "timer":
			return buildTimer(item);
		case "effect":
			return { root: chipOf(item, "✺"), play: throwConfetti };
		case "sound":
			return withToggle({ root: chipOf(item, "♪") });
		case "poll":
			return buildPoll(item);
		case "jar":
		case "train":
			return withToggle({ root: chipOf(item, item.widget === "jar" ? "◉" : "»") });
		default:
			if (/\d+\s*$/.test(item.content ?? "")) return buildCount(item);
			return withToggle({ root: boxOf(item, "caption-text", item.content ?? item.name) });
	}
}

function boxOf({ name }: SceneItem, kind: string, text = ""): HTMLElement {
	return element("div", { className: `item ${kind}`, title: name, textContent: text });
}

function chipOf(item: SceneItem, sign: string): HTMLElement {
	const root = boxOf(item, "chip");
	root.append(
		element("span", { className: "sign", textContent: sign }),
		element("span", { textContent: item.name }),
	);
	return root;
}

/** Returns the widget with a `toggle` action that hides and shows it. */
function withToggle(widget: Widget): Widget {
	const play = (action: string) => {
		if (action === "toggle") widget.root.classList.toggle("off");
		widget.play?.(action);
	};
	return { ...widget, play };
}

/** Creates a widget with the progress of a figure towards the next round number. */
function buildGoal(
	item: SceneItem,
	kind: keyof typeof goalSigns,
	step: number,
	figureOf: (totals: Totals) => number,
): Widget {
	const root = boxOf(item, `goal ${kind}`);
	const fill = element("span", { className: "fill" });
	const text = element("span", { className: "text" });
	root.append(fill, text);
	const show = (totals: Totals) => {
		const figure = figureOf(totals);
		const goal = (Math.floor(figure / step) + 1) * step;
		fill.style.width = `${((figure - goal + step) / step) * 100}%`;
		text.textContent = `${goalSigns[kind]} ${Math.floor(figure).toLocaleString("en")} / ${goal.toLocaleString("en")}`;
	};
	return { root, show };
}

/** Creates a text that ends with a number, such as "Deaths: 12": `trigger` adds one, `reset` sets it to zero. */
function buildCount(item: SceneItem): Widget {
	const { content = "" } = item;
	const root = boxOf(item, "caption-text", content);
	let count = Number(/\d+\s*$/.exec(content)?.[0]);
	const play = (action: string) => {
		if (action === "trigger") count++;
		else if (action === "reset") count = 0;
		else return;
		root.firstChild?.replaceWith(content.replace(/\d+\s*$/, String(count)));
	};
	return withToggle({ root, play });
}

function buildTimer(item: SceneItem): Widget {
	const root = boxOf(item, "timer");
	let [leftSeconds, ticking] = [countdownSeconds, 0];
	const show = () => {
		const [minutes, seconds] = [Math.floor(leftSeconds / 60), leftSeconds % 60];
		root.firstChild?.remove();
		root.prepend(`${minutes}:${String(seconds).padStart(2, "0")}`);
	};
	const play = (action: string) => {
		clearInterval(ticking);
		if (action === "reset") leftSeconds = countdownSeconds;
		if (action === "start")
			ticking = window.setInterval(() => {
				leftSeconds = Math.max(0, leftSeconds - 1);
				show();
				if (!root.isConnected) clearInterval(ticking);
			}, 1_000);
		show();
	};
	show();
	return { root, play };
}

function buildPoll(item: SceneItem): Widget {
	const root = boxOf(item, "poll");
	const bars = ["Boss first", "Side quest"].map((answer) => element("span", { textContent: answer }));
	root.append(element("b", { textContent: item.name }), ...bars);
	const play = (action: string) => {
		root.classList.toggle("running", action === "start");
	};
	return withToggle({ root, play });
}

function throwConfetti(): void {
	const stage = document.getElementById("stage");
	const shower = element("div", { className: "confetti" });
	for (let index = 0; index < confettiCount; index++) {
		const piece = element("i");
		piece.style.setProperty("--x", `${Math.random() * 100}%`);
		piece.style.setProperty("--drift", `${Math.random() * 16 - 8}cqw`);
		piece.style.setProperty("--late", `${Math.random() * 0.6}s`);
		piece.style.setProperty("--hue", String(Math.floor(Math.random() * 360)));
		shower.append(piece);
	}
	stage?.append(shower);
	setTimeout(() => {
		shower.remove();
	}, playMs);
}
