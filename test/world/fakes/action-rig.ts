import { expect, onTestFinished } from "vitest";

import type { ActionConnection, ActionContext } from "../../../src/actions/action-context";
import { createGuard } from "../../../src/state/guard";
import { KeyPainter } from "../../../src/actions/keys/key-painter";
import type { ActionController } from "../../../src/actions/action-controller";
import { BackgroundKeys, type BackgroundKey } from "../../../src/actions/keys/background-keys";
import type { KeyDemand } from "../../../src/actions/keys/demand";
import type { DialHints, Surface } from "../../../src/actions/keys/surface";
import { type Face, faceTitle } from "../../../src/key-face/face";
import { stringsFor } from "../../../src/key-face/language";
import { instantOf } from "../../../src/state/time/clock";
import type { KeyChoice } from "../../../src/state/key-choice";
import type { RememberedNumbers } from "../../../src/state/counters/remembered-numbers";
import type { Store } from "../../../src/state/store";
import type { StreamEvent } from "../../../src/state/events/stream-event";
import type { KeyFile } from "../../../src/text-files/text-files";
import { FakeLog } from "./fake-log";
import { createSettingsStore } from "./settings-store";
import { VirtualClock } from "./virtual-clock";
import { createStore } from "./create-store";

/** What a key displayed, in order: its titles, and the app's alerts and check marks. */
export class RecordingSurface implements Surface {
	readonly kind: Surface["kind"];
	readonly place: Surface["place"];
	readonly history: string[] = [];
	face: Face | undefined;
	hints: DialHints | undefined;

	constructor(kind: Surface["kind"], place: Surface["place"]) {
		this.kind = kind;
		this.place = place;
	}

	get title(): string | undefined {
		return this.face && faceTitle(this.face);
	}

	draw(face: Face) {
		if (this.kind === "step") return undefined;
		return {
			content: JSON.stringify(face),
			send: async () => {
				this.face = face;
				const title = faceTitle(face);
				if (this.history.at(-1) !== title) this.history.push(title);
			},
		};
	}

	async showOk(): Promise<void> {
		this.history.push("ok");
	}

	async showAlert(): Promise<void> {
		this.history.push("alert");
	}

	async showHints(hints: DialHints): Promise<void> {
		this.hints = hints;
	}
}

/** A service that records requests, and responds as configured. */
export class FakeActionConnection implements ActionConnection {
	readonly requests: string[] = [];
	readonly sent: Parameters<ActionConnection["sendRemoteAction"]>[0][] = [];
	readonly posted: Parameters<ActionConnection["postEvent"]>[0][] = [];
	trouble: Awaited<ReturnType<ActionConnection["refresh"]>>;
	silentForMs = Infinity;
	commandOutcome: Awaited<ReturnType<ActionConnection["sendRemoteAction"]>> = "sent";
	postOutcome: Awaited<ReturnType<ActionConnection["postEvent"]>> = { kind: "posted" };

	async refresh(scope: Parameters<ActionConnection["refresh"]>[0]) {
		this.requests.push(typeof scope === "object" ? `chart ${scope.chart}` : scope);
		return this.trouble;
	}

	async reconnectAndSync() {
		this.requests.push("reconnect");
		return this.trouble;
	}

	async sendRemoteAction(command: Parameters<ActionConnection["sendRemoteAction"]>[0]) {
		this.sent.push(command);
		return this.commandOutcome;
	}

	async postEvent(event: Parameters<ActionConnection["postEvent"]>[0]) {
		this.posted.push(event);
		return this.postOutcome;
	}

	refreshStaleScenes(): void {
		this.requests.push("scenes");
	}
}

/** The dependencies of an action in virtual time, without SDK and sockets. A handler that fails makes the test fail. */
export function setUpActions(language = "en") {
	const clock = new VirtualClock();
	const log = new FakeLog();
	onTestFinished(() => {
		expect(log.lines.filter((line) => line.startsWith("error"))).toEqual([]);
	});
	const store = createStore();
	const connection = new FakeActionConnection();
	const demands = new Map<string, KeyDemand>();
	const files = new Map<string, KeyFile>();
	const reachedGoals = new Map<string, number>();
	let selectedAccount = "key";
	const remembered = new Map<string, NonNullable<ReturnType<RememberedNumbers["recall"]>>>();
	const choices = new Map<string, KeyChoice>();
	const guard = createGuard(log);
	const { store: settings } = createSettingsStore({}, ({ hideNumbers, sessionStartedAt = "" }) => {
		store.update({ hideNumbers, sessionStartedAtMs: Date.parse(sessionStartedAt) || undefined });
	});
	const controllers = new Set<ActionController<unknown, unknown>>();
	let storedKeys: readonly BackgroundKey[] = [];
	const backgroundKeys = new BackgroundKeys({
		clock,
		storage: {
			load: () => storedKeys,
			save: (keys) => {
				storedKeys = keys;
			},
		},
		onRemove: ({ id, manifestId }) => {
			for (const controller of controllers) if (controller.manifestId === manifestId) controller.remove(id);
		},
		onChange: () => undefined,
	});
	const context: ActionContext = {
		store,
		connection,
		settings,
		guard,
		clock,
		log,
		inputLag: {
			get sentAfter() {
				return instantOf(clock);
			},
			isLagging: false,
			afterPendingInput: (callback) => callback(),
		},
		demand: {
			set: (id, demand) => void demands.set(id, demand),
			remove: (id) => void demands.delete(id),
		},
		textFiles: {
			set: (id, file) => void (file && files.set(id, file)),
			hide: () => undefined,
			remove: (id) => void files.delete(id),
			refresh: () => undefined,
		},
		backgroundKeys,
		reachedGoals: {
			highest: (goalKey) => reachedGoals.get(`${selectedAccount}\n${goalKey}`),
			record: (goalKey, goal) => void reachedGoals.set(`${selectedAccount}\n${goalKey}`, goal),
		},
		rememberedNumbers: {
			currency: "EUR",
			recall: (identity) => remembered.get(identity),
			record: (identity, number, atMs) => void remembered.set(identity, { number, atMs }),
		},
		choices: {
			recall: ({ id }) => choices.get(id),
			record: ({ id }, choice) => void choices.set(id, choice),
			forget: (id) => void choices.delete(id),
		},
		painter: new KeyPainter(clock, guard),
		words: () => stringsFor(language),
	};
	/** Adds an event, live or found later. */
	const tell = (event: StreamEvent, source: "live" | "missed" = "live") => {
		const counted = store.ledger.applyEvent(event, clock.now());
		store.notify(counted && { events: [counted], source });
	};
	/** Makes a key appear. */
	const place = (
		action: ActionController<unknown, unknown>,
		keySettings: unknown = {},
		kind: Surface["kind"] = "key",
		id = `${kind} ${demands.size}`,
	) => {
		const surface = new RecordingSurface(kind, { deviceId: "deck", position: id });
		controllers.add(action);
		action.appear(id, surface, keySettings);
		return { id, surface };
	};
	/** Selects the account whose reached goals are returned and recorded, by its credentials. */
	const selectAccount = (credentials: string) => void (selectedAccount = credentials);
	/** What the key writes to its text file, if it has one. */
	const written = (id: string) => files.get(id)?.content(clock.now()).text;
	return {
		clock,
		log,
		store,
		connection,
		demands,
		files,
		settings,
		context,
		tell,
		place,
		selectAccount,
		written,
	};
}

/** Sets the link to live and the numbers to confirmed. */
export function goLive(store: Store): void {
	store.update({
		link: { phase: "live", sinceMs: 0 },
		sceneLink: { phase: "live", sinceMs: 0 },
		confirmation: "confirmed",
		account: { username: "marguerite", currency: "EUR", providers: [] },
		serviceHost: "service.example",
	});
}
