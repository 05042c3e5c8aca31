import type { JsonValue } from "@elgato/utils";

import { connection } from "../../node_modules/@elgato/streamdeck/dist/plugin/connection.js";

type PageKey = { readonly id: string; readonly manifestId: string };
type ActionEvent = { readonly context: string; readonly action: string };

/**
 * Message channel to the pages of the property inspector, addressed by key. The SDK's `ui` object only reaches the page that
 * appeared last and ignores keys that it has not seen, but a host may load several pages. Therefore this uses the SDK's
 * connection, which is not exported.
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
	/** A page became visible. It may have been loaded long before. */
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
