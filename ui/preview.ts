import commandLayout from "../com.example.streamevents.sdPlugin/layouts/dial-command.json";
import valueLayout from "../com.example.streamevents.sdPlugin/layouts/dial.json";
import type { StripView } from "../src/inspector/message-parts";
import type { ActionSettings } from "./action-settings";
import { element } from "./dom";
import type { Host } from "./host";
import type { Translate } from "./strings";

/** The layouts of the plugin's dials. The manifest assigns one to each action. */
type DialLayout = typeof commandLayout | typeof valueLayout;

type ColorListener = (color: string) => void;

/** Displays the key as the plugin draws it with the current settings; a dial as its part of the touch strip. */
export function mountPreview(
	root: HTMLElement,
	{
		host,
		settings,
		text,
	}: { readonly host: Host; readonly settings: ActionSettings; readonly text: Translate },
): { readonly onColor: (listener: ColorListener) => void } {
	const listeners: ColorListener[] = [];
	const { action, kind } = host.instance;
	const layout: DialLayout = action.endsWith(".remote-action") ? commandLayout : valueLayout;
	const onColor = (listener: ColorListener) => listeners.push(listener);
	// A step of a multi-action has no picture, but its color is still requested.
	root.hidden = kind === "step";
	const picture = element("img", { hidden: true, width: 72, height: 72 });
	const strip = element("div", { className: "strip", role: "img", hidden: true });
	root.append(picture, strip);
	const requestPreview = (): void => {
		const controller = kind === "dial" ? "Encoder" : "Keypad";
		void host.request({ event: "getPreview", settings: settings.current, controller });
	};
	host.onReply("getPreview", (reply) => {
		const label = text("preview", { title: reply.title ?? "" });
		picture.hidden = reply.image === undefined;
		if (reply.image !== undefined) picture.src = reply.image;
		picture.alt = label;
		strip.hidden = reply.strip === undefined;
		strip.ariaLabel = label;
		if (reply.strip) drawStrip(strip, reply.strip, layout);
		if (reply.color !== undefined) for (const listener of listeners) listener(reply.color);
	});
	settings.onChange(requestPreview);
	host.plugin.onStart(requestPreview);
	return { onColor };
}

/** Draws the dial's layout as the app does. */
function drawStrip(root: HTMLElement, strip: StripView, { items }: DialLayout): void {
	root.replaceChildren(
		...items.flatMap((item) => {
			const { key, type, rect } = item;
			const feedback = strip[key];
			const {
				value,
				enabled,
				bar_fill_c: color,
			} = typeof feedback === "object" ? feedback : { value: feedback ?? "" };
			const isShown = (enabled ?? item.enabled ?? true) && (item.opacity ?? 1) > 0;
			if (!isShown || value === "") return [];
			const drawn = drawItem(type, value, color);
			const [x = 0, y = 0, width = 0, height = 0] = rect;
			Object.assign(drawn.style, {
				left: `${x}px`,
				top: `${y}px`,
				width: `${width}px`,
				height: `${height}px`,
				lineHeight: `${height}px`,
				color: item.color ?? "",
				textAlign: "alignment" in item ? item.alignment : "",
				fontSize: `${item.font?.size ?? 16}px`,
				fontWeight: String(item.font?.weight ?? 400),
			});
			return [drawn];
		}),
	);
}

function drawItem(type: string, value: string | number, color: string | undefined): HTMLElement {
	if (type === "pixmap") return element("img", { src: imageSource(String(value)), alt: "" });
	if (type !== "bar") return element("span", { textContent: String(value) });
	const fill = element("span");
	fill.style.width = `${value}%`;
	fill.style.backgroundColor = color ?? "";
	return element("div", { className: "bar" }, fill);
}

function imageSource(picture: string): string {
	return picture.startsWith("<svg") ? `data:image/svg+xml,${encodeURIComponent(picture)}` : picture;
}
