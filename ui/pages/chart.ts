import { parseChartSettings } from "../../src/settings/schemas/chart";
import { chartSeries } from "../../src/state/counters/chart";
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
			fields.select(
				{ name: "series", label: "show" },
				chartSeries.map((series) => [series, series]),
			).row,
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
