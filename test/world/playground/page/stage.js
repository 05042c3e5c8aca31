import { byId, element, fillSelect, update } from "./dom.js";
import { on } from "./link.js";

const playMs = 1600;
const alertMs = 3500;
/** What each action code looks like; others pulse. */
const plays = {
	trigger: "burst",
	reset: "spin",
	start: "burst",
	toggle: "blink",
	next: "slide",
	skip: "slide",
};
const itemSigns = { text: "T", widget: "◆" };
const waitingAlerts = [];
const items = new Map();
let scenes = [];
let drawn;

/** Shows the chosen scene's items where the streamer put them. */
export function showStage(service) {
	scenes = service.scenes;
	fillSelect(
		byId("scene"),
		scenes.map(({ token, name }) => [token, name]),
	);
	draw();
}

function draw() {
	const scene = scenes.find(({ token }) => token === byId("scene").value) ?? scenes[0];
	const wanted = JSON.stringify(scene);
	if (wanted === drawn) return;
	drawn = wanted;
	items.clear();
	byId("stage")
		.querySelectorAll(".item")
		.forEach((item) => item.remove());
	const place = fitting(scene?.items ?? []);
	for (const { id, name, type, ...box } of scene?.items ?? []) {
		const item = element(
			"div",
			{ className: "item" },
			element("span", { className: "sign", textContent: itemSigns[type] ?? "?" }),
			element("span", { className: "name", textContent: name }),
		);
		Object.assign(item.style, place(box));
		items.set(id, item);
		byId("stage").append(item);
	}
}

/** The service does not tell the unit of places, nor the scene's size: what there is fills the stage. */
function fitting(boxes) {
	const margin = 5;
	const left = Math.min(...boxes.map((box) => box.left));
	const top = Math.min(...boxes.map((box) => box.top));
	const width = Math.max(...boxes.map((box) => box.left + box.width)) - left || 1;
	const height = Math.max(...boxes.map((box) => box.top + box.height)) - top || 1;
	const part = (length, whole) => `${(length / whole) * (100 - 2 * margin)}%`;
	const from = (start, whole) => `${margin + (start / whole) * (100 - 2 * margin)}%`;
	return (box) => ({
		left: from(box.left - left, width),
		top: from(box.top - top, height),
		width: part(box.width, width),
		height: part(box.height, height),
	});
}

/** Lets an item play, on the scene it is in. */
function play(id, action) {
	const scene = scenes.find((candidate) => candidate.items.some((item) => item.id === id));
	if (!scene) return;
	byId("scene").value = scene.token;
	draw();
	const item = items.get(id);
	const kind = plays[action] ?? "pulse";
	item.classList.remove(...Object.values(plays), "pulse");
	void item.offsetWidth;
	item.classList.add(kind);
	item.querySelector(".caption")?.remove();
	const caption = element("span", { className: "caption", textContent: action });
	item.append(caption);
	setTimeout(() => {
		caption.remove();
		item.classList.remove(kind);
	}, playMs);
}

/** One alert after the other, as on a stream. A long queue is cut short. */
function alertNext() {
	const next = waitingAlerts[0];
	if (!next) return;
	const alert = element("p", { className: `alert ${next.type}` });
	const more = waitingAlerts.length > 5 ? ` (and ${waitingAlerts.length - 1} more)` : "";
	update(alert, { textContent: next.text + more });
	if (more) waitingAlerts.splice(1);
	byId("stage").append(alert);
	setTimeout(
		() => {
			alert.remove();
			waitingAlerts.shift();
			alertNext();
		},
		waitingAlerts.length > 1 ? alertMs / 3 : alertMs,
	);
}

byId("scene").addEventListener("change", draw);
on("command", ({ item, action }) => play(item, action));
on("event", (event) => {
	waitingAlerts.push(event);
	if (waitingAlerts.length === 1) alertNext();
});
