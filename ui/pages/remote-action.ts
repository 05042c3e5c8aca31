import { parseRemoteActionSettings } from "../../src/settings/schemas/remote-action";
import { BindingChooser, type BindingSettings } from "../scenes/binding-chooser";
import { appearanceRows } from "../appearance";
import { fillSelect, collapsible, missingOption } from "../fields/fields";
import { bindForm, checkNumber } from "../fields/form";
import type { Page } from "../page";
import { SceneLists } from "../scenes/scene-lists";

/** Settings of a scene remote: scene, item and remote action, and the remote action of a hold. */
export const remoteActionPage: Page = {
	title: "remoteActionPage",
	build: (context) => {
		const { host, account, settings, text, fields, form } = context;
		const lists = new SceneLists(host, account);
		const saved = () => parseRemoteActionSettings(settings.current);
		const chooser = new BindingChooser({
			context,
			lists,
			read: saved,
			write: (binding) => {
				settings.change({ ...withAbsentFields(binding), ...(isSameItem(binding) ? {} : clearedHold) });
				showHold();
			},
		});
		/** The action of a hold belongs to the same item. Another item removes it. */
		const isSameItem = ({ sceneToken, itemId }: BindingSettings) => {
			const current = saved();
			return sceneToken === current.sceneToken && itemId === current.itemId;
		};
		const hold = fields.select({ name: "holdActionCode", label: "onHold" });
		const guard = fields.number({ name: "guardMs", label: "guard", hint: "guardHint" });
		const advanced = collapsible(text("advanced"), guard.row);
		hold.row.hidden = host.instance.kind === "step";
		form.append(
			...chooser.rows,
			hold.row,
			chooser.map,
			collapsible(text("groupLook"), ...appearanceRows(context)),
			advanced,
		);

		const showHold = (): void => {
			const { actions } = chooser;
			const { holdActionCode, holdActionName } = saved();
			const found = actions?.find(({ value }) => value === holdActionCode);
			fillSelect(hold.control, [
				{ label: text("sameAsPress"), value: "" },
				...(actions ?? []).map(({ label, value }) => ({ label, value })),
				...missingOption(holdActionCode, found, (code) => {
					const name = holdActionName ?? code;
					return actions ? text("gone", { name }) : name;
				}),
			]);
			hold.control.value = holdActionCode ?? "";
		};
		hold.control.addEventListener("input", (event) => {
			event.stopPropagation();
			const { value } = hold.control;
			const name = chooser.actions?.find((action) => action.value === value)?.label;
			settings.change({ holdActionCode: value, holdActionName: name });
		});
		lists.onChange(showHold);
		settings.onChange((writer) => {
			if (writer === "host") showHold();
		});
		bindForm({
			form,
			settings,
			parse: parseRemoteActionSettings,
			checks: { guardMs: checkNumber({ min: 0, max: 10_000, error: "guardInvalid" }) },
			text,
		});
		showHold();
	},
};

const clearedHold = { holdActionCode: undefined, holdActionName: undefined };

/** Returns the binding with absent fields as undefined, so that they are removed from the settings. */
function withAbsentFields(binding: BindingSettings) {
	const { sceneToken, sceneName, itemId, itemName, actionCode, actionName } = binding;
	return { sceneToken, sceneName, itemId, itemName, actionCode, actionName };
}
