/** Which app runs the plugin. OpenDeck says that it is the Stream Deck app, but names plugins by their folder. */
export type AppHost = "Stream Deck" | "OpenDeck";

/** @param args What the app started the plugin with. */
export function appHostOf(args: readonly string[]): AppHost {
	const uuid = args[args.indexOf("-pluginUUID") + 1] ?? "";
	return uuid.endsWith(".sdPlugin") ? "OpenDeck" : "Stream Deck";
}
