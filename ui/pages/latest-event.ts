import { parseLatestEventSettings } from "../../src/settings/schemas";
import { appearanceRows } from "../appearance";
import { collapsible } from "../fields/fields";
import { bindForm } from "../fields/form";
import type { Page } from "../page";
import { checkPlaceholders, textFileGroup } from "../fields/text-file";

/** Settings of a latest-event key. */
export const latestEventPage: Page = {
	title: "latestEventPage",
	build: (context) => {
		const { settings, text, fields, form } = context;
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
			collapsible(text("groupLook"), ...appearanceRows(context)),
			textFileGroup(context, { template: "{name}", placeholders: "fileTextEventHint" }),
		);
		const checks = { fileText: checkPlaceholders("fileTextEventHint", text) };
		bindForm({ form, settings, parse: parseLatestEventSettings, checks, text });
	},
};
