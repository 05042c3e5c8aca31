import { randomUUID } from "node:crypto";
import { join } from "node:path";

import type streamDeckModule from "@elgato/streamdeck";
import type { JsonObject } from "@elgato/utils";

import type { ActionContext } from "./actions/action-context";
import { Chart } from "./actions/chart";
import { Connection } from "./actions/connection";
import { Counter } from "./actions/counter";
import type { ActionParts } from "./actions/deck-action";
import { Demand } from "./actions/demand";
import type { Guard } from "./actions/guard";
import { KeyPainter } from "./actions/key-painter";
import { LatestEvent } from "./actions/latest-event";
import { SceneRemote } from "./actions/remote-action";
import { TopSupporter } from "./actions/top-supporter";
import { SendEvent } from "./actions/send-event";
import { createSurface } from "./actions/surface";
import type { ArrivalWatch } from "./actions/arrival-watch";
import { appHostOf } from "./app-host";
import { ConnectionManager } from "./connection/connection-manager";
import { LinkHistory } from "./diagnostics/link-history";
import type { RememberedLog } from "./diagnostics/remembered-log";
import { InspectorController } from "./inspector/inspector-controller";
import type { WantedPreview } from "./inspector/open-pages";
import { SetupQueries } from "./inspector/setup-queries";
import type { Preview } from "./inspector/page-news";
import { spokenTitle } from "./key-face/face";
import { imageOf, renderFace } from "./key-face/picture";
import { wordsFor } from "./key-face/language";
import { stripFeedback } from "./key-face/strip";
import { ListFile } from "./list-memory/list-file";
import { pageLink } from "./page-link";
import { pluginReport } from "./plugin-report";
import { originFrom } from "./service/address";
import { apiKeyByAccessToken, createServiceClient } from "./service/client";
import { readImage } from "./service/image";
import { openRoomSocket } from "./service/room-socket";
import { GlobalSettingsStore } from "./settings/global-settings";
import type { GlobalSettings } from "./settings/schemas";
import { TextFileMarks } from "./settings/text-file-marks";
import { testEventsOf } from "./settings/test-events";
import { rememberThanked } from "./settings/thanked";
import { hasBegun, sessionStartMs } from "./state/periods";
import { ServiceClock } from "./state/service-clock";
import { Store } from "./state/store";
import { starterProfileFor } from "./starter-profile";
import { systemDisk } from "./text-files/disk";
import { TextFiles } from "./text-files/text-files";
import { systemClock } from "./system-clock";

/** What the plugin is made of, once it is there: what the entry hands the host's events to. */
export type StreamEvents = {
	/** By the name that the manifest gives them. */
	readonly actions: ReadonlyMap<string, ActionParts>;
	readonly inspector: InspectorController;
	readonly settings: GlobalSettingsStore;
	readonly connection: ConnectionManager;
};

export type StreamEventsOptions = {
	readonly log: RememberedLog;
	readonly guard: Guard;
	readonly arrivals: ArrivalWatch;
	/** What the host was asked for first; it may never answer. */
	readonly firstSettings: Promise<unknown>;
	/** Told what may stand in no log. */
	readonly onSecret: (secret: string) => void;
};

/** Puts the rooms together. Nothing happens before the settings are loaded and a key is shown. */
export function createStreamEvents(
	streamDeck: typeof streamDeckModule,
	{ log, guard, arrivals, firstSettings, onSecret }: StreamEventsOptions,
): StreamEvents {
	const clock = new ServiceClock(systemClock);
	const store = new Store();
	const linkHistory = new LinkHistory(store, Date.now);
	const appHost = appHostOf(process.argv);
	store.subscribe((batch) => {
		if (batch?.source !== "live") return;
		for (const { createdAtMs } of batch.events) clock.noteEvent(createdAtMs);
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
		openMemory: (secret) =>
			new ListFile({
				path: join(process.cwd(), "memory", "event-list.txt"),
				...{ secret, clock },
				warn: (line) => {
					log.warn(line);
				},
			}),
		log,
		onJoined: () => {
			guard("beginning a session", beginSession);
		},
	});
	let settingsAskedFor: Promise<unknown> | undefined = firstSettings;
	const settings = new GlobalSettingsStore(
		{
			read: () => {
				const asked = settingsAskedFor ?? streamDeck.settings.getGlobalSettings();
				settingsAskedFor = undefined;
				return asked;
			},
			write: (changed) => streamDeck.settings.setGlobalSettings(changed as JsonObject),
		},
		clock,
		applySettings,
	);

	// Who became known late and came before the last one thanked would be lost at a restart.
	store.subscribe((batch) => {
		const { marks } = store.ledger.thanks;
		const isNews = batch && JSON.stringify(marks) !== JSON.stringify(settings.current?.thanked ?? {});
		if (isNews) guard("noting who was thanked", () => rememberThanked(settings, marks));
	});

	function applySettings(current: GlobalSettings): void {
		const { baseUrl, apiKey, sceneSocketUrl, hideNumbers, sessionStartedAt } = current;
		if (apiKey !== undefined) onSecret(apiKey);
		const credentials =
			baseUrl === undefined || apiKey === undefined ? "none" : { baseUrl, apiKey, sceneSocketUrl };
		const { ledger } = store;
		const hadAccount = store.state.serviceHost !== undefined;
		connection.configure(credentials);
		const isOtherAccount = hadAccount && store.ledger !== ledger;
		store.ledger.recallTests(testEventsOf(current, store.state.serviceHost));
		const startMs = sessionStartedAt === undefined ? undefined : Date.parse(sessionStartedAt);
		store.ledger.thanks.resume(isOtherAccount ? {} : (current.thanked ?? {}), startMs);
		if (isOtherAccount && current.thanked)
			guard("forgetting who was thanked", () => settings.change({ thanked: undefined }));
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
		onChange: () => {
			inspector.noteFiles();
		},
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
		arrivals,
		log,
		words: () => wordsFor(streamDeck.info.application.language),
	};

	const actions = [
		new SceneRemote(context),
		new Counter(context),
		new LatestEvent(context),
		new TopSupporter(context),
		new SendEvent(context),
		new Chart(context),
		new Connection(context),
	];
	// Once the keys have taken in what happened.
	store.subscribe(() => {
		textFiles.look();
	});

	const queries = new SetupQueries({
		store,
		client: () => connection.client,
		createClient: createServiceClient,
		originFrom,
		exchangeAccessToken: apiKeyByAccessToken,
		readImage,
		elapsedMs: () => clock.elapsedMs(),
	});
	const inspector = new InspectorController({
		textFiles,
		host: pageLink,
		settings,
		store,
		connection,
		queries,
		preview,
		clock,
		log,
		run: randomUUID(),
		diagnostics,
		starter: {
			isOffered: (keyId) => starterProfileOf(keyId) !== undefined,
			add: async (keyId) => {
				const profile = starterProfileOf(keyId);
				const device = deviceOf(keyId);
				if (profile && device) await streamDeck.profiles.switchToProfile(device.id, profile);
			},
		},
	});

	function deviceOf(keyId: string) {
		return streamDeck.actions.getActionById(keyId)?.device;
	}

	function starterProfileOf(keyId: string): string | undefined {
		return starterProfileFor(appHost, deviceOf(keyId)?.type);
	}

	function diagnostics(): string {
		const keys = actions.flatMap((action) =>
			action.shownKeys.map((key) => ({ action: action.manifestId.split(".").at(-1) ?? "", ...key })),
		);
		return pluginReport(streamDeck, { keys, appHost, clock, store, settings, linkHistory, log });
	}

	function preview(manifestId: string, { settings: wanted, controller }: WantedPreview): Preview | undefined {
		const face = actions.find((action) => action.manifestId === manifestId)?.preview(wanted);
		if (!face) return undefined;
		const title = spokenTitle(face);
		const color = "color" in face ? face.color : undefined;
		return controller === "Encoder"
			? { strip: stripFeedback(face), title, color }
			: { image: imageOf(renderFace(face)), title, color };
	}

	return {
		actions: new Map(actions.map((live) => [live.manifestId, { live, createSurface }])),
		inspector,
		settings,
		connection,
	};
}
