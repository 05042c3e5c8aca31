import { vi } from "vitest";

import { InspectorReplySchema, type InspectorReply } from "../../../src/inspector/messages";
import type { ConnectArguments } from "../../../ui/connect";
import { Host, type RawSettings } from "../../../ui/host";

type Frame = Readonly<Record<string, unknown>>;
type Request = Frame & { readonly event: string; readonly page: string; readonly ask: number };

const context = "key-1";
const pageUuid = "page-1";

/** A socket to the app, controlled by the test. */
class FakeSocket extends EventTarget {
	static readonly OPEN = 1;
	static last: FakeSocket | undefined;
	readyState = 0;
	readonly sent: Frame[] = [];

	constructor() {
		super();
		FakeSocket.last = this;
	}

	send(text: string): void {
		if (this.readyState !== FakeSocket.OPEN) throw new Error("the socket is not open");
		this.sent.push(JSON.parse(text) as Frame);
	}
}

export type FakeAppOptions = {
	readonly action?: string;
	readonly settings?: RawSettings;
	readonly controller?: "Keypad" | "Encoder";
};

/** The Stream Deck app and the plugin, controlled by the test. Requires fake timers. */
export class FakeApp {
	readonly host: Host;
	readonly #socket: FakeSocket;

	constructor({ action = "counter", settings = {}, controller = "Keypad" }: FakeAppOptions = {}) {
		vi.stubGlobal("WebSocket", FakeSocket);
		this.host = new Host(connectArguments(action, settings, controller));
		if (!FakeSocket.last) throw new Error("the page opened no socket");
		this.#socket = FakeSocket.last;
	}

	/** Frames that the page sent, oldest first. */
	get sent(): readonly Frame[] {
		return this.#socket.sent;
	}

	/** Requests to the plugin of this event, oldest first. */
	requests(event: string): readonly Request[] {
		return this.sent
			.filter((frame) => frame["event"] === "sendToPlugin")
			.map(({ payload }) => payload as Request)
			.filter((request) => request.event === event);
	}

	/** Settings that the page saved, oldest first. */
	get saved(): readonly unknown[] {
		return this.sent.filter(({ event }) => event === "setSettings").map(({ payload }) => payload);
	}

	/** Opens the socket and starts the plugin. */
	async start(run = "run-1"): Promise<this> {
		this.open();
		await this.startPlugin(run);
		return this;
	}

	open(): void {
		this.#socket.readyState = FakeSocket.OPEN;
		this.#socket.dispatchEvent(new Event("open"));
	}

	/** Answers a ping as this run of the plugin. */
	async startPlugin(run: string): Promise<void> {
		await settle();
		this.push({ event: "ping", run });
		await settle();
	}

	/** Answers a request. */
	async answer(request: Request, reply: Frame, page: string = request.page): Promise<void> {
		this.receive({
			event: "sendToPropertyInspector",
			context,
			payload: { ...reply, page, ask: request.ask },
		});
		await settle();
	}

	/** Sends an update to the page. */
	push(reply: InspectorReply): void {
		const payload = InspectorReplySchema.parse(reply);
		this.receive({ event: "sendToPropertyInspector", context, payload });
	}

	/** Sends settings of the key that another writer has changed. */
	pushSettings(settings: RawSettings): void {
		this.receive({ event: "didReceiveSettings", context, payload: { settings } });
	}

	receive(frame: Frame): void {
		this.#socket.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(frame) }));
	}
}

function connectArguments(
	action: string,
	settings: RawSettings,
	controller: "Keypad" | "Encoder",
): ConnectArguments {
	const info = { application: { language: "en" } };
	const actionInfo = {
		action: `com.example.streamevents.${action}`,
		context,
		payload: { settings, controller, isInMultiAction: false },
	};
	return [28196, pageUuid, "registerPropertyInspector", JSON.stringify(info), JSON.stringify(actionInfo)];
}

/** Waits until settled promises have taken effect. */
export async function settle(): Promise<void> {
	await vi.advanceTimersByTimeAsync(0);
}

/** A working account. */
export const workingAccount = {
	baseUrl: "https://service.example",
	hideNumbers: false,
	hasKey: true,
	canRestoreKey: false,
	keyEnding: "4242",
	username: "ada",
	link: { phase: "live" },
	sceneLink: { phase: "live" },
} as const;
