import { byId, element, setText } from "./dom";
import { on } from "./link";

/** Kinds of lines. Each has its own sign and colour. */
type Topic = "follow" | "subscription" | "donation" | "hosting" | "press" | "link" | "face" | "problem";

const maxLines = 120;
const signs: Readonly<Record<Topic, string>> = {
	follow: "♥",
	subscription: "★",
	donation: "◆",
	hosting: "▶",
	press: "●",
	link: "⇄",
	face: "▪",
	problem: "!",
};
const list = byId("log");
const faces = byId("log-faces", HTMLInputElement);
let last: { readonly text: string; readonly count: HTMLElement; times: number } | undefined;

function write(topic: Topic, text: string): void {
	if (last?.text === text) {
		last.times++;
		setText(last.count, `×${last.times}`);
		return;
	}
	const time = new Date().toTimeString().slice(0, 8);
	const count = element("span", { className: "count" });
	const sign = element("span", { className: "sign", textContent: signs[topic] });
	sign.ariaHidden = "true";
	list.prepend(
		element(
			"li",
			{ className: topic },
			element("time", { textContent: time }),
			sign,
			element("span", { textContent: text }),
			count,
		),
	);
	last = { text, count, times: 1 };
	while (list.children.length > maxLines) list.lastElementChild?.remove();
}

function topicOf(type: string): Topic {
	return type === "follow" || type === "subscription" || type === "donation" || type === "hosting"
		? type
		: "link";
}

on("event", ({ text, type }) => {
	write(topicOf(type), text);
});
on("line", ({ text, about }) => {
	if (about === "link" || faces.checked) write(about, text);
});
on("command", ({ text }) => {
	write("press", text);
});
on("problem", ({ text }) => {
	write("problem", text);
});
on("mark", ({ mark, text }) => {
	write(mark === "alert" ? "problem" : "press", text);
	setText(byId("announcer"), text);
});
