import { element, setText } from "../dom";
import type { Translate } from "../strings";

export type SelectOption = { readonly label: string; readonly value: string; readonly disabled?: boolean };

/** Maximum height of the list, which covers the page below it. */
const maxHeightPx = 220;
const minHeightPx = 90;

export type ComboboxOptions = {
	readonly id: string;
	readonly placeholder: string;
	readonly text: Translate;
	readonly onChoose: (value: string) => void;
};

/**
 * A list of options that is filtered by typing. Source: WAI-ARIA Authoring Practices, "Editable Combobox With List
 * Autocomplete".
 *
 * Invariant: the value changes only when an option is chosen; other text is discarded when the focus leaves.
 */
export class Combobox {
	readonly root: HTMLElement;
	readonly input: HTMLInputElement;
	readonly #list: HTMLUListElement;
	readonly #options: ComboboxOptions;
	#allOptions: readonly SelectOption[] = [];
	#filtered: readonly SelectOption[] = [];
	#value = "";
	#activeIndex = -1;
	/** Whether the active option was reached with the arrow keys: then Tab chooses it, as Enter does. */
	#isActiveByArrow = false;

	constructor(options: ComboboxOptions) {
		this.#options = options;
		const { id, placeholder } = options;
		this.#list = element("ul", { id: `${id}-list`, role: "listbox", hidden: true });
		this.input = element("input", { id, type: "text", placeholder, spellcheck: false, role: "combobox" });
		this.input.autocomplete = "off";
		this.input.setAttribute("aria-controls", this.#list.id);
		this.input.ariaAutoComplete = "list";
		this.input.ariaExpanded = "false";
		this.root = element("div", { className: "combobox" }, this.input, this.#list);
		this.#listen();
	}

	get value(): string {
		return this.#value;
	}

	/** Sets the accessible name of the list: the label of its field. */
	withLabel(label: string): this {
		this.#list.ariaLabel = label;
		return this;
	}

	/** Displays these options and selects the one with this value. Text that is being typed is kept. */
	show(options: readonly SelectOption[], value: string): void {
		const isSame = JSON.stringify(options) === JSON.stringify(this.#allOptions);
		this.#allOptions = options;
		this.#value = value;
		if (this.#list.hidden) this.#showSelected();
		else if (!isSame) this.#update();
	}

	get #typed(): string {
		return this.input.value === this.#selectedLabel ? "" : this.input.value;
	}

	get #selectedLabel(): string {
		return this.#allOptions.find(({ value }) => value === this.#value)?.label ?? "";
	}

	#listen(): void {
		const { input } = this;
		input.addEventListener("click", () => {
			if (this.#list.hidden) this.#open("");
		});
		input.addEventListener("focus", () => {
			input.select();
		});
		input.addEventListener("input", (event) => {
			event.stopPropagation();
			this.#open(input.value);
		});
		input.addEventListener("blur", () => {
			this.#close();
		});
		input.addEventListener("keydown", (event) => {
			if (this.#handleKey(event.key)) event.preventDefault();
		});
		// Prevents the input from losing the focus.
		this.#list.addEventListener("mousedown", (event) => {
			event.preventDefault();
		});
		this.#list.addEventListener("click", ({ target }) => {
			const option = target instanceof Element ? target.closest("[role=option]") : null;
			if (option) this.#choose([...this.#list.children].indexOf(option));
		});
	}

	/** @returns Whether the key was handled. */
	#handleKey(key: string): boolean {
		const isOpen = !this.#list.hidden;
		switch (key) {
			case "ArrowDown":
			case "ArrowUp":
				if (!isOpen) this.#open("");
				else this.#move(key === "ArrowDown" ? 1 : -1);
				return true;
			case "Enter":
				if (!isOpen) this.#open("");
				else this.#choose(this.#activeIndex);
				return true;
			case "Tab":
				if (isOpen && this.#isActiveByArrow) this.#choose(this.#activeIndex);
				// Not handled, so that the focus moves on.
				return false;
			case "Escape":
				if (isOpen) this.#close();
				return isOpen;
			default:
				return false;
		}
	}

	/** Displays changed options in the open list. The option selected by arrow keys stays active. */
	#update(): void {
		const active = this.#isActiveByArrow ? this.#filtered[this.#activeIndex]?.value : undefined;
		this.#open(this.#typed);
		const index = active === undefined ? -1 : this.#filtered.findIndex(({ value }) => value === active);
		if (index < 0) return;
		this.#activate(index);
		this.#isActiveByArrow = true;
	}

	#open(typed: string): void {
		this.#isActiveByArrow = false;
		const query = normalizeForSearch(typed);
		this.#filtered = this.#allOptions.filter(({ label }) => normalizeForSearch(label).includes(query));
		this.#list.replaceChildren(...this.#filtered.map((option, index) => this.#item(option, index)));
		if (this.#filtered.length === 0) {
			const noMatchItem = element("li", { role: "option", textContent: this.#options.text("noMatch") });
			noMatchItem.ariaDisabled = "true";
			this.#list.append(noMatchItem);
		}
		this.#list.hidden = false;
		this.input.ariaExpanded = "true";
		this.#place();
		const selectedIndex = this.#filtered.findIndex(({ value }) => value === this.#value);
		this.#activate(query === "" ? selectedIndex : this.#filtered.findIndex(({ disabled }) => !disabled));
	}

	/** Places the list below the input, or above it if there is more space. */
	#place(): void {
		const { top, bottom } = this.input.getBoundingClientRect();
		const below = window.innerHeight - bottom - 6;
		const isAbove = below < minHeightPx && top > below;
		this.#list.classList.toggle("above", isAbove);
		const height = Math.min(maxHeightPx, Math.max(minHeightPx, isAbove ? top - 6 : below));
		this.#list.style.maxHeight = `${height}px`;
	}

	#item({ label, value, disabled = false }: SelectOption, index: number): HTMLElement {
		const item = element("li", { id: `${this.#list.id}-${index}`, role: "option", textContent: label });
		item.ariaSelected = String(value === this.#value);
		if (disabled) item.ariaDisabled = "true";
		return item;
	}

	#move(step: 1 | -1): void {
		const count = this.#filtered.length;
		let next = this.#activeIndex;
		for (let tries = 0; tries < count; tries++) {
			next = (next + step + count + (next < 0 && step < 0 ? 1 : 0)) % count;
			if (this.#filtered[next]?.disabled) continue;
			this.#isActiveByArrow = true;
			return this.#activate(next);
		}
	}

	#activate(index: number): void {
		this.#list.children[this.#activeIndex]?.classList.remove("active");
		this.#activeIndex = index;
		const item = this.#list.children[index];
		if (!(item instanceof HTMLElement) || this.#filtered[index] === undefined) {
			this.#activeIndex = -1;
			this.input.removeAttribute("aria-activedescendant");
			this.#list.scrollTop = 0;
			return;
		}
		item.classList.add("active");
		this.input.setAttribute("aria-activedescendant", item.id);
		const { offsetTop, offsetHeight } = item;
		const { scrollTop, clientHeight } = this.#list;
		if (offsetTop < scrollTop) this.#list.scrollTop = offsetTop;
		else if (offsetTop + offsetHeight > scrollTop + clientHeight) {
			this.#list.scrollTop = offsetTop + offsetHeight - clientHeight;
		}
	}

	#choose(index: number): void {
		const option = this.#filtered[index];
		if (!option || option.disabled) return;
		const isChanged = option.value !== this.#value;
		this.#value = option.value;
		this.#close();
		if (isChanged) this.#options.onChoose(option.value);
	}

	#close(): void {
		this.#list.hidden = true;
		this.#activeIndex = -1;
		this.#isActiveByArrow = false;
		this.input.ariaExpanded = "false";
		this.input.removeAttribute("aria-activedescendant");
		this.#showSelected();
	}

	#showSelected(): void {
		const label = this.#value === "" ? "" : this.#selectedLabel;
		if (this.input.value !== label) this.input.value = label;
		this.input.title = label;
		setText(this.#list, "");
	}
}

/** Removes case and accents, which a search ignores. */
function normalizeForSearch(text: string): string {
	return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();
}
