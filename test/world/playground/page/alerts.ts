import type { PageEvent } from "../page-events";

import { element } from "./dom";
import { on } from "./link";
import type { SceneItem } from "./widgets";

type StreamEvent = Extract<PageEvent, { kind: "event" }>;

const alertMs = 3_500;
const shortAlertMs = 1_200;
const maxQueued = 5;
const queue: StreamEvent[] = [];
let stage: HTMLElement | undefined;
let box: SceneItem | undefined;

/** Sets the place of alerts: the scene's alert box, or the bottom of the stage if there is none. */
export function setAlertTarget(target: HTMLElement, alertBox: SceneItem | undefined): void {
	stage = target;
	box = alertBox;
}

/** Displays alerts one after the other. Alerts beyond the maximum queue length are dropped. */
function announceNext(): void {
	const [next] = queue;
	if (!next || !stage) return;
	const isCut = queue.length > maxQueued;
	const more = isCut ? ` (and ${queue.length - 1} more)` : "";
	if (isCut) queue.splice(1);
	const alert = element("p", { className: `alert ${next.type}`, textContent: next.text + more });
	alert.classList.toggle("boxed", box !== undefined);
	stage.append(alert);
	const shownMs = queue.length > 1 ? shortAlertMs : alertMs;
	setTimeout(() => {
		alert.remove();
		queue.shift();
		announceNext();
	}, shownMs);
}

on("event", (event) => {
	queue.push(event);
	if (queue.length === 1) announceNext();
});
