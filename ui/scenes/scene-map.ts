import type { ItemOption } from "../../src/inspector/message-parts";
import { element, setText } from "../dom";
import { collapsible } from "../fields/fields";
import { canvasOf, percentOf, type Place } from "./scene-canvas";
import type { Translate } from "../strings";

type PlacedItem = ItemOption & { readonly place: Place };

export type SceneMapOptions = {
	readonly text: Translate;
	readonly onChoose: (itemId: string) => void;
};

export type SceneMapView = {
	readonly items: readonly ItemOption[];
	/** Id of the chosen item; empty if there is none. */
	readonly chosen: string;
	/** Thumbnail of the scene, as a data URI; undefined if there is none. */
	readonly image: string | undefined;
};

/** If the window is narrower when the map is created, the map is collapsed. */
const minOpenWidthPx = 320;
/** Limits of the map's aspect ratio, so that it fits on the page. */
const aspectRatioLimits = { min: 0.5, max: 3 } as const;
const stepByKey: Readonly<Record<string, 1 | -1>> = {
	ArrowRight: 1,
	ArrowDown: 1,
	ArrowLeft: -1,
	ArrowUp: -1,
};

/**
 * A map of a scene's items, from which the user chooses one. It is hidden if the service sends no item positions.
 *
 * Follows the "Radio Group" pattern of the WAI-ARIA Authoring Practices, except that arrow keys move only the focus,
 * because choosing an item saves it.
 */
export class SceneMap {
	readonly root: HTMLDetailsElement;
	readonly #canvas: HTMLElement;
	readonly #options: SceneMapOptions;
	#rendered = "";

	constructor(options: SceneMapOptions) {
		this.#options = options;
		const { text } = options;
		this.#canvas = element("div", { className: "canvas", role: "radiogroup", ariaLabel: text("sceneMap") });
		this.root = collapsible(text("sceneMap"), this.#canvas);
		this.root.classList.add("map");
		this.root.open = window.innerWidth >= minOpenWidthPx;
		this.root.hidden = true;
		this.#canvas.addEventListener("click", ({ target }) => {
			if (target instanceof HTMLElement) this.#choose(target);
		});
		this.#canvas.addEventListener("keydown", (event) => {
			if (this.#handleKey(event.key)) event.preventDefault();
		});
	}

	/** Renders the view if it has changed. The focused item keeps the focus. */
	show({ items, chosen, image }: SceneMapView): void {
		const view = JSON.stringify([items, chosen, image]);
		if (view === this.#rendered) return;
		this.#rendered = view;
		const placed = items.filter((item): item is PlacedItem => item.place !== undefined);
		this.root.hidden = placed.length === 0;
		const focusedId = this.#boxes.find((box) => box === document.activeElement)?.dataset["item"];
		const canvas = canvasOf(placed.map(({ place }) => place));
		const aspectRatio = Math.min(aspectRatioLimits.max, Math.max(aspectRatioLimits.min, canvas.aspectRatio));
		this.#canvas.style.aspectRatio = String(placed.length === 0 ? 1 : aspectRatio);
		this.#canvas.style.backgroundImage = image === undefined ? "" : `url("${image}")`;
		this.#canvas.replaceChildren(
			...placed.map((item) => this.#createBox(item, percentOf(item.place, canvas), item.value === chosen)),
		);
		const boxes = this.#boxes;
		const chosenBox = boxes.find(({ ariaChecked }) => ariaChecked === "true");
		const focusedBox = boxes.find(({ dataset }) => dataset["item"] === focusedId);
		const tabStop = focusedBox ?? chosenBox ?? boxes[0];
		if (tabStop) tabStop.tabIndex = 0;
		focusedBox?.focus({ preventScroll: true });
	}

	get #boxes(): readonly HTMLElement[] {
		return [...this.#canvas.children].filter((child) => child instanceof HTMLElement);
	}

	#createBox(item: PlacedItem, place: Place, isChosen: boolean): HTMLElement {
		const { label, value, disabled = false } = item;
		const name = disabled ? this.#options.text("noActions", { name: label }) : label;
		const box = element("div", { className: "box", role: "radio", tabIndex: -1, title: name });
		box.dataset["item"] = value;
		box.ariaLabel = name;
		box.ariaChecked = String(isChosen);
		if (disabled) box.ariaDisabled = "true";
		Object.assign(box.style, {
			left: `${place.left}%`,
			top: `${place.top}%`,
			width: `${place.width}%`,
			height: `${place.height}%`,
			// Small boxes are above large ones, so that all can be clicked.
			zIndex: String(Math.max(1, Math.round(10_000 - place.width * place.height))),
		});
		setText(box, item.name);
		return box;
	}

	/** @returns Whether the key was handled. */
	#handleKey(key: string): boolean {
		const boxes = this.#boxes;
		const index = boxes.findIndex((box) => box === document.activeElement);
		const current = boxes[index];
		if (!current) return false;
		if (key === "Enter" || key === " ") {
			this.#choose(current);
			return true;
		}
		const step = stepByKey[key];
		if (step === undefined) return false;
		const next = boxes[(index + step + boxes.length) % boxes.length];
		current.tabIndex = -1;
		if (next) {
			next.tabIndex = 0;
			next.focus();
		}
		return true;
	}

	#choose({ ariaDisabled, dataset }: HTMLElement): void {
		const id = dataset["item"];
		if (id !== undefined && ariaDisabled !== "true") this.#options.onChoose(id);
	}
}
