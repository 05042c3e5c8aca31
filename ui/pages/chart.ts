import { parseChartSettings } from "../../src/settings/schemas/chart";
import { appearanceRows } from "../appearance";
import { element } from "../dom";
import { collapsible } from "../fields/fields";
import { bindForm } from "../fields/form";
import type { Page } from "../page";

/** Settings of a chart: series and range. */
export const chartPage: Page = {
	title: "chartPage",
	build: (context) => {
		const { account, settings, text, fields, form } = context;
		const hint = element("p", { className: "hint", textContent: text("chartCalendarHint"), hidden: true });
		account.onChange(({ calendar }) => {
			hint.hidden = calendar?.weekStartsOn !== "sunday" && !calendar?.dayStartHour;
		});
		form.append(
			fields.select({ name: "series", label: "show" }, [
				["followers", "followers"],
				["subscriptions", "subscriptions"],
				["donations", "donations"],
				["donationAmount", "donationAmount"],
			]).row,
			fields.select({ name: "range", label: "period" }, [
				["day", "rangeDay"],
				["week", "rangeWeek"],
				["month", "rangeMonth"],
				["year", "rangeYear"],
			]).row,
			hint,
			collapsible(text("groupLook"), ...appearanceRows(context)),
		);
		bindForm({ form, settings, parse: parseChartSettings, text });
	},
};
