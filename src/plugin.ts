import "./before-sdk";

import streamDeck from "@elgato/streamdeck";

import { ArrivalWatch } from "./actions/arrival-watch";
import { DeckAction, type UseAction } from "./actions/deck-action";
import { createGuard } from "./actions/guard";
import { Loading } from "./actions/loading";
import { RememberedLog } from "./diagnostics/remembered-log";
import { watchHost } from "./host-watch";
import { pageLink } from "./page-link";
import { describe, maskLog } from "./sdk-log";
import { redact } from "./service/redact";
import type { StreamEvents } from "./stream-events";
import { systemClock } from "./system-clock";

/** As the manifest names them. */
const actionNames = [
	"remote-action",
	"counter",
	"latest-event",
	"top-supporter",
	"send-event",
	"chart",
	"connection",
];

const { logger } = streamDeck;
logger.setLevel("info");
const log = new RememberedLog(
	{
		info: (message) => logger.info(message),
		warn: (message) => logger.warn(message),
		error: (message) => logger.error(message),
	},
	Date.now,
);

/** Keys that were replaced may still stand in what is logged for a while. */
const maxSecrets = 20;
const secrets = new Set<string>();
maskLog((text) => redact(text, [...secrets]));

// The SDK survives the first uncaught error and dies of the second; nothing from outside may end the process.
process.on("uncaughtException", (error) => {
	log.error(`uncaught: ${describe(error)}`);
});
process.on("unhandledRejection", (reason) => {
	log.error(`unhandled rejection: ${describe(reason)}`);
});
watchHost(Number(process.argv[process.argv.indexOf("-port") + 1]), () => {
	log.info("the Stream Deck app is gone");
	process.exit(0);
});

const guard = createGuard(log);
// The app waits for the registration, so all else is loaded after it. What happens meanwhile waits.
const arrivals = new ArrivalWatch(systemClock, setImmediate);
const loading = new Loading<StreamEvents>(arrivals);

streamDeck.settings.useExperimentalMessageIdentifiers = true;
for (const name of actionNames) {
	const manifestId = `com.example.streamevents.${name}`;
	const useAction: UseAction = (use) => {
		loading.use(({ actions }) => {
			const parts = actions.get(manifestId);
			if (parts) use(parts);
		});
	};
	streamDeck.actions.registerAction(new DeckAction(manifestId, useAction, guard));
}
pageLink.onMessage((key, message) => {
	loading.use(({ inspector }) => {
		guard("an inspector's question", () => inspector.receive(key, message));
	});
});
pageLink.onAppear((key) => {
	loading.use(({ inspector }) => {
		guard("an inspector appearing", () => inspector.appear(key));
	});
});
pageLink.onDisappear(({ id }) => {
	loading.use(({ inspector }) => {
		inspector.disappear(id);
	});
});
streamDeck.actions.onWillDisappear(({ action }) => {
	loading.use(({ inspector }) => {
		inspector.forget(action.id);
	});
});
streamDeck.settings.onDidReceiveGlobalSettings((event) => {
	loading.use(({ settings }) => {
		guard("new global settings", () => {
			settings.applyRaw(event.settings);
		});
	});
});
streamDeck.system.onSystemDidWakeUp(() => {
	loading.use(({ connection }) => {
		guard("waking up", () => {
			connection.reconnect();
		});
	});
});

/**
 * A turn of the loop for what has arrived by now, and one for what leaves because of it: while a file is loaded, some
 * versions of Node.js give none.
 */
async function letMessagesPass(): Promise<void> {
	for (let turn = 0; turn < 2; turn++) await new Promise(setImmediate);
}

await streamDeck.connect();
// Asked for while the rest is loaded; and so is the service, once something is there to show it.
const firstSettings = streamDeck.settings.getGlobalSettings();
firstSettings.catch(() => undefined);
const { HeadStart } = await import("./head-start");
const headStart = new HeadStart(systemClock);
void firstSettings
	.then((settings) => {
		if (loading.isAwaited) headStart.ask(settings);
	})
	.catch(() => undefined);
await letMessagesPass();
const { createStreamEvents } = await import("./stream-events");
const streamEvents = createStreamEvents(streamDeck, {
	log,
	guard,
	arrivals,
	firstSettings,
	headStart,
	onSecret: (secret) => {
		secrets.add(secret);
		const [oldest] = secrets;
		if (secrets.size > maxSecrets && oldest !== undefined) secrets.delete(oldest);
	},
});
loading.complete(streamEvents);
await streamEvents.settings.load();
