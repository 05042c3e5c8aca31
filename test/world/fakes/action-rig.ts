import { expect, onTestFinished } from "vitest";

import type { ActionConnection, ActionContext } from "../../../src/actions/action-context";
import { createGuard } from "../../../src/actions/guard";
import { KeyPainter } from "../../../src/actions/key-painter";
import type { LiveAction } from "../../../src/actions/live-action";
import type { KeyDemand } from "../../../src/actions/demand";
import type { Surface } from "../../../src/actions/surface";
import { type Face, spokenTitle } from "../../../src/key-face/face";
import { wordsFor } from "../../../src/key-face/language";
import { instantOf } from "../../../src/state/clock";
import { Store } from "../../../src/state/store";
import type { StreamEvent } from "../../../src/state/stream-event";
import type { KeyFile } from "../../../src/text-files/text-files";
import { FakeLog } from "./fake-log";
import { settingsStore } from "./settings-store";
import { VirtualClock } from "./virtual-clock";

/** What a key was seen to do, in order: its titles, and the app's own signs. */
export class WatchedKey implements Surface {
	readonly kind: Surface["kind"];
	readonly seen: string[] = [];
	face: Face | undefined;

	constructor(kind: Surface["kind"]) {
		this.kind = kind;
	}

	get title(): string | undefined {
		return this.face && spokenTitle(this.face);
	}

	draw(face: Face) {
		if (this.kind === "step") return undefined;
		return {
			content: JSON.stringify(face),
			send: async () => {
				this.face = face;
				const title = spokenTitle(face);
				if (this.seen.at(-1) !== title) this.seen.push(title);
			},
		};
	}

	async showOk(): Promise<void> {
		this.seen.push("ok");
	}

	async showAlert(): Promise<void> {
		this.seen.push("alert");
	}
}

/** A service that notes what was asked of it, and answers as it is told. */
export class FakeActionConnection implements ActionConnection {
	readonly asked: string[] = [];
	readonly sent: Parameters<ActionConnection["sendRemoteAction"]>[0][] = [];
	readonly posted: Parameters<ActionConnection["postEvent"]>[0][] = [];
	trouble: Awaited<ReturnType<ActionConnection["refresh"]>>;
	commandOutcome: Awaited<ReturnType<ActionConnection["sendRemoteAction"]>> = "sent";
	postOutcome: Awaited<ReturnType<ActionConnection["postEvent"]>> = { kind: "posted", name: undefined };
	/** What reading a scene brings to light. */
	onReloadScene: () => void = () => undefined;

	async refresh(wish: Parameters<ActionConnection["refresh"]>[0]) {
		this.asked.push(typeof wish === "object" ? `chart ${wish.chart}` : wish);
		return this.trouble;
	}

	async reconnectAndRead() {
		this.asked.push("reconnect");
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

	async reloadScene(token: string) {
		this.asked.push(`scene ${token}`);
		this.onReloadScene();
	}

	checkScenes(): void {
		this.asked.push("scenes");
	}
}

/** Everything an action works with, in virtual time: no SDK, no sockets. A handler that fails makes the test fail. */
export function setUpActions() {
	const clock = new VirtualClock();
	const log = new FakeLog();
	onTestFinished(() => {
		expect(log.lines.filter((line) => line.startsWith("error"))).toEqual([]);
	});
	const store = new Store();
	const connection = new FakeActionConnection();
	const demands = new Map<string, KeyDemand>();
	const files = new Map<string, KeyFile>();
	const guard = createGuard(log);
	const { store: settings } = settingsStore({}, ({ hideNumbers, sessionStartedAt = "" }) => {
		store.update({ hideNumbers, sessionStartedAtMs: Date.parse(sessionStartedAt) || undefined });
	});
	const context: ActionContext = {
		...{ store, connection, settings, guard, clock, log },
		arrivals: {
			get sentAfter() {
				return instantOf(clock);
			},
			isBehind: false,
			afterRead: (callback) => callback(),
		},
		demand: {
			set: (id, demand) => void demands.set(id, demand),
			remove: (id) => void demands.delete(id),
		},
		textFiles: {
			set: (id, file) => void (file && files.set(id, file)),
			hide: () => undefined,
			remove: (id) => void files.delete(id),
			look: () => undefined,
		},
		painter: new KeyPainter(clock, guard),
		words: () => wordsFor("en"),
	};
	/** An event comes in, live or found afterwards. */
	const tell = (event: StreamEvent, source: "live" | "missed" = "live") => {
		const counted = store.ledger.applyEvent(event, clock.now());
		store.announce(counted && { events: [counted], source });
	};
	/** Puts a key on the deck. */
	const place = (
		action: LiveAction<unknown, unknown>,
		keySettings: unknown = {},
		kind: Surface["kind"] = "key",
		id = `${kind} ${demands.size}`,
	) => {
		const surface = new WatchedKey(kind);
		action.appear(id, surface, keySettings);
		return { id, surface };
	};
	/** What the key writes to its file, if it has one. */
	const written = (id: string) => files.get(id)?.content(clock.now()).text;
	return { clock, log, store, connection, demands, files, settings, context, tell, place, written };
}

/** A link that is up, and numbers that are confirmed. */
export function goLive(store: Store): void {
	store.update({
		link: { phase: "live", sinceMs: 0 },
		sceneLink: { phase: "live", sinceMs: 0 },
		confirmation: "confirmed",
		account: { username: "marguerite", currency: "EUR", providers: [] },
		serviceHost: "service.example",
	});
}
