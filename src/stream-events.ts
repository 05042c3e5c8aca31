import { randomUUID } from "node:crypto";
import { join } from "node:path";

import type streamDeckModule from "@elgato/streamdeck";
import type { JsonObject } from "@elgato/utils";

import { version } from "../package.json";
import type { ActionContext } from "./actions/action-context";
import { BackgroundKeys } from "./actions/keys/background-keys";
import { Chart } from "./actions/chart";
import { Connection } from "./actions/connection";
import { StreamControl } from "./actions/control";
import { Counter } from "./actions/counter";
import type { ActionParts } from "./actions/deck-action";
import { Demand } from "./actions/keys/demand";
import type { Guard } from "./state/guard";
import { NumberRecorder } from "./actions/number-recorder";
import { LatestEvent } from "./actions/latest-event";
import { Links } from "./actions/links";
import { StreamCommands } from "./actions/stream-commands";
import { SceneRemote } from "./actions/remote-action";
import { TopSupporter } from "./actions/top-supporter";
import { SendEvent } from "./actions/send-event";
import { createSurface } from "./actions/keys/surface";
import type { InputLag } from "./actions/keys/input-lag";
import { appHostOf } from "./host/app-host";
import { documentsFolder } from "./host/documents-folder";
import { ConnectionManager } from "./connection/connection-manager";
import { discard } from "./data-folder/data-folder";
import { StoredBackgroundKeys } from "./data-folder/stored-background-keys";
import { StoredGoals } from "./data-folder/stored-goals";
import { StoredChoices } from "./data-folder/stored-choices";
import { StoredOwnEvents } from "./data-folder/stored-own-events";
import { LinkHistory } from "./diagnostics/link-history";
import type { RecordingLog } from "./diagnostics/recording-log";
import type { HeadStart } from "./connection/head-start";
import { pluginReport } from "./diagnostics/report";
import type { EarlyParts } from "./early-parts";
import { inspectorChannel } from "./host/inspector-channel";
import { createStarter } from "./host/starter-profile";
import { InspectorController } from "./inspector/inspector-controller";
import { tryAction } from "./inspector/try-action";
import { SetupQueries } from "./inspector/setup-queries";
import { originFrom } from "./service/address";
import { apiKeyByAccessToken, createServiceClient } from "./service/client";
import { readImage } from "./service/image";
import { identifySocketService } from "./service/socket/socket-probe";
import { stringsFor } from "./key-face/language";
import { ListCacheFile } from "./sync/list/list-cache-file";
import { releaseMemoryAfterSync } from "./host/memory-return";
import { InspectedKeys } from "./actions/inspected-keys";
import { openRoomSocket } from "./service/socket/room-socket";
import type { GlobalSettingsStore } from "./settings/global-settings";
import { TextFileMarks } from "./settings/text-file-marks";
import { Ledger } from "./ledger/ledger";
import { Store } from "./state/store";
import { StoredAccount } from "./settings/stored-account";
import { systemDisk } from "./text-files/disk";
import { SuggestedFiles } from "./text-files/suggested-files";
import { TextFiles } from "./text-files/text-files";
import { systemClock } from "./host/system-clock";
import { watchTimeZone } from "./host/time-zone";

/** Parts of the loaded plugin that the entry point passes the host's events to. */
export type StreamEvents = {
	/** Actions by their UUID in the manifest. */
	readonly actions: ReadonlyMap<string, ActionParts>;
	readonly inspector: InspectorController;
	readonly links: Links;
	readonly settings: GlobalSettingsStore;
	readonly connection: ConnectionManager;
};

export type StreamEventsOptions = {
	readonly log: RecordingLog;
	readonly guard: Guard;
	readonly arrivals: InputLag;
	/** Raw settings that the entry point requested. The promise may never settle. */
	readonly initialSettings: Promise<unknown>;
	readonly early: EarlyParts;
	/** Requests that were started early. */
	readonly headStart: HeadStart;
	/** Masks every key that was in use. */
	readonly maskSecrets: (text: string, others?: readonly string[]) => string;
	/** Called with each secret that must not appear in the log. */
	readonly onSecret: (secret: string) => void;
};

/** Creates and connects all parts. Nothing runs before the settings are loaded and a key is visible. */
export function createStreamEvents(
	streamDeck: typeof streamDeckModule,
	{
		log,
		guard,
		arrivals: inputLag,
		initialSettings,
		early,
		headStart,
		maskSecrets,
		onSecret,
	}: StreamEventsOptions,
): StreamEvents {
	const { createClient, offset } = headStart;
	const { clock, dataFolder, numbers, painter } = early;
	const warn = (line: string) => {
		log.warn(line);
	};
	discard(join(process.cwd(), "memory"));
	process.once("exit", () => {
		recorder.saveNow();
		dataFolder.flush();
	});
	const store = new Store((cache) => new Ledger(cache));
	const reachedGoals = new StoredGoals(dataFolder, () => {
		const { serviceHost = "", account: { username } = {} } = store.state;
		return username === undefined ? undefined : `${serviceHost}\n${username}`;
	});
	const linkHistory = new LinkHistory(store, Date.now);
	store.subscribe((batch) => {
		if (batch?.source !== "live") return;
		for (const { createdAtMs } of batch.events) clock.noteEvent(createdAtMs);
	});
	releaseMemoryAfterSync(store, systemClock);
	const connection = new ConnectionManager({
		store,
		clock,
		random: Math.random,
		createClient,
		openRoom: (options, handlers) => openRoomSocket({ ...options, offset }, handlers),
		openMemory: (secret) =>
			new ListCacheFile({
				path: dataFolder.pathOf("event-list.txt"),
				secret,
				clock,
				warn,
			}),
		log,
		onJoined: () => {
			account.beginSession();
		},
	});
	const demand = new Demand(connection);
	watchTimeZone(systemClock, () => {
		log.info("time zone: changed");
		demand.apply();
		store.notify();
	});
	let pendingSettings: Promise<unknown> | undefined = initialSettings;
	const account = new StoredAccount(
		{
			read: () => {
				const requested = pendingSettings ?? streamDeck.settings.getGlobalSettings();
				pendingSettings = undefined;
				return requested;
			},
			write: (changed) => streamDeck.settings.setGlobalSettings(changed as JsonObject),
		},
		{
			store,
			clock,
			connection,
			demand,
			guard,
			ownEvents: new StoredOwnEvents(dataFolder),
			reachedGoals,
			numbers,
			onSecret,
		},
	);
	const { settings } = account;

	const pathStyle =
		process.platform === "win32" ? "windows" : process.platform === "darwin" ? "mac" : "posix";
	const textFiles = new TextFiles({
		disk: systemDisk,
		pathStyle,
		ownedFiles: new TextFileMarks(settings),
		clock,
		warn,
		onChange: () => {
			inspector.scheduleUpdate();
		},
	});
	const suggestedFiles = new SuggestedFiles({
		disk: systemDisk,
		pathStyle,
		documentsFolder,
	});
	const backgroundKeys = new BackgroundKeys({
		clock,
		storage: new StoredBackgroundKeys(dataFolder),
		onRemove: ({ id, manifestId }) => {
			controllers.get(manifestId)?.remove(id);
		},
		onChange: () => {
			inspector.scheduleUpdate();
		},
	});
	const strings = () => stringsFor(streamDeck.info.application.language);
	const context: ActionContext = {
		store,
		connection,
		settings,
		demand,
		painter,
		textFiles,
		backgroundKeys,
		reachedGoals,
		rememberedNumbers: numbers,
		choices: new StoredChoices(dataFolder),
		guard,
		clock,
		inputLag,
		log,
		words: strings,
	};

	const sceneRemote = new SceneRemote(context);
	const counter = new Counter(context);
	const actions = [
		sceneRemote,
		counter,
		new LatestEvent(context),
		new TopSupporter(context),
		new SendEvent(context),
		new Chart(context),
		new Connection(context),
		new StreamControl(context),
	];
	const controllers = new Map(actions.map((controller) => [controller.manifestId, controller]));
	const recorder = new NumberRecorder({
		store,
		clock,
		storage: numbers,
		record: (nowMs) => {
			for (const controller of actions) controller.recordNumbers(nowMs);
		},
	});
	store.subscribeLater(() => {
		textFiles.refresh();
	});

	const keys = new InspectedKeys(actions, strings);
	const appHost = appHostOf(process.argv);
	const inspector = new InspectorController({
		host: inspectorChannel,
		run: randomUUID(),
		store,
		clock,
		settings,
		connection,
		log,
		textFiles,
		suggestedFiles,
		queries: new SetupQueries({
			store,
			client: () => connection.client,
			createClient: createServiceClient,
			originFrom,
			exchangeAccessToken: apiKeyByAccessToken,
			identifySocketService,
			readImage,
			elapsedMs: () => clock.elapsedMs(),
		}),
		lastScene: () => sceneRemote.lastScene ?? counter.goalScene,
		sessionKeyCount: () => keys.sessionKeyCount,
		preview: (manifestId, request) => keys.preview(manifestId, request),
		labelOf: (manifestId, keySettings) => keys.labelOf(manifestId, keySettings),
		starter: createStarter(streamDeck, appHost),
		backgroundKeys: {
			list: () => backgroundKeys.hidden.map((key) => keys.backgroundView(key)),
			stop: (id) => backgroundKeys.stop(id),
		},
		tryAction: (action) => tryAction(connection, clock, action),
		diagnostics: () =>
			pluginReport(streamDeck, {
				pluginVersion: version,
				keys: keys.visible,
				appHost,
				clock,
				store,
				settings,
				linkHistory,
				log,
				maskSecrets,
			}),
	});

	backgroundKeys.restore(({ id, manifestId, settings: keySettings }) =>
		controllers.get(manifestId)?.restoreHidden(id, keySettings),
	);

	return {
		actions: new Map(actions.map((live) => [live.manifestId, { controller: live, createSurface }])),
		inspector,
		links: new Links({ ...context, commands: new StreamCommands(context) }),
		settings,
		connection,
	};
}
