import { z } from "zod/mini";

import {
	EnvelopeSchema,
	InspectorReplySchema,
	type InspectorReply,
	type InspectorRequest,
	type ReplyTo,
} from "../src/inspector/messages";
import { parseJson, type ConnectArguments } from "./connect";
import { PluginWatch } from "./plugin-watch";
import { answerTimeoutMs } from "./timing";

/** Unparsed settings. They may contain unknown or invalid fields. */
export type RawSettings = Readonly<Record<string, unknown>>;

type SettingsListener = (settings: RawSettings) => void;
type ResolveReply = (reply: InspectorReply | undefined) => void;
type ReplyListener = { readonly event: InspectorReply["event"]; readonly listener: (reply: never) => void };

const settings = z.catch(z.record(z.string(), z.unknown()), {});
const infoSchema = z.object({
	application: z.catch(z.object({ language: z.string() }), () => ({ language: navigator.language })),
});
const actionInfoSchema = z.object({
	action: z.string(),
	context: z.string(),
	payload: z.object({
		settings,
		controller: z.catch(z.enum(["Keypad", "Encoder"]), "Keypad"),
		isInMultiAction: z.catch(z.boolean(), false),
	}),
});
const frameSchema = z.object({
	event: z.string(),
	context: z.optional(z.string()),
	payload: z.unknown(),
});
const settingsPayloadSchema = z.object({ settings });

/** The key that a page belongs to. */
export type Instance = {
	readonly action: string;
	/** A dial draws on the touch strip. A step of a multi-action has no picture and cannot be held. */
	readonly kind: "key" | "dial" | "step";
};

/**
 * Connection to the Stream Deck app, and through it to the plugin. Invariant: each request settles exactly once, with
 * its own response or undefined.
 */
export class Host {
	readonly language: string;
	readonly instance: Instance;
	/** The key's settings when the page was opened. */
	readonly initialSettings: RawSettings;
	readonly plugin: PluginWatch;
	readonly #uuid: string;
	readonly #context: string;
	readonly #visit = [...crypto.getRandomValues(new Uint32Array(3))].join("-");
	readonly #socket: WebSocket;
	readonly #unsent: string[] = [];
	readonly #pending = new Map<number, ResolveReply>();
	readonly #replyListeners: ReplyListener[] = [];
	readonly #settingsListeners: SettingsListener[] = [];
	#requestCount = 0;

	constructor([port, uuid, registerEvent, info, actionInfo]: ConnectArguments) {
		const { action, context, payload } = actionInfoSchema.parse(JSON.parse(actionInfo));
		const { controller, isInMultiAction } = payload;
		this.language = infoSchema.parse(JSON.parse(info)).application.language;
		this.instance = { action, kind: isInMultiAction ? "step" : controller === "Encoder" ? "dial" : "key" };
		this.initialSettings = payload.settings;
		this.#uuid = uuid;
		this.#context = context;
		this.#socket = new WebSocket(`ws://127.0.0.1:${port}`);
		this.#send({ event: registerEvent, uuid });
		this.#socket.addEventListener("open", () => {
			for (const frame of this.#unsent.splice(0)) this.#socket.send(frame);
		});
		this.#socket.addEventListener("message", ({ data }) => {
			this.#receive(data);
		});
		this.plugin = new PluginWatch(() => {
			this.#sendRequest({ event: "ping" }, ++this.#requestCount);
		});
		this.plugin.onStart(() => {
			// Requests to an earlier run of the plugin get no response.
			for (const answer of this.#pending.values()) answer(undefined);
		});
	}

	/**
	 * Sends a request to the plugin.
	 * @returns The response; undefined if there is none in time, or no plugin. Without a plugin nothing is sent,
	 * because the app may queue the request for a later run.
	 */
	async request<E extends InspectorRequest["event"]>(
		request: { readonly event: E } & Extract<InspectorRequest, { readonly event: E }>,
	): Promise<ReplyTo<E> | undefined> {
		if (!this.plugin.isPresent) return undefined;
		const requestId = ++this.#requestCount;
		const reply = await new Promise<InspectorReply | undefined>((resolve) => {
			const timeout = window.setTimeout(() => {
				resolve(undefined);
			}, answerTimeoutMs);
			this.#pending.set(requestId, (answer) => {
				window.clearTimeout(timeout);
				resolve(answer);
			});
			this.#sendRequest(request, requestId);
		});
		this.#pending.delete(requestId);
		return isReplyTo<E>(request.event, reply) ? reply : undefined;
	}

	/** Subscribes to messages of the plugin: responses and updates. */
	onReply<E extends InspectorReply["event"]>(event: E, listener: (reply: ReplyTo<E>) => void): void {
		this.#replyListeners.push({ event, listener });
	}

	saveSettings(payload: RawSettings): void {
		this.#send({ event: "setSettings", action: this.instance.action, context: this.#uuid, payload });
	}

	/** Handles a change of this key's settings by another writer. */
	onSettings(listener: SettingsListener): void {
		this.#settingsListeners.push(listener);
	}

	#sendRequest(request: InspectorRequest, ask: number): void {
		const payload = { ...request, page: this.#visit, ask };
		this.#send({ event: "sendToPlugin", action: this.instance.action, context: this.#uuid, payload });
	}

	#send(frame: Readonly<Record<string, unknown>>): void {
		const text = JSON.stringify(frame);
		if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(text);
		else this.#unsent.push(text);
	}

	#receive(data: unknown): void {
		const frame = frameSchema.safeParse(parseJson(data)).data;
		if (!frame || (frame.context ?? this.#context) !== this.#context) return;
		if (frame.event === "sendToPropertyInspector") this.#onMessage(frame.payload);
		else if (frame.event === "didReceiveSettings") {
			const parsed = settingsPayloadSchema.safeParse(frame.payload).data;
			if (parsed) for (const listener of this.#settingsListeners) listener(parsed.settings);
		}
	}

	#onMessage(payload: unknown): void {
		const reply = InspectorReplySchema.safeParse(payload).data;
		const { page, ask } = EnvelopeSchema.safeParse(payload).data ?? {};
		// The app distinguishes visits of a key's page only by the key.
		if (!reply || (page !== undefined && page !== this.#visit)) return;
		if (reply.event === "ping") return this.plugin.handlePong(reply.run);
		if (ask !== undefined && !this.#pending.has(ask)) return;
		for (const { event, listener } of this.#replyListeners)
			if (event === reply.event) listener(reply as never);
		if (ask !== undefined) this.#pending.get(ask)?.(reply);
	}
}

function isReplyTo<E extends InspectorReply["event"]>(
	event: E,
	reply: InspectorReply | undefined,
): reply is ReplyTo<E> {
	return reply?.event === event;
}
