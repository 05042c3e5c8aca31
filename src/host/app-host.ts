/** App that runs the plugin. OpenDeck reports itself as the Stream Deck app, but passes the plugin's folder as its UUID. */
export type AppHost = "Stream Deck" | "OpenDeck";

/** @param args Command-line arguments of the plugin's process. */
export function appHostOf(args: readonly string[]): AppHost {
	const uuid = args[args.indexOf("-pluginUUID") + 1] ?? "";
	return uuid.endsWith(".sdPlugin") ? "OpenDeck" : "Stream Deck";
}
