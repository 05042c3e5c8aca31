// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { parseCounterSettings } from "../../../../src/settings/schemas/counter";
import { parseLatestEventSettings } from "../../../../src/settings/schemas/latest-event";
import { ActionSettings } from "../../../../ui/action-settings";
import { Fields } from "../../../../ui/fields/fields";
import { bindForm } from "../../../../ui/fields/form";
import type { RawSettings } from "../../../../ui/host";
import { translator } from "../../../../ui/strings";
import { checkPlaceholders } from "../../../../ui/fields/text-file";

const text = translator("en");
let form: HTMLFormElement;
let settings: ActionSettings;
let push: (settings: RawSettings) => void;

beforeEach(() => {
	vi.useFakeTimers();
	form = document.createElement("form");
	document.body.replaceChildren(form);
});
afterEach(() => {
	vi.useRealTimers();
});

function open(initialSettings: RawSettings = {}): Fields {
	settings = new ActionSettings({
		initialSettings,
		saveSettings: () => undefined,
		onSettings: (listener) => {
			push = listener;
		},
	});
	return new Fields(text);
}

function check(id: string, isChecked: boolean): void {
	const box = document.getElementById(id);
	if (!(box instanceof HTMLInputElement)) throw new Error(`there is no box ${id}`);
	box.checked = isChecked;
	box.dispatchEvent(new Event("input", { bubbles: true }));
}

describe("a list of choices", () => {
	it("keeps the last one, displays why, and removes that text on the next choice", () => {
		const fields = open({ types: ["follow", "donation"] });
		form.append(
			fields.choices({ name: "types", label: "show" }, [
				["follow", "follow"],
				["donation", "donation"],
			]),
		);
		bindForm({ form, settings, parse: parseLatestEventSettings, text });
		const status = document.getElementById("types-status");
		check("types-follow", false);
		expect(settings.current).toEqual({ types: ["donation"] });
		expect(status?.textContent).toBe("");
		check("types-donation", false);
		expect(settings.current).toEqual({ types: ["donation"] });
		expect(document.querySelector<HTMLInputElement>("#types-donation")?.checked).toBe(true);
		expect(status?.textContent).toBe(text("lastChoice"));
		check("types-follow", true);
		expect(status?.textContent).toBe("");
		expect(settings.current).toEqual({ types: ["follow", "donation"] });
	});
});

describe("a field with focus", () => {
	it("is not replaced by settings from the host; other fields are", () => {
		const fields = open({ label: "Old" });
		const { control, row } = fields.text({ name: "label", label: "label" });
		const goal = fields.number({ name: "goal", label: "goal" });
		form.append(row, goal.row);
		bindForm({ form, settings, parse: parseCounterSettings, text });
		control.focus();
		control.value = "Typ";
		control.dispatchEvent(new Event("input", { bubbles: true }));
		push({ label: "Theirs", goal: 7 });
		expect([control.value, goal.control.value]).toEqual(["Typ", "7"]);
	});
});

describe("a text with placeholders", () => {
	const complaintOf = (value: string) => {
		const control = Object.assign(document.createElement("textarea"), { value });
		const error = checkPlaceholders("fileTextCounterHint", text)(control);
		return error && text(error.key, error.values);
	};

	it.each(["", "Followers: {value}", "{label} {value} {left}/{goal}", "{ value }", "{}", "a {b c}"])(
		"is valid: %s",
		(value) => {
			expect(complaintOf(value)).toBeUndefined();
		},
	);

	it.each([
		["{foo}", "{foo}"],
		["{value} of {Value}", "{Value}"],
		["{name}", "{name}"],
		["{größe}", "{größe}"],
		["フォロワー {人数}", "{人数}"],
	])("is invalid: %s", (value, name) => {
		expect(complaintOf(value)).toBe(`${name} is not a placeholder. It is written as is.`);
	});
});
