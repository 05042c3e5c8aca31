import type { TryOutcome } from "../../src/inspector/message-parts";
import { parseCounterSettings } from "../../src/settings/schemas/counter";
import { BindingChooser } from "./binding-chooser";
import { button, element, setText } from "../dom";
import type { PageContext } from "../page";
import { SceneLists } from "./scene-lists";
import type { StringKey } from "../strings/en";

const outcomeTexts: Readonly<Record<TryOutcome, StringKey>> = {
	sent: "trySent",
	missing: "itemGone",
	offline: "tryOffline",
	failed: "failed",
};

/** Creates the group of rows for the action that is sent when a counter's goal is reached. */
export function createGoalActionGroup(context: PageContext): HTMLElement {
	const { host, account, settings, text } = context;
	const chooser = new BindingChooser({
		context,
		lists: new SceneLists(host, account),
		prefix: "goal-",
		isOptional: true,
		read: () => parseCounterSettings(settings.current).goalAction ?? {},
		write: (binding) => {
			const chosen = Object.entries(binding).filter(([, value]) => value !== undefined);
			settings.change({ goalAction: chosen.length === 0 ? undefined : Object.fromEntries(chosen) });
		},
	});
	const status = element("p", { className: "hint", role: "status" });
	const tryIt = button(text("tryAction"), () => {
		const {
			sceneToken: scene,
			itemId: item,
			actionCode: action,
		} = parseCounterSettings(settings.current).goalAction ?? {};
		if (scene === undefined || item === undefined || action === undefined) return;
		setText(status, "");
		void host.request({ event: "tryAction", scene, item, action }).then((reply) => {
			setText(status, text(outcomeTexts[reply?.outcome ?? "failed"]));
		});
	});
	const showTry = (): void => {
		tryIt.hidden = parseCounterSettings(settings.current).goalAction?.actionCode === undefined;
	};
	settings.onChange(showTry);
	showTry();
	const id = "goal-action";
	const heading = element("p", { id, className: "label", textContent: text("goalAction") });
	const hint = element("p", { className: "hint", textContent: text("goalActionHint") });
	const trial = element(
		"div",
		{ className: "field" },
		element("span"),
		element("div", {}, hint, tryIt, status),
	);
	const rows = element("div", { role: "group" }, heading, ...chooser.rows, trial, chooser.map);
	rows.setAttribute("aria-labelledby", id);
	return rows;
}
