import type { Combobox, SelectOption } from "./combobox";
import { element } from "../dom";
import type { Translate } from "../strings";
import type { StringKey } from "../strings/en";

/** A control and its row, which has the label in the first column and the control in the second. */
export type Field<C extends HTMLElement> = { readonly row: HTMLElement; readonly control: C };

type FieldDefinition = { readonly name: string; readonly label: StringKey; readonly hint?: StringKey };

/** Creates the controls of a page. The name of a control is the name of its setting. */
export class Fields {
	readonly #text: Translate;

	constructor(text: Translate) {
		this.#text = text;
	}

	/** Creates a select element. Without options, it is filled later. */
	select(
		definition: FieldDefinition,
		options: readonly (readonly [value: string, label: StringKey])[] = [],
	): Field<HTMLSelectElement> {
		const select = element("select", { id: definition.name, name: definition.name });
		fillSelect(
			select,
			options.map(([value, label]) => ({ value, label: this.#text(label) })),
		);
		return this.row(definition, select);
	}

	text(
		definition: FieldDefinition,
		properties: Partial<Pick<HTMLInputElement, "maxLength" | "inputMode" | "placeholder" | "type">> = {},
	): Field<HTMLInputElement> {
		const { name } = definition;
		const input = element("input", { id: name, name, type: "text", spellcheck: false, ...properties });
		input.autocomplete = "off";
		return this.row(definition, input);
	}

	/** Creates a text field for a number in any common notation. The form replaces it by the parsed number. */
	number(definition: FieldDefinition): Field<HTMLInputElement> {
		const field = this.text(definition, { inputMode: "decimal", maxLength: 40 });
		field.control.dataset["kind"] = "number";
		return field;
	}

	textArea(
		definition: FieldDefinition,
		properties: Partial<Pick<HTMLTextAreaElement, "maxLength">>,
	): Field<HTMLTextAreaElement> {
		const { name } = definition;
		return this.row(definition, element("textarea", { id: name, name, rows: 3, ...properties }));
	}

	check({ name, label }: FieldDefinition): Field<HTMLInputElement> {
		const input = element("input", { id: name, name, type: "checkbox" });
		return { row: this.checkRow(input, label), control: input };
	}

	/** Creates checkboxes of one name, whose setting is a list. */
	choices(
		{ name, label }: FieldDefinition,
		options: readonly (readonly [value: string, label: StringKey])[],
	): HTMLElement {
		const id = `${name}-label`;
		const boxes = options.map(([value, optionLabel]) =>
			this.checkRow(element("input", { id: `${name}-${value}`, name, type: "checkbox", value }), optionLabel),
		);
		const status = element("p", { id: `${name}-status`, className: "status", role: "status" });
		const group = element("div", { role: "group" }, ...boxes, status);
		group.setAttribute("aria-labelledby", id);
		const legend = element("span", { id, className: "label", textContent: this.#text(label) });
		return element("div", { id: `${name}-row`, className: "field" }, legend, group);
	}

	row<C extends HTMLElement>(
		definition: Omit<FieldDefinition, "name">,
		control: C,
		...extras: readonly HTMLElement[]
	): Field<C> {
		return { row: this.#row(definition, control, [control, ...extras]), control };
	}

	comboRow(label: StringKey, combobox: Combobox, ...extras: readonly HTMLElement[]): HTMLElement {
		return this.#row({ label }, combobox.input, [combobox.root, ...extras]);
	}

	/** Creates the row of a checkbox. Its label contains it. */
	checkRow(input: HTMLInputElement, label: StringKey): HTMLElement {
		const labelText = element("span", { textContent: this.#text(label) });
		return element("label", { id: `${input.id}-row`, className: "check" }, input, labelText);
	}

	#row(
		{ label, hint }: Omit<FieldDefinition, "name">,
		control: HTMLElement,
		parts: readonly [HTMLElement, ...HTMLElement[]],
	): HTMLElement {
		const line = parts.length === 1 ? parts[0] : element("div", { className: "row" }, ...parts);
		const content = element("div", {}, line);
		if (hint !== undefined) {
			const id = `${control.id}-hint`;
			content.append(element("p", { id, className: "hint", textContent: this.#text(hint) }));
			control.setAttribute("aria-describedby", id);
		}
		const labelElement = element("label", { htmlFor: control.id, textContent: this.#text(label) });
		return element("div", { id: `${control.id}-row`, className: "field" }, labelElement, content);
	}
}

export function group(heading: string, ...rows: readonly HTMLElement[]): HTMLElement {
	const title = element("h2", { textContent: heading });
	return element("section", { className: "group" }, title, ...rows);
}

/** Creates a collapsed section for rows that few users need. */
export function collapsible(heading: string, ...rows: readonly HTMLElement[]): HTMLDetailsElement {
	const title = element("summary", { textContent: heading });
	return element("details", { className: "group folded" }, title, ...rows);
}

/**
 * Returns an option for a saved value that is not in the loaded list, so that the user sees it.
 * @param saved The saved value; undefined if nothing is saved.
 * @param found The option of the list with this value, if there is one.
 * @param label Returns the label of the saved value.
 * @returns No option if the list contains the value.
 */
export function missingOption(
	saved: string | undefined,
	found: { readonly value: string } | undefined,
	label: (value: string) => string,
): SelectOption[] {
	return saved === undefined || found ? [] : [{ label: label(saved), value: saved }];
}

/** Replaces the options if they have changed. */
export function fillSelect(select: HTMLSelectElement, options: readonly SelectOption[]): void {
	const content = JSON.stringify(options);
	if (select.dataset["options"] === content) return;
	select.dataset["options"] = content;
	select.replaceChildren(
		...options.map(({ label, value, disabled = false }) =>
			element("option", { value, disabled, textContent: label }),
		),
	);
}
