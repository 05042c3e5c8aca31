import { appearanceRows } from "../appearance";
import type { Option } from "../../src/inspector/message-parts";
import { parseCounterSettings } from "../../src/settings/schemas/counter";
import { counterMetrics } from "../../src/state/counters/counter-query";
import { DataSource, isSourceError, sourceText } from "../fields/data-source";
import { element, setText } from "../dom";
import { fillSelect, collapsible, group, missingOption } from "../fields/fields";
import { bindForm, checkNumber, checkPositive } from "../fields/form";
import { createGoalActionGroup } from "../scenes/goal-action";
import type { Page } from "../page";
import { createPeriodFields } from "../fields/period-fields";
import { platformName } from "../platforms";
import { createRefreshButton, showLoading } from "../fields/refresh-button";
import { checkPlaceholders, textFileGroup } from "../fields/text-file";

/** Settings of a counter. Fields that do not apply to the chosen metric and period are hidden. */
export const counterPage: Page = {
	title: "counterPage",
	build: (context) => {
		const { host, account, settings, text, fields, form } = context;
		const metric = fields.select(
			{ name: "metric", label: "show" },
			counterMetrics.map((each) => [each, each]),
		);
		const period = createPeriodFields(fields);
		const refreshButton = createRefreshButton(text, () => {
			source.fetch({ isRefresh: true });
		});
		const providerSelect = element("select", { id: "provider", name: "provider" });
		const providerField = fields.row({ label: "provider" }, providerSelect, refreshButton);
		const providerStatus = element("p", { id: "list-status", className: "status", role: "status" });
		providerField.row.lastElementChild?.append(providerStatus);
		const newOnly = fields.check({ name: "newOnly", label: "newOnly" });
		const uniqueOnly = fields.check({ name: "uniqueOnly", label: "uniqueOnly" });
		const offset = fields.number({ name: "offset", label: "offset", hint: "offsetHint" });
		const goal = fields.number({ name: "goal", label: "goal" });
		const goalStep = fields.number({ name: "goalStep", label: "goalStep", hint: "goalStepHint" });
		const goalActionGroup = createGoalActionGroup(context);
		const format = fields.select({ name: "format", label: "format" }, [
			["auto", "formatAuto"],
			["full", "formatFull"],
			["compact", "formatCompact"],
		]);
		const flash = fields.check({ name: "flash", label: "flash" });
		const onPress = fields.select({ name: "onPress", label: "onPress" }, [
			["refresh", "commandRefresh"],
			["next", "pressNextPeriod"],
			["none", "nothing"],
		]);
		const onHold = fields.select({ name: "onHold", label: "onHold", hint: "resetSessionHint" }, [
			["none", "nothing"],
			["resetSession", "resetSession"],
		]);
		form.append(
			group(text("groupShow"), metric.row, ...period.rows, providerField.row, newOnly.row, uniqueOnly.row),
			group(text("goal"), goal.row, goalStep.row, goalActionGroup),
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
				showSettings();
			},
		});
		const showSettings = (): void => {
			const saved = parseCounterSettings(settings.current);
			const options = (source.items ?? []).map(({ value }) => ({ value, label: platformName(value) }));
			const found = options.find(({ value }) => value === saved.provider);
			fillSelect(providerSelect, [
				{ label: text("allProviders"), value: "" },
				...options,
				...missingOption(saved.provider, found, platformName),
			]);
			providerSelect.value = saved.provider ?? "";
			// If a press switches the period, the key can display the lifetime and every other period.
			const isLifetimeShown = saved.scope === "lifetime" || saved.onPress === "next";
			const isPeriodShown = saved.scope !== "lifetime" || saved.onPress === "next";
			const hasPlatforms = saved.metric === "followers" || saved.metric === "subscriptions";
			// A sum of amounts or of viewers. People are not counted, so there is no unique count.
			const isSumMetric = saved.metric === "donationAmount" || saved.metric === "viewers";
			period.show(saved);
			providerField.row.hidden = !isLifetimeShown || !hasPlatforms;
			newOnly.row.hidden = !isPeriodShown || saved.metric !== "subscriptions";
			// The lifetime totals contain no user names. Hostings are all read with theirs, so they can be counted once each.
			uniqueOnly.row.hidden = isSumMetric || !(isPeriodShown || saved.metric === "hostings");
			goalStep.row.hidden = saved.goal === undefined;
			goalActionGroup.hidden = saved.goal === undefined;
			const holdHint = onHold.row.querySelector<HTMLElement>(".hint");
			if (holdHint) holdHint.hidden = saved.onHold !== "resetSession";
			setText(providerStatus, sourceText([source.state], account, text));
			providerStatus.classList.toggle("fault", isSourceError(source.state));
			showLoading(refreshButton, source.state === "loading");
		};

		settings.onChange(showSettings);
		account.onChange(showSettings);
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
				goal: checkPositive,
				goalStep: checkPositive,
			},
			text,
		});
		showSettings();
	},
};
