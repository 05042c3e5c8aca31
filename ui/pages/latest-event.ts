import { parseLatestEventSettings } from "../../src/settings/schemas";
import { bindForm } from "../form";
import type { Page } from "../page";

/** Which kinds of event the key shows, and what a press does with them. */
export const latestEventPage: Page = {
	title: "latestEventPage",
	build: ({ settings, text, fields, form }) => {
		form.append(
			fields.choices({ name: "types", label: "show" }, [
				["follow", "follow"],
				["subscription", "subscription"],
				["donation", "donation"],
				["hosting", "hosting"],
			]),
			fields.select({ name: "onPress", label: "onPress", hint: "holdClears" }, [
				["next", "pressNextPerson"],
				["clear", "pressClear"],
			]).row,
		);
		bindForm({ form, settings, parse: parseLatestEventSettings, text });
	},
};
