import streamDeck from "@elgato/streamdeck";

import { Counter } from "./actions/counter";
import { Demand } from "./actions/demand";
import { createGuard } from "./actions/guard";
import { KeyPainter } from "./actions/key-painter";
import type { ActionContext } from "./actions/live-action";
import { RemoteAction } from "./actions/remote-action";
import { ConnectionManager } from "./connection/connection-manager";
import type { Log } from "./connection/log";
import { watchHost } from "./host-watch";
import { wordsFor } from "./key-face/words";
import { createServiceClient } from "./service/client";
import { openRoomSocket } from "./service/room-socket";
import { GlobalSettingsStore } from "./settings/global-settings";
import type { GlobalSettings } from "./settings/schemas";
import { Store } from "./state/store";
import { systemClock as clock } from "./system-clock";

const { logger } = streamDeck;
logger.setLevel("info");
const log: Log = {
	info: (message) => logger.info(message),
	warn: (message) => logger.warn(message),
	error: (message) => logger.error(message),
};

// The SDK survives the first uncaught error and dies of the second; nothing from outside may end the process.
process.on("uncaughtException", (error) => {
	log.error(`uncaught: ${error.stack ?? error.message}`);
});
process.on("unhandledRejection", (reason) => {
	log.error(
		`unhandled rejection: ${reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)}`,
	);
});
watchHost(Number(process.argv[process.argv.indexOf("-port") + 1]), () => {
	log.info("the Stream Deck app is gone");
	process.exit(0);
});

const guard = createGuard(log);
const store = new Store();
const connection = new ConnectionManager({
	store,
	clock,
	random: Math.random,
	createClient: createServiceClient,
	openRoom: openRoomSocket,
	log,
	onJoined: () => {
		guard("beginning a session", beginSession);
	},
});
const settings = new GlobalSettingsStore(
	{
		read: () => streamDeck.settings.getGlobalSettings(),
		write: (changed) =>
			streamDeck.settings.setGlobalSettings(
				changed as Parameters<typeof streamDeck.settings.setGlobalSettings>[0],
			),
	},
	clock,
	applySettings,
);

function applySettings({
	baseUrl,
	apiKey,
	sceneSocketUrl,
	hideNumbers,
	sessionStartedAt,
}: GlobalSettings): void {
	const credentials =
		baseUrl === undefined || apiKey === undefined ? undefined : { baseUrl, apiKey, sceneSocketUrl };
	connection.configure(credentials);
	const sessionStartedAtMs = sessionStartedAt === undefined ? undefined : Date.parse(sessionStartedAt);
	store.update({ hideNumbers, sessionStartedAtMs });
}

async function beginSession(): Promise<void> {
	if (settings.current?.sessionStartedAt !== undefined) return;
	await settings.change({ sessionStartedAt: new Date(clock.now()).toISOString() });
}

const context: ActionContext = {
	store,
	connection,
	settings,
	demand: new Demand(connection),
	painter: new KeyPainter(clock, guard),
	guard,
	clock,
	log,
	words: () => wordsFor(streamDeck.info.application.language),
};

streamDeck.settings.useExperimentalMessageIdentifiers = true;
streamDeck.actions.registerAction(new RemoteAction(context));
streamDeck.actions.registerAction(new Counter(context));
streamDeck.settings.onDidReceiveGlobalSettings((event) => {
	guard("new global settings", () => {
		settings.applyRaw(event.settings);
	});
});
streamDeck.system.onSystemDidWakeUp(() => {
	guard("waking up", () => {
		connection.reconnect();
	});
});

await streamDeck.connect();
await settings.load();
