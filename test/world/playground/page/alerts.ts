import type { News } from "../news";

import { element } from "./dom";
import { on } from "./link";
import type { SceneItem } from "./widgets";

type StreamEvent = Extract<News, { kind: "event" }>;

const alertMs = 3_500;
const hurriedMs = 1_200;
const maxWaiting = 5;
const waiting: StreamEvent[] = [];
let stage: HTMLElement | undefined;
let box: SceneItem | undefined;

/** Where alerts are announced: in the scene's alert box, or at its foot where it has none. */
export function announceOn(where: HTMLElement, alertBox: SceneItem | undefined): void {
	stage = where;
	box = alertBox;
}

/** One alert after the other, as on a stream. A long queue is cut short. */
function announceNext(): void {
	const [next] = waiting;
	if (!next || !stage) return;
	const isCut = waiting.length > maxWaiting;
	const more = isCut ? ` (and ${waiting.length - 1} more)` : "";
	if (isCut) waiting.splice(1);
	const alert = element("p", { className: `alert ${next.type}`, textContent: next.text + more });
	alert.classList.toggle("boxed", box !== undefined);
	stage.append(alert);
	const shownMs = waiting.length > 1 ? hurriedMs : alertMs;
	setTimeout(() => {
		alert.remove();
		waiting.shift();
		announceNext();
	}, shownMs);
}

on("event", (event) => {
	waiting.push(event);
	if (waiting.length === 1) announceNext();
});
