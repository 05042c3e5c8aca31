import type { PageState } from "../snapshot";

import { byId, element, fillSelect } from "./dom";
import { sendToDeck } from "./link";

type Inspector = NonNullable<PageState["inspector"]>;
type Connect = (port: string, uuid: string, registerEvent: string, info: string, actionInfo: string) => void;

const select = byId("inspected", HTMLSelectElement);
const remove = byId("remove", HTMLButtonElement);
const emptyHint = "The deck is empty. Drag an action to a free key, or select it and then a key.";
/** Whether the user requested the settings that open next. They are then scrolled into view. */
let isRequested = true;
/** Id of the inspector, or the hint instead of one. */
let shownContent: string | undefined;
/** Whether this is the first call, which opens the settings of the first key as an example. */
let isFirst = true;

export function inspect(key: string): void {
	sendToDeck({ do: "inspect", key });
}

/** Displays the real inspector page of the selected key, connected as by the app. */
export function showInspector({ inspector, keys }: PageState): void {
	const options = keys.map(
		({ context, text, name }) => [context, text === name ? name : `${name}: ${text}`] as const,
	);
	fillSelect(select, [["", "Choose a key"], ...options], inspector?.key ?? "");
	const [first] = keys;
	remove.disabled = !inspector;
	if (isFirst && first && !inspector) {
		isRequested = false;
		inspect(first.context);
	}
	if (first) isFirst = false;
	const content =
		inspector?.uuid ?? (first ? "Right-click a key or press I to open its settings." : emptyHint);
	if (content === shownContent) return;
	shownContent = content;
	if (!inspector) showHint(content);
	else if (inspector.page) open(inspector, inspector.page);
	else showHint(`${inspector.name} has no settings page.`);
}

function open({ name, port, uuid, registerEvent, info, actionInfo }: Inspector, page: string): void {
	const frame = element("iframe", { title: `Settings of ${name}`, src: page });
	frame.addEventListener("load", () => {
		const target = frame.contentWindow;
		const connect: unknown = target && Reflect.get(target, "connectElgatoStreamDeckSocket");
		if (isConnect(connect)) connect.call(target, String(port), uuid, registerEvent, info, actionInfo);
		else showHint(`${page} cannot be loaded. Run npm run build.`);
	});
	byId("inspector").replaceChildren(frame);
	if (isRequested) showInView(byId("inspector"));
	isRequested = true;
}

/** Scrolls if less than half of the settings are visible. */
function showInView(target: HTMLElement): void {
	const { top, bottom, height } = target.getBoundingClientRect();
	const visibleHeight = Math.min(bottom, window.innerHeight) - Math.max(top, 0);
	if (visibleHeight < height / 2) target.closest("section")?.scrollIntoView({ block: "start" });
}

function isConnect(connect: unknown): connect is Connect {
	return typeof connect === "function";
}

function showHint(text: string): void {
	byId("inspector").replaceChildren(element("p", { className: "hint", textContent: text }));
}

remove.addEventListener("click", () => {
	if (select.value) sendToDeck({ do: "remove", key: select.value });
});
select.addEventListener("change", () => {
	if (select.value) inspect(select.value);
});
