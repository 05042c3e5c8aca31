import type { BackgroundKeyView } from "../../src/inspector/message-parts";
import { button, element, setText, show } from "../dom";
import { group } from "../fields/fields";
import type { PageContext } from "../page";

/** Creates the list of hidden keys whose goal or file continues, each with a Stop button. Hidden while it is empty. */
export function backgroundKeysGroup({ host, text }: PageContext): HTMLElement {
	const list = element("ul", { className: "background-keys" });
	const status = element("p", { className: "hint", role: "status" });
	const hint = element("p", { className: "hint", textContent: text("backgroundHint") });
	const section = group(text("background"), hint, list, status);
	const heading = section.querySelector("h2");
	if (heading) heading.tabIndex = -1;
	const locale = host.language.replace("_", "-");
	const times = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
	let displayed = "";

	const stop = ({ id }: BackgroundKeyView): void => {
		void host.request({ event: "stopBackgroundKey", id }).then((reply) => {
			setText(status, text(reply ? "backgroundStopped" : "failed"));
		});
	};
	const itemOf = (key: BackgroundKeyView): HTMLElement => {
		const end = button(text("backgroundStop"), () => {
			stop(key);
		});
		end.ariaLabel = text("backgroundStopNamed", { name: key.label });
		const details = [
			key.goal === undefined
				? undefined
				: text("backgroundGoal", { goal: key.goal, name: key.goalAction ?? "" }),
			key.file,
			text("backgroundSince", { time: times.format(key.hiddenSinceMs) }),
		].filter((detail) => detail !== undefined);
		const lines = details.map((detail) => element("p", { className: "hint", textContent: detail }));
		return element(
			"li",
			{},
			element("div", {}, element("strong", { textContent: key.label }), ...lines),
			end,
		);
	};
	const display = (keys: readonly BackgroundKeyView[]): void => {
		const content = JSON.stringify(keys);
		if (content === displayed) return;
		displayed = content;
		const hadFocus = list.contains(document.activeElement);
		list.replaceChildren(...keys.map(itemOf));
		show(list, keys.length > 0);
		if (keys.length > 0) show(section, true);
		// The button that had the focus was removed.
		if (hadFocus) (list.querySelector("button") ?? heading)?.focus();
	};

	show(section, false);
	host.onReply("getBackgroundKeys", ({ keys }) => {
		display(keys);
	});
	const load = (): void => void host.request({ event: "getBackgroundKeys" });
	host.plugin.onStart(load);
	load();
	return section;
}
