import { byId, element, fillSelect } from "./dom.js";
import { toDeck } from "./link.js";

/** Null before anything was shown. */
let openUuid = null;

export function inspect(key) {
	toDeck({ do: "inspect", key });
}

/** Shows the real inspector page of the key whose settings are open, connected as the app would do it. */
export function showInspector({ inspector, keys }) {
	const options = keys.map(({ context, says, name }) => [context, says === name ? name : `${name}: ${says}`]);
	fillSelect(byId("inspected"), [["", "Choose a key"], ...options], inspector?.key ?? "");
	if (inspector?.uuid === openUuid) return;
	openUuid = inspector?.uuid;
	if (!inspector) return say("Right-click a key, or press I on it, to see its settings.");
	if (!inspector.page) return say(`${inspector.name} has no settings page.`);
	const frame = element("iframe", { title: `Settings of ${inspector.name}`, src: inspector.page });
	frame.addEventListener("load", () => {
		const connect = frame.contentWindow.connectElgatoStreamDeckSocket;
		if (!connect) return say(`${inspector.page} can't be connected: it is not built, or it is broken.`);
		const { port, uuid, registerEvent, info, actionInfo } = inspector;
		connect.call(frame.contentWindow, String(port), uuid, registerEvent, info, actionInfo);
	});
	byId("inspector").replaceChildren(frame);
}

function say(text) {
	byId("inspector").replaceChildren(element("p", { className: "hint", textContent: text }));
}

byId("inspected").addEventListener("change", ({ target }) => target.value && inspect(target.value));
