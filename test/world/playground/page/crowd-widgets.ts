import type { PageEvent } from "../page-events";

import { element } from "./dom";
import { on } from "./link";
import type { Widget } from "./widgets";

type StreamEvent = Extract<PageEvent, { kind: "event" }>;

const maxEvents = 8;
const chatMessages: Readonly<Record<string, string>> = {
	follow: "hi everybody!",
	subscription: "hype!!",
	donation: "for the stream ♥",
	hosting: "we're raiding!",
};
const recentEvents: StreamEvent[] = [];
const listeners = new Set<() => void>();

/** Creates a chat with messages of the newest viewers. */
export function buildChat(root: HTMLElement): Widget {
	return buildEventFeed(root, ({ type, person }) => [
		element("b", { className: type, textContent: person }),
		` ${chatMessages[type] ?? "…"}`,
	]);
}

/** Creates a list of the newest events. */
export function buildEventList(root: HTMLElement): Widget {
	return buildEventFeed(root, ({ type, text }) => [
		element("b", { className: type, textContent: "● " }),
		text,
	]);
}

function buildEventFeed(
	root: HTMLElement,
	lineOf: (event: StreamEvent) => readonly (Node | string)[],
): Widget {
	const lines = element("ul");
	root.append(lines);
	const show = () => {
		if (!root.isConnected && lines.childElementCount > 0) listeners.delete(show);
		lines.replaceChildren(...recentEvents.map((event) => element("li", {}, ...lineOf(event))));
	};
	listeners.add(show);
	show();
	return { root };
}

on("event", (event) => {
	recentEvents.push(event);
	if (recentEvents.length > maxEvents) recentEvents.shift();
	for (const listener of listeners) listener();
});
