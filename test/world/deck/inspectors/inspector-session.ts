import type { Frame, Settings } from "../frame";
import type { Connection } from "../host/host-server";
import { Journal } from "../journal";
import type { AnyKey } from "../keys";
import type { WaitOptions } from "../wait-until";

/** The five arguments of `connectElgatoStreamDeckSocket`, and the page to call it in. */
export type ConnectInfo = {
	readonly port: number;
	readonly uuid: string;
	readonly registerEvent: "registerPropertyInspector";
	/** JSON. */
	readonly info: string;
	/** JSON. */
	readonly actionInfo: string;
	/** The page, relative to the plugin's folder; absent when the action has none. */
	readonly pagePath?: string | undefined;
};

export type SessionHandlers = {
	handle(session: InspectorSession, frame: Frame): void;
	close(session: InspectorSession): void;
	delivered(frame: Frame): void;
};

/** One open property inspector, driven by a test that speaks its protocol, by a real page, or by both. */
export class InspectorSession {
	readonly key: AnyKey;
	readonly connectInfo: ConnectInfo;
	/** Every message for this inspector. */
	readonly received = new Journal<Frame>();
	isOpen = true;
	readonly #handlers: SessionHandlers;
	/** A host that queues messages for pages sends all of them to every page that connects. */
	readonly #backlog: readonly Frame[] | undefined;
	#page: Connection | undefined;

	constructor(
		key: AnyKey,
		connectInfo: ConnectInfo,
		handlers: SessionHandlers,
		{ queue }: { readonly queue: "kept" | "none" },
	) {
		this.key = key;
		this.connectInfo = connectInfo;
		this.#handlers = handlers;
		this.#backlog = queue === "kept" ? this.received.entries : undefined;
	}

	/** Payloads the plugin sent to the inspector. */
	get messages(): readonly unknown[] {
		return this.received.entries
			.filter(({ event }) => event === "sendToPropertyInspector")
			.map(({ payload }) => payload);
	}

	/** Sends a payload to the plugin. */
	send(payload: unknown): void {
		this.#sendCommand({ event: "sendToPlugin", action: this.key.action.UUID, payload });
	}

	setSettings(settings: Settings): void {
		this.#sendCommand({ event: "setSettings", action: this.key.action.UUID, payload: settings });
	}

	/** Requests settings; the response is `didReceiveSettings`. */
	getSettings(id?: string): void {
		this.#sendCommand({ event: "getSettings", action: this.key.action.UUID, id });
	}

	setGlobalSettings(settings: Settings): void {
		this.#sendCommand({ event: "setGlobalSettings", payload: settings });
	}

	/** Requests global settings; the response is `didReceiveGlobalSettings`. */
	getGlobalSettings(id?: string): void {
		this.#sendCommand({ event: "getGlobalSettings", id });
	}

	/** Returns the first message for this inspector that satisfies the predicate, including past ones. */
	waitFor(predicate: (frame: Frame) => boolean, options: WaitOptions = {}): Promise<Frame> {
		return this.received.waitFor(predicate, { message: "a message to the inspector", ...options });
	}

	/** Returns the first payload from the plugin that satisfies the predicate, including past ones. */
	async waitForMessage(
		predicate: (payload: unknown) => boolean,
		options: WaitOptions = {},
	): Promise<unknown> {
		const matches = ({ event, payload }: Frame) => event === "sendToPropertyInspector" && predicate(payload);
		return (await this.waitFor(matches, options))["payload"];
	}

	close(): void {
		if (this.isOpen) this.#handlers.close(this);
	}

	/** Handles a message from the host or, forwarded by it, from the plugin. */
	deliver(frame: Frame): void {
		this.#handlers.delivered(frame);
		this.received.add(frame);
		this.#page?.send(frame);
	}

	/** Called when a real page has registered with this session's uuid. */
	attach(page: Connection): void {
		this.#page = page;
		for (const frame of this.#backlog ?? []) page.send(frame);
	}

	/** Whether a real page is connected. */
	get hasPage(): boolean {
		return this.#page !== undefined;
	}

	detach(): void {
		this.#page?.close();
		this.#page = undefined;
	}

	#sendCommand(command: Frame): void {
		const { id, ...frame } = command;
		const addressed = { ...frame, context: this.connectInfo.uuid, ...(id === undefined ? {} : { id }) };
		this.#handlers.handle(this, addressed);
	}
}
