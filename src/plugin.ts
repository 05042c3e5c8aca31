import "./data-folder/compile-cache";
import "./host/before-sdk";

import streamDeck from "@elgato/streamdeck";

import { Actions } from "../com.example.streamevents.sdPlugin/manifest.json";
import { InputLag } from "./actions/keys/input-lag";
import { DeckAction, type UseAction } from "./actions/deck-action";
import { createGuard } from "./state/guard";
import { Deferred } from "./actions/deferred";
import { RecordingLog } from "./diagnostics/recording-log";
import { watchHost } from "./host/host-watch";
import { inspectorChannel } from "./host/inspector-channel";
import { formatError, maskLog } from "./host/sdk-log";
import { redact } from "./service/redact";
import type { StreamEvents } from "./stream-events";
import { systemClock } from "./host/system-clock";

const { logger } = streamDeck;
logger.setLevel("info");
const log = new RecordingLog(
	{
		info: (message) => logger.info(message),
		warn: (message) => logger.warn(message),
		error: (message) => logger.error(message),
	},
	Date.now,
);

/** Number of recent keys that are masked: replaced keys may still occur in log lines for a while. */
const maxSecrets = 20;
const secrets = new Set<string>();
const maskSecrets = (text: string, others: readonly string[] = []) => redact(text, [...secrets, ...others]);
maskLog(maskSecrets);

// The SDK survives the first uncaught error and exits on the second. No external input may end the process.
process.on("uncaughtException", (error) => {
	log.error(`uncaught: ${formatError(error)}`);
});
process.on("unhandledRejection", (reason) => {
	log.error(`unhandled rejection: ${formatError(reason)}`);
});
// A regular exit runs the exit handlers, which save pending data.
process.once("SIGTERM", () => process.exit(0));
watchHost(Number(process.argv[process.argv.indexOf("-port") + 1]), () => {
	log.info("Stream Deck app: connection closed");
	process.exit(0);
});

const guard = createGuard(log);
// The app waits for the registration, so everything else is loaded after it. Events that arrive until then are queued.
const arrivals = new InputLag(systemClock, setImmediate);
const loading = new Deferred<StreamEvents>(arrivals);

streamDeck.settings.useExperimentalMessageIdentifiers = true;
for (const { UUID: manifestId } of Actions) {
	const useAction: UseAction = (use) => {
		loading.whenReady(({ actions }) => {
			const parts = actions.get(manifestId);
			if (parts) use(parts);
		});
	};
	streamDeck.actions.registerAction(new DeckAction(manifestId, useAction, guard));
}
/** Handles an event as soon as the plugin is loaded. */
const handle = (name: string, handler: (plugin: StreamEvents) => void | Promise<void>) => {
	loading.whenReady((plugin) => guard(name, () => handler(plugin)));
};
inspectorChannel.onMessage((key, message) => {
	handle("an inspector's question", ({ inspector }) => inspector.receive(key, message));
});
inspectorChannel.onAppear((key) => {
	handle("an inspector appearing", ({ inspector }) => inspector.appear(key));
});
inspectorChannel.onDisappear(({ id }) => {
	handle("an inspector disappearing", ({ inspector }) => inspector.disappear(id));
});
streamDeck.actions.onWillDisappear(({ action }) => {
	handle("a key disappearing", ({ inspector }) => inspector.forget(action.id));
});
streamDeck.settings.onDidReceiveGlobalSettings((event) => {
	handle("new global settings", ({ settings }) => settings.applyRaw(event.settings));
});
streamDeck.system.onDidReceiveDeepLink(({ url }) => {
	handle("a link", ({ links }) => links.open(url.path));
});
streamDeck.system.onSystemDidWakeUp(() => {
	handle("waking up", ({ connection }) => connection.reconnect());
});

/**
 * Runs two turns of the event loop: one for input that has arrived, one for the output that it causes. While a module is
 * loaded, some versions of Node.js run none.
 */
async function yieldToEventLoop(): Promise<void> {
	for (let turn = 0; turn < 2; turn++) await new Promise(setImmediate);
}

/**
 * Parts that are loaded one after the other, in files of their own; see `rollup.config.mjs`. In between, requests are sent
 * and answered.
 */
const loadedParts = [() => import("./service/socket/room-socket"), () => import("./ledger/ledger")];

/** Registers the plugin, and then loads the rest of it. */
async function main(): Promise<void> {
	await streamDeck.connect();
	// The settings are requested while the rest is loading, and then the service as soon as a key is visible.
	const initialSettings = streamDeck.settings.getGlobalSettings();
	const { openEarlyParts } = await import("./early-parts");
	const early = openEarlyParts(streamDeck, {
		guard,
		warn: (line) => log.warn(line),
		rawSettings: initialSettings,
	});
	await yieldToEventLoop();
	const { HeadStart } = await import("./connection/head-start");
	const headStart = new HeadStart(early.clock, early.offsets);
	void early.settings
		.then((settings) => {
			if (!loading.isAwaited) return;
			const { counters } = early;
			headStart.prefetch(
				settings,
				counters.expectTotals() ? (totals) => counters.applyTotals(totals) : undefined,
			);
		})
		.catch(() => undefined);
	for (const loadPart of loadedParts) {
		await yieldToEventLoop();
		await loadPart();
	}
	await yieldToEventLoop();
	const { createStreamEvents } = await import("./stream-events");
	const pluginCore = createStreamEvents(streamDeck, {
		log,
		guard,
		arrivals,
		initialSettings,
		early,
		headStart,
		maskSecrets,
		onSecret: (secret) => {
			secrets.add(secret);
			const [oldest] = secrets;
			if (secrets.size > maxSecrets && oldest !== undefined) secrets.delete(oldest);
		},
	});
	const settingsLoading = pluginCore.settings.load();
	// Settings that have arrived are applied first, so that the first picture of a key has the number of an earlier run.
	await Promise.race([settingsLoading, new Promise(setImmediate)]);
	early.endDisplay();
	loading.resolve(pluginCore);
	await settingsLoading;
}

void main();
