import { maxListLength, maxRank, parseTopSupporterSettings } from "../../src/settings/schemas/top-supporter";
import { appearanceRows } from "../appearance";
import { collapsible, fillSelect } from "../fields/fields";
import { bindForm, checkNumber } from "../fields/form";
import type { Page } from "../page";
import { checkPlaceholders, textFileGroup } from "../fields/text-file";
import { createPeriodFields } from "../fields/period-fields";

export const topSupporterPage: Page = {
	title: "topSupporterPage",
	build: (context) => {
		const { settings, text, fields, form } = context;
		const period = createPeriodFields(fields);
		const rank = fields.select({ name: "rank", label: "rank" });
		fillSelect(
			rank.control,
			Array.from({ length: maxRank }, (_, index) => ({ label: String(index + 1), value: String(index + 1) })),
		);
		const listLength = fields.number({ name: "listLength", label: "listLength" });
		const file = textFileGroup(context, { template: "{name}", placeholders: "fileTextSupporterHint" });
		file.append(listLength.row);
		form.append(
			fields.select({ name: "by", label: "show" }, [
				["donation", "topDonation"],
				["total", "topTotal"],
			]).row,
			...period.rows,
			rank.row,
			fields.text(
				{ name: "currency", label: "currency", hint: "topCurrencyHint" },
				{ maxLength: 10, placeholder: "EUR" },
			).row,
			collapsible(text("groupLook"), ...appearanceRows(context)),
			file,
		);
		const show = (): void => {
			const saved = parseTopSupporterSettings(settings.current);
			period.show(saved);
			listLength.row.hidden = saved.file === undefined || !saved.fileText?.includes("{list}");
		};
		settings.onChange(show);
		show();
		bindForm({
			form,
			settings,
			parse: parseTopSupporterSettings,
			checks: {
				fileText: checkPlaceholders("fileTextSupporterHint", text),
				...period.checks,
				listLength: checkNumber({ min: 1, max: maxListLength, error: "guardInvalid" }),
				currency: ({ value }) =>
					value.trim() === "" || /^[a-z]{3,10}$/i.test(value.trim())
						? undefined
						: { key: "topCurrencyInvalid" },
			},
			text,
		});
	},
};
