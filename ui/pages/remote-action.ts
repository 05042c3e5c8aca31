import type { ActionOption, ItemOption, SceneGroup } from "../../src/inspector/messages";
import { parseRemoteActionSettings, type RemoteActionSettings } from "../../src/settings/schemas";
import { DataSource, errorText, showSource } from "../data-source";
import { byId, setText } from "../dom";
import { FilteredSelect, type SelectOption } from "../filtered-select";
import { bindForm, checkNumber } from "../form";
import type { PageContext } from "../page";
import { mountPreview } from "../preview";
import { refreshWhenConnected } from "../refresh-when-connected";

/** What the settings name, as far as the list has it. */
type Chosen = {
	readonly scene?: SceneGroup | undefined;
	readonly item?: ItemOption | undefined;
	readonly action?: ActionOption | undefined;
};

/** What is chosen at once when an item is: most people want it to play. */
const usualAction = "trigger";

/** Scene → item → remote action. Whatever is saved stays until the user chooses something else. */
export function remoteActionPage({ host, settings, text, form, preview }: PageContext): void {
	const lists = {
		scene: new FilteredSelect(byId("sceneToken", HTMLSelectElement), text),
		item: new FilteredSelect(byId("itemId", HTMLSelectElement), text),
		action: new FilteredSelect(byId("actionCode", HTMLSelectElement), text),
		hold: new FilteredSelect(byId("holdActionCode", HTMLSelectElement), text),
	};
	const status = byId("list-status", HTMLElement);
	const retry = byId("retry", HTMLButtonElement);
	const binding = byId("binding-status", HTMLElement);
	const description = byId("action-description", HTMLElement);

	const saved = (): RemoteActionSettings => parseRemoteActionSettings(settings.current);
	const source = new DataSource<SceneGroup>({
		host,
		event: "getScenes",
		listIn: (reply) => (reply.event === "getScenes" ? reply : undefined),
		onChange: () => {
			show();
		},
	});

	const show = (): void => {
		const now = saved();
		const scenes = source.items;
		const { scene, item, action } = chosenOf(now, scenes);
		const canTell = scene && scene.error === undefined;
		const kept = (name: string | undefined, fallback: string, isKnown: boolean): string =>
			isKnown ? text("gone", { name: name ?? fallback }) : (name ?? fallback);

		lists.scene.show(
			[
				{ label: text("chooseScene"), value: "" },
				...(scenes ?? []).map(({ label, value }) => ({ label, value })),
				...keptOption(now.sceneToken, scene, (token) => kept(now.sceneName, token, scenes !== undefined)),
			],
			scene?.value ?? now.sceneToken ?? "",
		);
		const items = scene?.children ?? [];
		lists.item.show(
			[
				{ label: text("chooseItem"), value: "" },
				...items.map((option) => itemOption(option, text("noActions", { name: option.label }))),
				...keptOption(now.itemId?.toString(), item, (id) => kept(now.itemName, `#${id}`, canTell === true)),
			],
			now.itemId?.toString() ?? "",
		);
		const actions = item?.actions ?? [];
		const keptAction = (code: string | undefined, name: string | undefined): SelectOption[] => {
			const found = actions.find(({ value }) => value === code);
			return keptOption(code, found, (own) => kept(name, own, item !== undefined));
		};
		lists.action.show(
			[{ label: text("chooseAction"), value: "" }, ...actions, ...keptAction(now.actionCode, now.actionName)],
			now.actionCode ?? "",
		);
		lists.hold.show(
			[
				{ label: text("sameAsPress"), value: "" },
				...actions,
				...keptAction(now.holdActionCode, now.holdActionName),
			],
			now.holdActionCode ?? "",
		);
		setText(description, action?.description ?? "");
		setText(binding, bindingText(now, { scene, item, action }));
		showSource(source, status, text);
		if (scene?.error !== undefined) setText(status, errorText(scene.error, text));
		else if (source.state === "ready" && scenes?.length === 0) setText(status, text("noScenes"));
		else if (source.state === "ready" && scene?.children.length === 0) setText(status, text("noItems"));
		const hasFailed = source.hasFailed || scene?.error !== undefined;
		status.classList.toggle("fault", hasFailed);
		setText(retry, text(hasFailed ? "retry" : "refresh"));
		retry.disabled = source.state === "loading";
		retry.hidden = source.state === "not-set-up";
	};

	const bindingText = (now: RemoteActionSettings, { scene, item, action }: Chosen): string => {
		if (source.items === undefined || now.sceneToken === undefined) return "";
		if (!scene) return text("sceneGone");
		if (scene.error !== undefined || now.itemId === undefined) return "";
		if (!item) return text("itemGone");
		return now.actionCode !== undefined && !action ? text("actionGone") : "";
	};

	form.addEventListener(
		"input",
		(event) => {
			const { target } = event;
			if (!(target instanceof HTMLSelectElement)) return;
			// Each choice here is saved with its names, which the binding of single fields knows nothing of.
			event.stopPropagation();
			settings.change(patchFor(target, chosenOf(saved(), source.items), source.items ?? []));
			show();
		},
		{ capture: true },
	);
	retry.addEventListener("click", () => {
		source.ask({ isRefresh: true });
	});
	bindForm({
		form,
		settings,
		parse: parseRemoteActionSettings,
		checks: { guardMs: checkNumber("guardInvalid") },
		text,
	});
	settings.onChange((writer) => {
		if (writer === "host") show();
	});
	mountPreview(preview, host, settings, text);
	refreshWhenConnected(host, source);
	source.ask();
}

function chosenOf(now: RemoteActionSettings, scenes: readonly SceneGroup[] | undefined): Chosen {
	const isObvious = now.sceneToken === undefined && scenes?.length === 1;
	const scene = isObvious ? scenes[0] : scenes?.find(({ value }) => value === now.sceneToken);
	const item = scene?.children.find(({ value }) => value === now.itemId?.toString());
	const action = item?.actions.find(({ value }) => value === now.actionCode);
	return { scene, item, action };
}

/** What the user's choice changes. A choice takes along what can't go on with it. */
function patchFor(select: HTMLSelectElement, { scene, item }: Chosen, scenes: readonly SceneGroup[]) {
	const { value } = select;
	const noHold = { holdActionCode: undefined, holdActionName: undefined };
	const noAction = { actionCode: undefined, actionName: undefined, ...noHold };
	const noItem = { itemId: undefined, itemName: undefined, ...noAction };
	switch (select.name) {
		case "sceneToken":
			return { sceneToken: value, sceneName: scenes.find((one) => one.value === value)?.name, ...noItem };
		case "itemId": {
			const chosen = scene?.children.find((one) => one.value === value);
			if (!chosen) return noItem;
			const { actions, name } = chosen;
			const action = actions.find((one) => one.value === usualAction) ?? actions[0];
			const usual = { actionCode: action?.value, actionName: action?.label };
			const names = { sceneName: scene?.name, itemName: name };
			return { sceneToken: scene?.value, itemId: Number(value), ...names, ...noAction, ...usual };
		}
		case "holdActionCode": {
			const action = item?.actions.find((one) => one.value === value);
			return { holdActionCode: value, holdActionName: action?.label };
		}
		default: {
			const action = item?.actions.find((one) => one.value === value);
			const names = scene && item ? { sceneName: scene.name, itemName: item.name } : {};
			return { actionCode: value, actionName: action?.label, ...names };
		}
	}
}

/** The saved choice, by its saved name, where the list does not hold it. */
function keptOption(
	value: string | undefined,
	found: SelectOption | undefined,
	label: (value: string) => string,
): SelectOption[] {
	return value === undefined || found ? [] : [{ label: label(value), value }];
}

function itemOption({ label, value, disabled = false }: ItemOption, labelWithout: string): SelectOption {
	return { label: disabled ? labelWithout : label, value, disabled };
}
