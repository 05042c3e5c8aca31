import type { Option } from "../../src/inspector/messages";
import { parseCounterSettings } from "../../src/settings/schemas";
import { DataSource, showSource } from "../data-source";
import { byId, setText } from "../dom";
import { FilteredSelect } from "../filtered-select";
import { bindForm, checkNumber } from "../form";
import type { PageContext } from "../page";
import { mountPreview } from "../preview";
import { refreshWhenConnected } from "../refresh-when-connected";

/** One number: which, of what time, how it looks and what a press does. Shows only what matters for it. */
export function counterPage({ host, settings, text, form, preview }: PageContext): void {
	const providers = new FilteredSelect(byId("provider", HTMLSelectElement), text);
	const status = byId("list-status", HTMLElement);
	const retry = byId("retry", HTMLButtonElement);
	const color = byId("color", HTMLInputElement);
	const defaultColor = byId("default-color", HTMLButtonElement);
	const rows = {
		provider: byId("provider-row", HTMLElement),
		newOnly: byId("newOnly-row", HTMLElement),
		uniqueOnly: byId("uniqueOnly-row", HTMLElement),
		undo: byId("onHold-hint", HTMLElement),
	};
	const source = new DataSource<Option>({
		host,
		event: "getProviders",
		listIn: (reply) => (reply.event === "getProviders" ? reply : undefined),
		onChange: () => {
			show();
		},
	});

	const show = (): void => {
		const now = parseCounterSettings(settings.current);
		const { metric, provider } = now;
		const options = source.items ?? [];
		const kept = provider !== undefined && !options.some(({ value }) => value === provider);
		providers.show(
			[
				{ label: text("allProviders"), value: "" },
				...options,
				...(kept ? [{ label: provider, value: provider }] : []),
			],
			provider ?? "",
		);
		// Pressing may lead through all periods.
		const isLifetimeShown = now.scope === "lifetime" || now.onPress === "next";
		const isPeriodShown = now.scope !== "lifetime" || now.onPress === "next";
		rows.provider.hidden = !isLifetimeShown || (metric !== "followers" && metric !== "subscriptions");
		rows.newOnly.hidden = !isPeriodShown || metric !== "subscriptions";
		rows.uniqueOnly.hidden =
			metric === "donationAmount" || metric === "viewers" || !(isPeriodShown || metric === "hostings");
		rows.undo.hidden = now.onHold !== "resetSession";
		defaultColor.disabled = now.color === undefined;
		showSource(source, status, text);
		retry.hidden = !source.hasFailed;
		setText(retry, text("retry"));
	};

	defaultColor.addEventListener("click", () => {
		settings.change({ color: undefined });
	});
	retry.addEventListener("click", () => {
		source.ask({ isRefresh: true });
	});
	bindForm({
		form,
		settings,
		parse: parseCounterSettings,
		checks: { goal: checkNumber("goalInvalid") },
		text,
	});
	settings.onChange(show);
	mountPreview(preview, host, settings, text, (drawn) => {
		if (document.activeElement !== color) color.value = drawn;
	});
	refreshWhenConnected(host, source);
	source.ask();
}
