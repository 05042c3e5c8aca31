import type { News } from "../news";

import { element } from "./dom";
import { on } from "./link";
import type { Widget } from "./widgets";

type StreamEvent = Extract<News, { kind: "event" }>;

const maxRemembered = 8;
const remarks: Readonly<Record<string, string>> = {
	follow: "hi everybody!",
	subscription: "hype!!",
	donation: "for the stream ♥",
	hosting: "we're raiding!",
};
const happened: StreamEvent[] = [];
const listeners = new Set<() => void>();

/** What the people who just came write. */
export function buildChat(root: HTMLElement): Widget {
	return listening(root, ({ type, person }) => [
		element("b", { className: type, textContent: person }),
		` ${remarks[type] ?? "…"}`,
	]);
}

/** Who came last. */
export function buildEventList(root: HTMLElement): Widget {
	return listening(root, ({ type, text }) => [element("b", { className: type, textContent: "● " }), text]);
}

function listening(root: HTMLElement, lineOf: (event: StreamEvent) => readonly (Node | string)[]): Widget {
	const lines = element("ul");
	root.append(lines);
	const show = () => {
		if (!root.isConnected && lines.childElementCount > 0) listeners.delete(show);
		lines.replaceChildren(...happened.map((event) => element("li", {}, ...lineOf(event))));
	};
	listeners.add(show);
	show();
	return { root };
}

on("event", (event) => {
	happened.push(event);
	if (happened.length > maxRemembered) happened.shift();
	for (const listener of listeners) listener();
});
