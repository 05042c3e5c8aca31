import type { ActionOption, ItemOption } from "../../src/inspector/message-parts";
import type { RemoteActionSettings } from "../../src/settings/schemas/remote-action";
import { Combobox, type SelectOption } from "../fields/combobox";
import { sourceText } from "../fields/data-source";
import { element, setText } from "../dom";
import { fillSelect, missingOption } from "../fields/fields";
import type { PageContext } from "../page";
import { createRefreshButton, showLoading } from "../fields/refresh-button";
import type { SceneLists } from "./scene-lists";
import { SceneMap } from "./scene-map";

/** The remote action that a key sends: ids, and the names to display until the lists are loaded. */
export type BindingSettings = Partial<
	Pick<RemoteActionSettings, "sceneToken" | "sceneName" | "itemId" | "itemName" | "actionCode" | "actionName">
>;

export type BindingChooserOptions = {
	readonly context: PageContext;
	readonly lists: SceneLists;
	/** Prefix of the ids of its controls, if the page has two choosers. */
	readonly prefix?: string;
	readonly read: () => BindingSettings;
	/** Saves a choice. It replaces the previous one: absent fields are removed. */
	readonly write: (binding: BindingSettings) => void;
	/** Whether the choice may be empty. */
	readonly isOptional?: boolean;
};

/** Action that is preselected when an item is chosen: it plays the item. */
const defaultAction = "trigger";

/**
 * Controls to choose a scene, an item and a remote action. Invariant: a saved choice changes only when the user chooses
 * something else, not when a list is missing, late or does not contain it.
 */
export class BindingChooser {
	/** Rows for the page, from top to bottom. */
	readonly rows: readonly HTMLElement[];
	/** Map of the scene, for the page to place below the rows that belong to the choice. */
	readonly map: HTMLElement;
	readonly #options: BindingChooserOptions;
	readonly #scene: Combobox;
	readonly #item: Combobox;
	readonly #action: HTMLSelectElement;
	readonly #refresh: HTMLButtonElement;
	readonly #status: HTMLElement;
	readonly #description: HTMLElement;
	readonly #map: SceneMap;

	constructor(options: BindingChooserOptions) {
		this.#options = options;
		const { context, lists, prefix = "" } = options;
		const { text, fields } = context;
		this.#scene = new Combobox({
			id: `${prefix}sceneToken`,
			placeholder: text("chooseScene"),
			text,
			onChoose: (token) => {
				this.#chooseScene(token);
			},
		}).withLabel(text("scene"));
		this.#item = new Combobox({
			id: `${prefix}itemId`,
			placeholder: text("chooseItem"),
			text,
			onChoose: (id) => {
				this.#chooseItem(id);
			},
		}).withLabel(text("item"));
		this.#action = element("select", { id: `${prefix}actionCode` });
		this.#action.addEventListener("input", (event) => {
			event.stopPropagation();
			this.#chooseAction(this.#action.value);
		});
		this.#refresh = createRefreshButton(text, () => {
			lists.refresh(this.#chosen.token);
		});
		this.#status = element("p", { id: `${prefix}list-status`, className: "status", role: "status" });
		this.#description = element("p", { id: `${prefix}action-description`, className: "hint" });
		this.#action.setAttribute("aria-describedby", this.#description.id);
		const scene = fields.comboRow("scene", this.#scene, this.#refresh);
		const item = fields.comboRow("item", this.#item);
		item.lastElementChild?.append(this.#status);
		const action = fields.row({ label: "action" }, this.#action).row;
		action.lastElementChild?.append(this.#description);
		this.#map = new SceneMap({
			text,
			onChoose: (id) => {
				this.#chooseItem(id);
			},
		});
		this.rows = [scene, item, action];
		this.map = this.#map.root;
		lists.onChange(() => {
			this.show();
		});
		context.account.onChange(() => {
			this.show();
		});
		context.settings.onChange((writer) => {
			if (writer === "host") this.show();
		});
		this.show();
	}

	/** Remote actions of the chosen item; undefined until they are loaded. */
	get actions(): readonly ActionOption[] | undefined {
		return this.#chosen.item?.actions;
	}

	show(): void {
		const { context, lists, read, isOptional = false } = this.#options;
		const { text } = context;
		const saved = read();
		const { token, scene, item, action } = this.#chosen;
		const items = token === undefined ? undefined : lists.itemsOf(token);
		const areItemsLoaded =
			items?.state === "ready" && (scene !== undefined || lists.scenes.state !== "ready");
		const label = (name: string, isMissing: boolean) => (isMissing ? text("gone", { name }) : name);
		const noneOption = isOptional ? [{ label: text("nothing"), value: "" }] : [];

		this.#scene.show(
			[
				...noneOption,
				...(lists.scenes.items ?? []).map(({ label: name, value }) => ({ label: name, value })),
				...missingOption(saved.sceneToken, scene, (savedToken) =>
					label(saved.sceneName ?? savedToken, lists.scenes.state === "ready"),
				),
			],
			token ?? "",
		);
		this.#item.input.disabled = token === undefined;
		this.#action.disabled = saved.itemId === undefined;
		this.#item.show(
			[
				...(items?.items ?? []).map((each) => itemOption(each, text("noActions", { name: each.label }))),
				...missingOption(saved.itemId?.toString(), item, (id) =>
					label(saved.itemName ?? `#${id}`, areItemsLoaded),
				),
			],
			saved.itemId?.toString() ?? "",
		);
		fillSelect(this.#action, [
			{ label: text("chooseAction"), value: "" },
			...(item?.actions ?? []).map(({ label: name, value }) => ({ label: name, value })),
			...missingOption(saved.actionCode, action, (savedCode) =>
				label(saved.actionName ?? savedCode, item !== undefined),
			),
		]);
		this.#action.value = saved.actionCode ?? "";
		setText(this.#description, action?.description ?? "");
		this.#map.show({
			items: items?.items ?? [],
			chosen: saved.itemId?.toString() ?? "",
			image: token === undefined || !items?.items ? undefined : lists.thumbnailOf(token),
		});
		this.#showStatus(areItemsLoaded);
	}

	#showStatus(areItemsLoaded: boolean): void {
		const { context, lists, read } = this.#options;
		const { text, account } = context;
		const { token, scene, item, action } = this.#chosen;
		const saved = read();
		const items = token === undefined ? undefined : lists.itemsOf(token);
		const isSceneMissing = lists.scenes.state === "ready" && saved.sceneToken !== undefined && !scene;
		const states = [lists.scenes.state, ...(items && !isSceneMissing ? [items.state] : [])];
		const isLoading = states.includes("loading");
		const missingText = isSceneMissing
			? text("sceneGone")
			: areItemsLoaded && saved.itemId !== undefined && !item
				? text("itemGone")
				: item && saved.actionCode !== undefined && !action
					? text("actionGone")
					: "";
		const emptyText =
			lists.scenes.state === "ready" && lists.scenes.items?.length === 0
				? text("noScenes")
				: items?.state === "ready" && items.items?.length === 0
					? text("noItems")
					: "";
		const stateText = sourceText(states, account, text);
		setText(this.#status, missingText || stateText || emptyText);
		this.#status.classList.toggle("fault", missingText !== "" || (stateText !== "" && !isLoading));
		showLoading(this.#refresh, isLoading);
	}

	/** The scene, and what the lists contain of the saved choice. */
	get #chosen() {
		const { lists, read } = this.#options;
		const saved = read();
		const scenes = lists.scenes.items;
		const token = saved.sceneToken ?? (this.#options.isOptional ? undefined : this.#suggestedScene);
		const scene = scenes?.find(({ value }) => value === token);
		const items = token === undefined ? undefined : lists.itemsOf(token).items;
		const item = items?.find(({ value }) => value === saved.itemId?.toString());
		return { token, scene, item, action: item?.actions.find(({ value }) => value === saved.actionCode) };
	}

	/** Default of a key without a scene: the scene that was chosen last for any key, or the only one. */
	get #suggestedScene(): string | undefined {
		const { scenes, lastScene } = this.#options.lists;
		const last = scenes.items?.find(({ value }) => value === lastScene);
		return (last ?? (scenes.items?.length === 1 ? scenes.items[0] : undefined))?.value;
	}

	#chooseScene(token: string): void {
		const name = this.#options.lists.scenes.items?.find(({ value }) => value === token)?.name;
		this.#write(token === "" ? {} : { sceneToken: token, sceneName: name });
	}

	#chooseItem(id: string): void {
		const { token, scene } = this.#chosen;
		if (token === undefined) return;
		const item = this.#options.lists.itemsOf(token).items?.find(({ value }) => value === id);
		if (!item) return;
		const action = item.actions.find(({ value }) => value === defaultAction) ?? item.actions[0];
		this.#write({
			sceneToken: token,
			sceneName: scene?.name ?? this.#options.read().sceneName,
			itemId: Number(id),
			itemName: item.name,
			actionCode: action?.value,
			actionName: action?.label,
		});
	}

	#chooseAction(code: string): void {
		const { scene, item } = this.#chosen;
		const saved = this.#options.read();
		this.#write({
			...saved,
			sceneName: scene?.name ?? saved.sceneName,
			itemName: item?.name ?? saved.itemName,
			actionCode: code === "" ? undefined : code,
			actionName: item?.actions.find(({ value }) => value === code)?.label,
		});
	}

	#write(binding: BindingSettings): void {
		this.#options.write(binding);
		this.show();
	}
}

function itemOption({ label, value, disabled = false }: ItemOption, disabledLabel: string): SelectOption {
	return { label: disabled ? disabledLabel : label, value, disabled };
}
