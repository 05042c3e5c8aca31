import { numberFromTyped } from "../../src/state/typed-number";
import type { ActionSettings } from "../action-settings";
import { element, setText } from "../dom";
import type { TextValues, Translate } from "../strings";
import type { StringKey } from "../strings/en";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** An error message and the values of its placeholders. */
export type Complaint = { readonly key: StringKey; readonly values?: TextValues };

/** Returns the error of a control's value; undefined if it is valid. */
export type Check = (control: Control) => Complaint | undefined;

export type FormOptions = {
	readonly form: HTMLFormElement;
	readonly settings: ActionSettings;
	/** Parses the settings as the plugin does. */
	readonly parse: (raw: unknown) => Readonly<Record<string, unknown>>;
	/** Checks by control name. */
	readonly checks?: Readonly<Record<string, Check>>;
	readonly text: Translate;
};

/**
 * Binds every named control of a form to the setting of the same name: displays it and saves user input. An invalid
 * number is not saved, and the form displays an error; text is saved as typed. Several checkboxes of one name make a
 * list. A missing value is reported only after the field was visited.
 */
export function bindForm({ form, settings, parse, checks = {}, text }: FormOptions): void {
	const controls = [...form.elements].filter(isControl).filter(({ name }) => name !== "");
	const touched = new Set<Control>();

	const show = (): void => {
		const values = parse(settings.current);
		for (const control of controls) {
			if (control !== document.activeElement) setValue(control, values[control.name]);
			check(control);
		}
	};
	const check = (control: Control): boolean => {
		const error = checks[control.name]?.(control);
		const shouldShow = touched.has(control) || control.value.trim() !== "";
		showError(control, error === undefined || !shouldShow ? "" : text(error.key, error.values));
		return error === undefined;
	};

	form.addEventListener("submit", (event) => {
		event.preventDefault();
	});
	form.addEventListener("input", ({ target }) => {
		if (!(target instanceof Element) || !isControl(target) || !controls.includes(target)) return;
		touched.add(target);
		for (const control of controls) if (control.name !== target.name) check(control);
		const isValid = check(target);
		if ((!isValid && isNumber(target)) || isSavedWhenLeft(target)) return;
		const sameNameControls = controls.filter(({ name }) => name === target.name);
		if (sameNameControls.length > 1) {
			const chosen = sameNameControls.filter(isChecked).map(({ value }) => value);
			const isLast = chosen.length === 0;
			// An empty list would mean the default, which is all.
			if (isLast) setValue(target, [target.value]);
			else settings.change({ [target.name]: chosen });
			const status = document.getElementById(`${target.name}-status`);
			if (status) setText(status, isLast ? text("lastChoice") : "");
		} else settings.change({ [target.name]: valueOf(target) });
	});
	form.addEventListener("change", ({ target }) => {
		if (!(target instanceof Element) || !isControl(target) || !controls.includes(target)) return;
		if (isSavedWhenLeft(target)) settings.change({ [target.name]: valueOf(target) });
		// Displays the parsed number, so that the user sees how the input was interpreted.
		const parsed = isNumber(target) ? numberFromTyped(target.value) : undefined;
		if (parsed !== undefined && check(target)) setValue(target, parsed);
	});
	settings.onChange((writer) => {
		if (writer === "host") show();
	});
	show();
}

export type NumberBounds = {
	readonly min: number;
	readonly max: number;
	/** Error for text that is not a number, and for numbers below `min`. Its placeholders are `{min}` and `{max}`. */
	readonly error: StringKey;
};

/** Returns a check for a number within bounds. An empty field is valid. */
export function checkNumber({ min, max, error: key }: NumberBounds): Check {
	const values = { min, max };
	return ({ value }) => {
		if (value.trim() === "") return undefined;
		const number = numberFromTyped(value);
		if (number === undefined || number < min) return { key, values };
		return number > max ? { key: "tooLarge", values } : undefined;
	};
}

/** Checks a number that must be greater than 0. */
export const checkPositive = checkNumber({
	min: Number.MIN_VALUE,
	max: Number.MAX_SAFE_INTEGER,
	error: "goalInvalid",
});

/** Shows or removes an error below a control and associates it with the control for assistive technology. */
export function showError(control: HTMLElement & { readonly id: string }, error: string): void {
	const id = `${control.id}-error`;
	const existing = document.getElementById(id);
	if (error === "") {
		existing?.remove();
		control.removeAttribute("aria-invalid");
		toggleDescription(control, id, "remove");
		return;
	}
	control.setAttribute("aria-invalid", "true");
	if (existing) return setText(existing, error);
	const content = control.closest(".field > div") ?? control.parentElement;
	content?.append(element("p", { id, className: "complaint", textContent: error }));
	toggleDescription(control, id, "add");
}

function toggleDescription(control: HTMLElement, id: string, change: "add" | "remove"): void {
	const ids = new Set(control.getAttribute("aria-describedby")?.split(" "));
	if (change === "add") ids.add(id);
	else ids.delete(id);
	if (ids.size > 0) control.setAttribute("aria-describedby", [...ids].join(" "));
	else control.removeAttribute("aria-describedby");
}

function isControl(candidate: Element): candidate is Control {
	return (
		candidate instanceof HTMLInputElement ||
		candidate instanceof HTMLSelectElement ||
		candidate instanceof HTMLTextAreaElement
	);
}

function isChecked(control: Control): boolean {
	return control instanceof HTMLInputElement && control.checked;
}

/** Saves a control when it loses focus, not on every keystroke, because intermediate text would be on stream. */
export function saveWhenLeft(control: Control): void {
	control.dataset["saved"] = "when-left";
}

function isSavedWhenLeft({ dataset }: Control): boolean {
	return dataset["saved"] === "when-left";
}

function isNumber({ dataset }: Control): boolean {
	return dataset["kind"] === "number";
}

function valueOf(control: Control): string | number | boolean | undefined {
	if (control.type === "checkbox") return isChecked(control);
	return isNumber(control) ? numberFromTyped(control.value) : control.value;
}

function setValue(control: Control, value: unknown): void {
	if (control instanceof HTMLInputElement && control.type === "checkbox") {
		control.checked = Array.isArray(value) ? value.includes(control.value) : value === true;
	} else if (typeof value === "string" || typeof value === "number") control.value = String(value);
	else if (control.type !== "color") control.value = "";
}
