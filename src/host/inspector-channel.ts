import type { JsonValue } from "@elgato/utils";

import { connection } from "../../node_modules/@elgato/streamdeck/dist/plugin/connection.js";

/** The key that a page belongs to. */
type PageKey = { readonly id: string; readonly manifestId: string };
type ActionEvent = { readonly context: string; readonly action: string };

/**
 * The pages of the property inspector, each by its key. The SDK's own `ui` reaches no page but the one that is announced,
 * and hears none of a key that it doesn't know yet, while a host may load all pages at once; so this speaks to the
 * connection behind it, which the SDK doesn't export.
 */
export const inspectorChannel = {
	async send(context: string, payload: JsonValue): Promise<void> {
		await connection.send({ event: "sendToPropertyInspector", context, payload });
	},
	onMessage(listener: (key: PageKey, message: unknown) => void): void {
		connection.on("sendToPlugin", (event) => {
			listener(keyOf(event), event.payload);
		});
	},
	/** A page is shown, which may have been loaded long before. */
	onAppear(listener: (key: PageKey) => void): void {
		connection.on("propertyInspectorDidAppear", (event) => {
			listener(keyOf(event));
		});
	},
	onDisappear(listener: (key: PageKey) => void): void {
		connection.on("propertyInspectorDidDisappear", (event) => {
			listener(keyOf(event));
		});
	},
};

function keyOf({ context, action }: ActionEvent): PageKey {
	return { id: context, manifestId: action };
}
