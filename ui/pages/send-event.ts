import { parseSendEventSettings, type SendEventSettings } from "../../src/settings/schemas";
import { byId } from "../dom";
import { bindForm, type Check } from "../form";
import type { PageContext } from "../page";
import { mountPreview } from "../preview";
import type { StringKey } from "../strings";

/** What an event of each type is made of. Source: interface §4.3. */
const fieldsByType: Readonly<Record<SendEventSettings["type"], readonly string[]>> = {
	follow: ["username"],
	subscription: ["username", "resub"],
	donation: ["username", "amount", "currency", "message"],
	hosting: ["hostname", "viewers"],
};

const wholeNumber = /^\d+$/;

/** An event to try the stream's widgets with: its type, and what an event of that type needs. */
export function sendEventPage({ host, settings, text, form, preview }: PageContext): void {
	const show = (): void => {
		const fields = fieldsByType[parseSendEventSettings(settings.current).type];
		for (const name of new Set(Object.values(fieldsByType).flat())) {
			byId(`${name}-row`, HTMLElement).hidden = !fields.includes(name);
		}
	};
	settings.onChange(show);
	show();
	bindForm({
		form,
		settings,
		parse: parseSendEventSettings,
		checks: {
			username: needed(),
			hostname: needed(),
			resub: fitting(wholeNumber, "wholeNumberInvalid"),
			viewers: needed(wholeNumber, "wholeNumberInvalid"),
			amount: needed(/^(?!0+([.,]0+)?$)\d+([.,]\d+)?$/, "amountInvalid"),
			currency: needed(/^[a-z]{3}$/i, "currencyInvalid"),
		},
		text,
	});
	mountPreview(preview, host, settings, text);
}

function needed(pattern = /./, complaint: StringKey = "required"): Check {
	const isFitting = fitting(pattern, complaint);
	return (control) => (control.value.trim() === "" ? "required" : isFitting(control));
}

/** What is left out is left to the plugin. */
function fitting(pattern: RegExp, complaint: StringKey): Check {
	return ({ value }) => {
		const typed = value.trim();
		return typed === "" || pattern.test(typed) ? undefined : complaint;
	};
}
