import { element } from "./dom";
import type { Translate } from "./strings";

/** From this many options on, looking for one takes longer than typing a part of its name. */
const searchableFrom = 8;
const mostLines = 8;

export type SelectOption = {
	readonly label: string;
	readonly value: string;
	readonly disabled?: boolean | undefined;
};

/** A native list, with a search field above it while the list is long. */
export class FilteredSelect {
	readonly #select: HTMLSelectElement;
	readonly #search: HTMLInputElement;
	readonly #text: Translate;
	#options: readonly SelectOption[] = [];

	constructor(select: HTMLSelectElement, text: Translate) {
		this.#select = select;
		this.#text = text;
		const name = select.labels[0]?.textContent ?? "";
		this.#search = element("input", { type: "search", className: "search", hidden: true });
		this.#search.placeholder = text("search");
		this.#search.ariaLabel = `${text("search")}: ${name}`;
		select.before(this.#search);
		this.#search.addEventListener("input", (event) => {
			event.stopPropagation();
			this.#filter();
		});
		this.#search.addEventListener("keydown", ({ key }) => {
			if (key === "Enter" || key === "ArrowDown") this.#select.focus();
		});
		select.addEventListener("focusout", () => {
			this.#search.value = "";
			this.#filter();
		});
	}

	get value(): string {
		return this.#select.value;
	}

	/** Shows these options. The first is shown as chosen when none has the value. */
	show(options: readonly SelectOption[], value: string): void {
		const isSame = JSON.stringify(options) === JSON.stringify(this.#options);
		this.#options = options;
		this.#search.hidden = options.length < searchableFrom;
		if (!isSame) this.#fill(options);
		this.#select.value = value;
		if (!isSame && this.#search.value !== "") this.#filter();
	}

	/** What is chosen stays in the list, wanted or not. */
	#filter(): void {
		const { value } = this.#select;
		const wanted = folded(this.#search.value);
		const isMatch = ({ label }: SelectOption) => folded(label).includes(wanted);
		const shown = this.#options.filter((option) => option.value === value || isMatch(option));
		const noMatch = { label: this.#text("noMatch"), value: "", disabled: true };
		this.#fill(shown.some(isMatch) ? shown : [...shown, noMatch]);
		this.#select.value = value;
		this.#select.size = wanted === "" ? 0 : Math.min(Math.max(shown.length, 2), mostLines);
	}

	#fill(options: readonly SelectOption[]): void {
		this.#select.replaceChildren(
			...options.map(({ label, value, disabled = false }) =>
				element("option", { value, disabled, textContent: label }),
			),
		);
	}
}

function folded(text: string): string {
	return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();
}
