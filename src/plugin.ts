import "./before-sdk";

import streamDeck from "@elgato/streamdeck";
import type { JsonObject } from "@elgato/utils";

import type { ActionContext } from "./actions/action-context";
import { Chart } from "./actions/chart";
import { Connection } from "./actions/connection";
import { Counter } from "./actions/counter";
import { DeckAction } from "./actions/deck-action";
import { Demand } from "./actions/demand";
import { createGuard } from "./actions/guard";
import { KeyPainter } from "./actions/key-painter";
import { LatestEvent } from "./actions/latest-event";
import { RemoteAction } from "./actions/remote-action";
import { SendEvent } from "./actions/send-event";
import { ConnectionManager } from "./connection/connection-manager";
import { Inquiries } from "./connection/inquiries";
import type { Log } from "./connection/log";
import { watchHost } from "./host-watch";
import { InspectorController, type Preview } from "./inspector/inspector-controller";
import { spokenTitle } from "./key-face/face";
import { imageOf, renderFace } from "./key-face/picture";
import { wordsFor } from "./key-face/language";
import { apiKeyByAccessToken, createServiceClient } from "./service/client";
import { readImage } from "./service/image";
import { redact } from "./service/redact";
import { openRoomSocket } from "./service/room-socket";
import { GlobalSettingsStore } from "./settings/global-settings";
import type { GlobalSettings } from "./settings/schemas";
import { TextFileMarks } from "./settings/text-file-marks";
import { testEventsOf } from "./settings/test-events";
import { hasBegun, sessionStartMs } from "./state/periods";
import { ServiceClock } from "./state/service-clock";
import { Store } from "./state/store";
import { systemDisk } from "./text-files/disk";
import { TextFiles } from "./text-files/text-files";
import { systemClock } from "./system-clock";

const { logger } = streamDeck;
logger.setLevel("info");
const log: Log = {
	info: (message) => logger.info(message),
	warn: (message) => logger.warn(message),
	error: (message) => logger.error(message),
};

// The SDK survives the first uncaught error and dies of the second; nothing from outside may end the process.
process.on("uncaughtException", (error) => {
	log.error(`uncaught: ${redact(error.stack ?? error.message)}`);
});
process.on("unhandledRejection", (reason) => {
	log.error(
		`unhandled rejection: ${redact(reason instanceof Error ? (reason.stack ?? reason.message) : String(reason))}`,
	);
});
watchHost(Number(process.argv[process.argv.indexOf("-port") + 1]), () => {
	log.info("the Stream Deck app is gone");
	process.exit(0);
});

const guard = createGuard(log);
const clock = new ServiceClock(systemClock);
const store = new Store();
store.subscribe((happening) => {
	if (happening?.source !== "live") return;
	for (const { createdAtMs } of happening.events) clock.noteEvent(createdAtMs);
});
const connection = new ConnectionManager({
	store,
	clock,
	random: Math.random,
	createClient: (options) =>
		createServiceClient({
			...options,
			onDate: (dateMs, origin) => {
				clock.noteDate(dateMs, origin);
			},
		}),
	openRoom: openRoomSocket,
	log,
	onJoined: () => {
		guard("beginning a session", beginSession);
	},
});
const settings = new GlobalSettingsStore(
	{
		read: () => streamDeck.settings.getGlobalSettings(),
		write: (changed) => streamDeck.settings.setGlobalSettings(changed as JsonObject),
	},
	clock,
	applySettings,
);

function applySettings(current: GlobalSettings): void {
	const { baseUrl, apiKey, sceneSocketUrl, hideNumbers, sessionStartedAt } = current;
	const credentials =
		baseUrl === undefined || apiKey === undefined ? "none" : { baseUrl, apiKey, sceneSocketUrl };
	connection.configure(credentials);
	store.ledger.recallTests(testEventsOf(current, store.state.serviceHost));
	const startMs = sessionStartedAt === undefined ? undefined : Date.parse(sessionStartedAt);
	store.update({ hideNumbers, sessionStartedAtMs: startMs });
	if (store.state.link.phase === "live") guard("beginning a session", beginSession);
}

/** What time it is, the service has told by now: a session that has yet to begin is none and would count nothing. */
async function beginSession(): Promise<void> {
	if (hasBegun(store.state.sessionStartedAtMs, clock.now())) return;
	const startMs = sessionStartMs(clock.now(), store.ledger.newestMs());
	await settings.change({ sessionStartedAt: new Date(startMs).toISOString() });
}

const textFiles = new TextFiles({
	disk: systemDisk,
	pathStyle: process.platform === "win32" ? "windows" : "posix",
	ownFiles: new TextFileMarks(settings),
	clock,
	warn: (line) => {
		log.warn(line);
	},
	onChange: () => undefined,
});
const context: ActionContext = {
	store,
	connection,
	settings,
	demand: new Demand(connection),
	painter: new KeyPainter(clock, guard),
	textFiles,
	guard,
	clock,
	log,
	words: () => wordsFor(streamDeck.info.application.language),
};

const actions = [
	new RemoteAction(context),
	new Counter(context),
	new LatestEvent(context),
	new SendEvent(context),
	new Chart(context),
	new Connection(context),
];
// Once the keys have taken in what happened.
store.subscribe(() => {
	textFiles.look();
});

const inquiries = new Inquiries({
	store,
	client: () => connection.client,
	createClient: createServiceClient,
	exchangeAccessToken: apiKeyByAccessToken,
	readImage,
	elapsedMs: () => clock.elapsedMs(),
});
const inspector = new InspectorController({
	host: {
		openKeyId: () => streamDeck.ui.action?.id,
		send: (reply) => streamDeck.ui.sendToPropertyInspector(reply),
	},
	settings,
	store,
	connection,
	inquiries,
	preview,
	clock,
	log,
});

function preview(manifestId: string, keySettings: unknown): Preview | undefined {
	const face = actions.find((action) => action.manifestId === manifestId)?.preview(keySettings);
	if (!face) return undefined;
	const color = "color" in face ? face.color : undefined;
	return { image: imageOf(renderFace(face)), title: spokenTitle(face), color };
}

streamDeck.settings.useExperimentalMessageIdentifiers = true;
for (const action of actions) streamDeck.actions.registerAction(new DeckAction(action, guard));
streamDeck.ui.onDidAppear(({ action }) => {
	guard("an inspector appearing", () => inspector.appear(action.id));
});
streamDeck.ui.onSendToPlugin(({ action, payload }) => {
	guard("an inspector's question", () => inspector.receive(action, payload));
});
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
