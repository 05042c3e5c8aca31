import { z } from "zod";

import { InspectorReplySchema, type InspectorReply, type InspectorRequest } from "../src/inspector/messages";

/** Settings as they are stored: with fields of older versions, other plugins, other hands. */
export type RawSettings = Readonly<Record<string, unknown>>;

type ReplyListener = (reply: InspectorReply) => void;
type SettingsListener = (settings: RawSettings) => void;

const settings = z.record(z.string(), z.unknown()).catch({});
const infoSchema = z.object({
	application: z.object({ language: z.string() }).catch(() => ({ language: navigator.language })),
});
const actionInfoSchema = z.object({
	action: z.string(),
	context: z.string(),
	payload: z.object({ settings }),
});
const frameSchema = z.object({
	event: z.string(),
	context: z.string().optional(),
	payload: z.unknown(),
});
const settingsPayloadSchema = z.object({ settings });

/** The plugin answers everything a little earlier than this, if only to say that it can't; later means that it is dead. */
export const answerLimitMs = 15_000;

/** What the app gives `connectElgatoStreamDeckSocket`: port, own id, event to register with, and two JSON texts. */
type ConnectArguments = readonly [
	port: number | string,
	uuid: string,
	registerEvent: string,
	info: string,
	actionInfo: string,
];

declare global {
	interface Window {
		connectElgatoStreamDeckSocket?: (...args: ConnectArguments) => void;
	}
}

/** The Stream Deck app, and behind it the plugin. */
export class Host {
	readonly language: string;
	/** As they were when the page opened. */
	readonly openingSettings: RawSettings;
	readonly #uuid: string;
	readonly #action: string;
	readonly #context: string;
	readonly #socket: WebSocket;
	readonly #unsent: string[] = [];
	readonly #replyListeners: ReplyListener[] = [];
	readonly #settingsListeners: SettingsListener[] = [];

	constructor([port, uuid, registerEvent, info, actionInfo]: ConnectArguments) {
		const { action, context, payload } = actionInfoSchema.parse(JSON.parse(actionInfo));
		this.language = infoSchema.parse(JSON.parse(info)).application.language;
		this.openingSettings = payload.settings;
		this.#uuid = uuid;
		this.#action = action;
		this.#context = context;
		this.#socket = new WebSocket(`ws://127.0.0.1:${port}`);
		this.#send({ event: registerEvent, uuid });
		this.#socket.addEventListener("open", () => {
			for (const frame of this.#unsent.splice(0)) this.#socket.send(frame);
		});
		this.#socket.addEventListener("message", ({ data }) => {
			this.#receive(data);
		});
	}

	/** Asks the plugin. The answer comes to the reply listeners, if it comes. */
	ask(request: InspectorRequest): void {
		this.#send({ event: "sendToPlugin", action: this.#action, context: this.#uuid, payload: request });
	}

	saveSettings(payload: RawSettings): void {
		this.#send({ event: "setSettings", action: this.#action, context: this.#uuid, payload });
	}

	onReply(listener: ReplyListener): void {
		this.#replyListeners.push(listener);
	}

	/** Somebody else changed this key's settings. */
	onSettings(listener: SettingsListener): void {
		this.#settingsListeners.push(listener);
	}

	#send(frame: Readonly<Record<string, unknown>>): void {
		const text = JSON.stringify(frame);
		if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(text);
		else this.#unsent.push(text);
	}

	#receive(data: unknown): void {
		const frame = frameSchema.safeParse(jsonOf(data)).data;
		if (!frame || (frame.context ?? this.#context) !== this.#context) return;
		if (frame.event === "sendToPropertyInspector") {
			const reply = InspectorReplySchema.safeParse(frame.payload).data;
			if (reply) for (const listener of this.#replyListeners) listener(reply);
		} else if (frame.event === "didReceiveSettings") {
			const told = settingsPayloadSchema.safeParse(frame.payload).data;
			if (told) for (const listener of this.#settingsListeners) listener(told.settings);
		}
	}
}

/** Waits for the app to introduce itself. */
export function whenHostConnects(start: (host: Host) => void): void {
	let isConnected = false;
	const connect = (...args: ConnectArguments): void => {
		if (isConnected) return;
		isConnected = true;
		start(new Host(args));
	};
	window.connectElgatoStreamDeckSocket = connect;
	// OpenDeck shows the page in a frame and calls the function from a script that it adds to the page, which the
	// page's content security policy forbids. What it tells that script can be heard here as well.
	window.addEventListener("message", ({ source, data }: MessageEvent<unknown>) => {
		if (window.parent === window || source !== window.parent) return;
		const told = openDeckMessageSchema.safeParse(data).data;
		if (told) connect(...told.payload);
	});
}

const openDeckMessageSchema = z.object({
	event: z.literal("connect"),
	payload: z.tuple([z.union([z.number(), z.string()]), z.string(), z.string(), z.string(), z.string()]),
});

function jsonOf(data: unknown): unknown {
	try {
		return JSON.parse(String(data));
	} catch {
		return undefined;
	}
}
