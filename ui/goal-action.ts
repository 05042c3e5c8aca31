import { parseCounterSettings } from "../src/settings/schemas";
import { BindingChooser } from "./binding-chooser";
import { element } from "./dom";
import type { PageContext } from "./page";
import { SceneLists } from "./scene-lists";

/** What goes when a counter's goal is reached, chosen as Scene Remote's is. */
export function goalActionRows(context: PageContext): HTMLElement {
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
	const id = "goal-action";
	const heading = element("p", { id, className: "label", textContent: text("goalAction") });
	const hint = element("p", { className: "hint", textContent: text("goalActionHint") });
	const rows = element("div", { role: "group" }, heading, ...chooser.rows, hint);
	rows.setAttribute("aria-labelledby", id);
	return rows;
}
