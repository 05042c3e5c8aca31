import { parseSendEventSettings, type SendEventSettings } from "../../src/settings/schemas/send-event";
import { numberFromTyped } from "../../src/state/typed-number";
import { appearanceRows } from "../appearance";
import { element } from "../dom";
import { collapsible } from "../fields/fields";
import { bindForm, type Check, checkNumber } from "../fields/form";
import type { Page } from "../page";

const fieldsByType: Readonly<Record<SendEventSettings["type"], readonly string[]>> = {
	follow: ["username"],
	subscription: ["username", "resub"],
	donation: ["username", "amount", "currency", "message"],
	hosting: ["hostname", "viewers"],
};

/** Settings of a custom event: its type, and the fields of that type. */
export const sendEventPage: Page = {
	title: "sendEventPage",
	build: (context) => {
		const { host, settings, text, fields, form } = context;
		const rows: Readonly<Record<string, HTMLElement>> = {
			username: fields.text({ name: "username", label: "person" }, { maxLength: 100 }).row,
			hostname: fields.text({ name: "hostname", label: "hostname" }, { maxLength: 100 }).row,
			viewers: fields.text({ name: "viewers", label: "viewerCount" }, { inputMode: "numeric", maxLength: 12 })
				.row,
			amount: fields.text({ name: "amount", label: "amount" }, { inputMode: "decimal", maxLength: 20 }).row,
			currency: fields.text(
				{ name: "currency", label: "currency", hint: "currencyHint" },
				{ maxLength: 3, placeholder: "EUR" },
			).row,
			resub: fields.text(
				{ name: "resub", label: "resub", hint: "resubHint" },
				{ inputMode: "numeric", maxLength: 6 },
			).row,
			message: fields.textArea({ name: "message", label: "message" }, { maxLength: 500 }).row,
		};
		const needsHold = fields.check({ name: "needsHold", label: "needsHold" }).row;
		// A step of a multi-action cannot be held.
		const advanced = collapsible(text("advanced"), needsHold);
		advanced.hidden = host.instance.kind === "step";
		form.append(
			fields.select({ name: "type", label: "sendType" }, [
				["follow", "follow"],
				["subscription", "subscription"],
				["donation", "donation"],
				["hosting", "hosting"],
			]).row,
			...Object.values(rows),
			element("p", { className: "hint", textContent: text("sendHint") }),
			collapsible(text("groupLook"), ...appearanceRows(context)),
			advanced,
		);
		const show = (): void => {
			const shown = fieldsByType[parseSendEventSettings(settings.current).type];
			for (const [name, row] of Object.entries(rows)) row.hidden = !shown.includes(name);
		};
		settings.onChange(show);
		show();
		bindForm({
			form,
			settings,
			parse: parseSendEventSettings,
			checks: {
				username: required(),
				hostname: required(),
				resub: checkWholeNumber,
				viewers: required(checkWholeNumber),
				amount: required(checkAmount),
				currency: ({ value }) =>
					/^([a-z]{3})?$/i.test(value.trim()) ? undefined : { key: "currencyInvalid" },
			},
			text,
		});
	},
};

/** Returns a check for a required field. @param check Checks the value if there is one. */
function required(check: Check = () => undefined): Check {
	return (control) => (control.value.trim() === "" ? { key: "required" } : check(control));
}

// The plugin posts no larger count. An amount is exact up to here in thousandths, the smallest minor units.
const checkCount = checkNumber({ min: 0, max: 999_999_999, error: "wholeNumberInvalid" });
const checkAmount = checkNumber({ min: Number.MIN_VALUE, max: 9_007_199_254_740, error: "amountInvalid" });

/** Checks a whole number. An empty field is valid: the plugin uses a default. */
function checkWholeNumber(control: Parameters<Check>[0]): ReturnType<Check> {
	const isFraction = !Number.isInteger(numberFromTyped(control.value) ?? 0);
	return isFraction ? { key: "wholeNumberInvalid" } : checkCount(control);
}
