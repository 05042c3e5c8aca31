import { fileURLToPath } from "node:url";

import { onTestFinished } from "vitest";

import { startDeck, type Deck } from "../world/deck/deck";
import type { HostOptions } from "../world/deck/host/host";
import type { Settings } from "../world/deck/frame";
import type { Key } from "../world/deck/keys";
import type { StartOptions } from "../world/service/settings";
import { startService, type StandInService } from "../world/service/stand-in";
import { waitUntil } from "../world/deck/wait-until";

export { boundItem } from "../world/service/bound-item";

export const pluginDir = fileURLToPath(new URL("../../com.example.streamevents.sdPlugin", import.meta.url));

export type RigOptions = {
	readonly service?: StartOptions;
	readonly deck?: Partial<HostOptions>;
	/** The stand-in's account by default. */
	readonly globalSettings?: Settings;
};

/** The built plugin between a virtual Stream Deck and the stand-in service. */
export type Rig = {
	readonly service: StandInService;
	readonly deck: Deck;
	readonly counter: (settings?: Settings) => Key;
	readonly remote: (settings?: Settings) => Key;
};

/**
 * Starts deck and service for one test and stops them after it; the plugin starts with `deck.launch()`.
 * @param onFinished The test's own hook, for tests that run concurrently.
 */
export async function setUpRig(options: RigOptions = {}, onFinished = onTestFinished): Promise<Rig> {
	const service = await startService(options.service);
	const globalSettings = options.globalSettings ?? accountOf(service);
	const deck = await startDeck({ pluginDir, globalSettings, ...options.deck });
	const place = (action: string) => (settings?: Settings) =>
		deck.place({ action: `com.example.streamevents.${action}`, settings: settings ?? {} });
	onFinished(async () => {
		await deck.stop();
		await service.stop();
	});
	return { service, deck, counter: place("counter"), remote: place("remote-action") };
}

/**
 * Waits until the service has accepted the plugin. The service does not confirm it, so a key may be live a moment
 * earlier.
 */
export async function waitUntilJoined({ service }: Pick<Rig, "service">): Promise<void> {
	await waitUntil(() => service.connections.event.joined > 0, { message: "the room to be joined" });
}

/** Returns global settings with the service's account. */
export function accountOf(service: StandInService): Settings {
	return { baseUrl: service.url, apiKey: service.apiKey };
}
