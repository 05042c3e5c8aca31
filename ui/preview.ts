import type { ActionSettings } from "./action-settings";
import { element } from "./dom";
import type { Host } from "./host";
import type { Translate } from "./strings";

/**
 * Shows the key as the plugin draws it, for the settings as they stand.
 * @param onColor Hears the colour that the key has, whoever chose it.
 */
export function mountPreview(
	root: HTMLElement,
	host: Host,
	settings: ActionSettings,
	text: Translate,
	onColor: (color: string) => void = () => undefined,
): void {
	const picture = element("img", { hidden: true, width: 72, height: 72 });
	root.append(picture);
	const ask = (): void => {
		host.ask({ event: "getPreview", settings: settings.current });
	};
	host.onReply((reply) => {
		if (reply.event !== "getPreview") return;
		picture.hidden = reply.image === undefined;
		picture.src = reply.image ?? "";
		picture.alt = text("preview", { title: reply.title ?? "" });
		if (reply.color !== undefined) onColor(reply.color);
	});
	settings.onChange(ask);
	ask();
}
