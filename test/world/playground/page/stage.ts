import type { PageState } from "../snapshot";

import { setAlertTarget } from "./alerts";
import { all, byId, element, fillSelect, setText } from "./dom";
import { on } from "./link";
import { buildWidget, type SceneItem, type Widget } from "./widgets";

type ServiceState = PageState["service"];
type Scene = ServiceState["scenes"][number];

/** Assumed size of the canvas, in the unit of positions. */
const sceneWidth = 1_920;
const sceneHeight = 1_080;
const captionMs = 1_600;

const stage = byId("stage");
const select = byId("scene", HTMLSelectElement);
const widgets = new Map<number, Widget>();
let scenes: readonly Scene[] = [];
let drawn = "";

const sources = element("div", { className: "item text-source", hidden: true });
stage.append(sources);

/**
 * Displays the chosen scene: its items at their places, over a background. The text sources are part of every
 * scene, because streaming software adds them, not the service.
 */
export function showStage({ service, textSource }: PageState): void {
	scenes = service.scenes;
	fillSelect(
		select,
		scenes.map(({ token, name }) => [token, name]),
	);
	draw();
	for (const widget of widgets.values()) widget.show?.(service.totals);
	showTextSources(textSource);
}

function showTextSources(files: PageState["textSource"]): void {
	sources.hidden = files.length === 0;
	while (sources.children.length > 2 * files.length) sources.lastElementChild?.remove();
	while (sources.children.length < 2 * files.length)
		sources.append(element("span", { className: "text" }), element("small"));
	const elements = all(".text-source > *", HTMLElement);
	const parts = files.flatMap(({ name, text }) => [text, name]);
	for (const [index, part] of elements.entries()) setText(part, parts[index] ?? "");
}

function draw(): void {
	const scene = scenes.find(({ token }) => token === select.value) ?? scenes[0];
	const sceneJson = JSON.stringify(scene);
	if (!scene || sceneJson === drawn) return;
	drawn = sceneJson;
	stage.dataset["backdrop"] = backdropOf(scene, scenes.indexOf(scene));
	for (const { root } of widgets.values()) root.remove();
	widgets.clear();
	for (const item of scene.items) {
		const widget = buildWidget(item);
		Object.assign(widget.root.style, placeOf(item));
		widgets.set(item.id, widget);
		stage.append(widget.root);
	}
	setAlertTarget(
		stage,
		scene.items.find(({ widget }) => widget === "alert"),
	);
}

/** Returns the background of a scene: a game, a room, or a curtain. */
function backdropOf({ items }: Scene, index: number): string {
	if (items.some(({ widget }) => widget === "timer")) return "curtain";
	return index === 0 ? "game" : "room";
}

function placeOf({ left = 0, top = 0, width = 0, height = 0 }: SceneItem) {
	const part = (length: number, whole: number) => `${(length / whole) * 100}%`;
	return {
		left: part(left, sceneWidth),
		width: part(width, sceneWidth),
		top: part(top, sceneHeight),
		height: part(height, sceneHeight),
	};
}

/** Plays an item in its scene. */
function play(id: unknown, action: string): void {
	const scene = scenes.find(({ items }) => items.some((item) => item.id === id));
	if (!scene || typeof id !== "number") return;
	select.value = scene.token;
	draw();
	const widget = widgets.get(id);
	if (!widget) return;
	widget.play?.(action);
	widget.root.querySelector(".caption")?.remove();
	const caption = element("span", { className: "caption", textContent: action });
	widget.root.append(caption);
	widget.root.classList.add("playing");
	setTimeout(() => {
		caption.remove();
		if (!widget.root.querySelector(".caption")) widget.root.classList.remove("playing");
	}, captionMs);
}

select.addEventListener("change", draw);
on("command", ({ item, action }) => {
	play(item, String(action));
});
