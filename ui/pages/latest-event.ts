import { parseLatestEventSettings } from "../../src/settings/schemas/latest-event";
import { appearanceRows } from "../appearance";
import { collapsible } from "../fields/fields";
import { bindForm, checkPositive } from "../fields/form";
import type { Page } from "../page";
import { checkPlaceholders, textFileGroup } from "../fields/text-file";

export const latestEventPage: Page = {
	title: "latestEventPage",
	build: (context) => {
		const { settings, text, fields, form } = context;
		const minAmount = fields.number({ name: "minAmount", label: "minAmount", hint: "minAmountHint" });
		const fileContent = fields.select(
			{ name: "fileContent", label: "fileContent", hint: "fileSessionHint" },
			[
				["latest", "fileLatest"],
				["session", "fileSession"],
			],
		);
		const file = textFileGroup(context, { template: "{name}", placeholders: "fileTextEventHint" });
		file.append(fileContent.row);
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
			file,
			collapsible(text("advanced"), minAmount.row),
		);
		const show = (): void => {
			const saved = parseLatestEventSettings(settings.current);
			minAmount.row.hidden = !saved.types.includes("donation");
			fileContent.row.hidden = saved.file === undefined;
		};
		settings.onChange(show);
		show();
		const checks = {
			fileText: checkPlaceholders("fileTextEventHint", text),
			minAmount: checkPositive,
		};
		bindForm({ form, settings, parse: parseLatestEventSettings, checks, text });
	},
};
