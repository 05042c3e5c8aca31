import { parseTopSupporterSettings } from "../../src/settings/schemas";
import { appearanceRows } from "../appearance";
import { collapsible } from "../fields";
import { bindForm } from "../form";
import type { Page } from "../page";
import { checkPlaceholders, textFileGroup } from "../text-file";

/** Who gave most: in one donation or in all, in which period, in which currency. */
export const topSupporterPage: Page = {
	title: "topSupporterPage",
	build: (context) => {
		const { settings, text, fields, form } = context;
		form.append(
			fields.select({ name: "by", label: "topBy" }, [
				["donation", "topDonation"],
				["total", "topTotal"],
			]).row,
			fields.select({ name: "scope", label: "period" }, [
				["lifetime", "lifetime"],
				["session", "session"],
				["today", "today"],
				["week", "week"],
				["month", "month"],
				["year", "year"],
			]).row,
			fields.text(
				{ name: "currency", label: "topCurrency", hint: "topCurrencyHint" },
				{ maxLength: 10, placeholder: "EUR" },
			).row,
			collapsible(text("groupLook"), ...appearanceRows(context)),
			textFileGroup(context, { template: "{name}", placeholders: "fileTextSupporterHint" }),
		);
		bindForm({
			form,
			settings,
			parse: parseTopSupporterSettings,
			checks: {
				fileText: checkPlaceholders("fileTextSupporterHint", text),
				currency: ({ value }) =>
					value.trim() === "" || /^[a-z]{3,10}$/i.test(value.trim())
						? undefined
						: { key: "topCurrencyInvalid" },
			},
			text,
		});
	},
};
