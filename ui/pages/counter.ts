import { appearanceRows } from "../appearance";
import type { Option } from "../../src/inspector/message-parts";
import { parseCounterSettings } from "../../src/settings/schemas/counter";
import { savedOption } from "../scenes/binding-chooser";
import { DataSource, sourceText } from "../fields/data-source";
import { element, setText } from "../dom";
import { fillSelect, collapsible, group } from "../fields/fields";
import { bindForm, checkNumber } from "../fields/form";
import { goalActionRows } from "../scenes/goal-action";
import type { Page } from "../page";
import { createPeriodFields } from "../period-fields";
import { platformName } from "../platforms";
import { createRefreshButton, showLoading } from "../fields/refresh-button";
import { checkPlaceholders, textFileGroup } from "../fields/text-file";

/** Settings of a counter. Fields that do not apply to the chosen metric and period are hidden. */
export const counterPage: Page = {
	title: "counterPage",
	build: (context) => {
		const { host, account, settings, text, fields, form } = context;
		const metric = fields.select({ name: "metric", label: "show" }, [
			["followers", "followers"],
			["subscriptions", "subscriptions"],
			["donations", "donations"],
			["donationAmount", "donationAmount"],
			["hostings", "hostings"],
			["viewers", "viewers"],
		]);
		const period = createPeriodFields(fields);
		const refresh = createRefreshButton(text, () => {
			source.fetch({ isRefresh: true });
		});
		const select = element("select", { id: "provider", name: "provider" });
		const provider = fields.row({ name: "provider", label: "provider" }, select, refresh);
		const status = element("p", { id: "list-status", className: "status", role: "status" });
		provider.row.lastElementChild?.append(status);
		const newOnly = fields.check({ name: "newOnly", label: "newOnly" });
		const uniqueOnly = fields.check({ name: "uniqueOnly", label: "uniqueOnly" });
		const offset = fields.number({ name: "offset", label: "offset", hint: "offsetHint" });
		const goal = fields.number({ name: "goal", label: "goal" });
		const goalStep = fields.number({ name: "goalStep", label: "goalStep", hint: "goalStepHint" });
		const goalAction = goalActionRows(context);
		const format = fields.select({ name: "format", label: "format" }, [
			["auto", "formatAuto"],
			["full", "formatFull"],
			["compact", "formatCompact"],
		]);
		const flash = fields.check({ name: "flash", label: "flash" });
		const onPress = fields.select({ name: "onPress", label: "onPress" }, [
			["refresh", "pressRefresh"],
			["next", "pressNextPeriod"],
			["none", "nothing"],
		]);
		const onHold = fields.select({ name: "onHold", label: "onHold", hint: "resetSessionHint" }, [
			["none", "nothing"],
			["resetSession", "resetSession"],
		]);
		form.append(
			group(text("groupShow"), metric.row, ...period.rows, provider.row, newOnly.row, uniqueOnly.row),
			group(text("groupGoal"), goal.row, goalStep.row, goalAction),
			group(text("groupLook"), ...appearanceRows(context)),
			group(text("groupPress"), onPress.row, onHold.row),
			textFileGroup(context, { template: "{value}", placeholders: "fileTextCounterHint" }),
			collapsible(text("advanced"), offset.row, format.row, flash.row),
		);

		const source = new DataSource<Option>({
			host,
			account,
			load: (options) => host.request({ event: "getProviders", ...options }),
			onChange: () => {
				show();
			},
		});
		const show = (): void => {
			const saved = parseCounterSettings(settings.current);
			const options = (source.items ?? []).map(({ value }) => ({ value, label: platformName(value) }));
			const found = options.find(({ value }) => value === saved.provider);
			fillSelect(select, [
				{ label: text("allProviders"), value: "" },
				...options,
				...savedOption(saved.provider, found, platformName),
			]);
			select.value = saved.provider ?? "";
			// A press may switch between all periods.
			const isLifetimeShown = saved.scope === "lifetime" || saved.onPress === "next";
			const isPeriodShown = saved.scope !== "lifetime" || saved.onPress === "next";
			const hasPlatforms = saved.metric === "followers" || saved.metric === "subscriptions";
			const isSumMetric = saved.metric === "donationAmount" || saved.metric === "viewers";
			period.show(saved);
			provider.row.hidden = !isLifetimeShown || !hasPlatforms;
			newOnly.row.hidden = !isPeriodShown || saved.metric !== "subscriptions";
			uniqueOnly.row.hidden = isSumMetric || !(isPeriodShown || saved.metric === "hostings");
			goalStep.row.hidden = saved.goal === undefined;
			goalAction.hidden = saved.goal === undefined;
			const holdHint = onHold.row.querySelector<HTMLElement>(".hint");
			if (holdHint) holdHint.hidden = saved.onHold !== "resetSession";
			setText(status, sourceText([source.state], account, text));
			status.classList.toggle("fault", source.state !== "ready" && source.state !== "loading");
			showLoading(refresh, source.state === "loading");
		};

		settings.onChange(show);
		account.onChange(show);
		bindForm({
			form,
			settings,
			parse: parseCounterSettings,
			checks: {
				fileText: checkPlaceholders("fileTextCounterHint", text),
				...period.checks,
				offset: checkNumber({
					min: -Number.MAX_SAFE_INTEGER,
					max: Number.MAX_SAFE_INTEGER,
					error: "offsetInvalid",
				}),
				goal: checkNumber({ min: Number.MIN_VALUE, max: Number.MAX_SAFE_INTEGER, error: "goalInvalid" }),
				goalStep: checkNumber({
					min: Number.MIN_VALUE,
					max: Number.MAX_SAFE_INTEGER,
					error: "goalInvalid",
				}),
			},
			text,
		});
		show();
	},
};
