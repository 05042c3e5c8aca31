import { randomBytes } from "node:crypto";

import { InspectorCommandSchema, isKnownCommand, type InspectorCommand } from "../plugin/commands";
import type { Dialect } from "../host/dialect";
import type { Frame } from "../frame";
import type { Connection } from "../host/host-server";
import { InspectorSession } from "./inspector-session";
import type { AnyKey } from "../keys";
import { payloadOf, resourcesMessage } from "../host/messages";
import type { Complaint, Recording } from "../recording";
import type { SettingsStore } from "../host/settings-store";

export type InspectorPorts = {
	readonly dialect: Dialect;
	readonly recording: Recording;
	readonly settings: SettingsStore;
	readonly toPlugin: (frame: Frame) => void;
	port(): number;
	info(): Frame;
	pagePath(key: AnyKey): string | undefined;
};

/** What drives an inspector: a test from the start, or a page as soon as it has registered. */
export type InspectorDriver = "test" | "page";

/**
 * The loaded property inspectors: one at a time, announced when it opens; or, depending on the host, those of all keys, each
 * sending requests, while only the selected one is announced.
 */
export class Inspectors {
	readonly #ports: InspectorPorts;
	readonly #sessions = new Set<InspectorSession>();
	/** Sessions by uuid. */
	readonly #closed = new Set<string>();
	#selected: InspectorSession | undefined;
	#announced: InspectorSession | undefined;

	constructor(ports: InspectorPorts) {
		this.#ports = ports;
	}

	get open(): readonly InspectorSession[] {
		return [...this.#sessions];
	}

	/** Selects the key and shows its inspector, which may be loaded already. */
	openFor(key: AnyKey, driver: InspectorDriver): InspectorSession {
		const loaded = this.#ports.dialect.hasManyInspectors ? this.#sessionOf(key) : undefined;
		const session = loaded ?? this.#load(key);
		if (this.#selected !== session) this.#announceClosed();
		this.#selected = session;
		if (driver === "test" || session.hasPage) this.#announce(session);
		return session;
	}

	/** Loads the key's inspector without showing it, as some hosts do for all keys. */
	loadFor(key: AnyKey): InspectorSession {
		if (!this.#ports.dialect.hasManyInspectors) throw new Error("This host loads what it shows");
		return this.#sessionOf(key) ?? this.#load(key);
	}

	#sessionOf(key: AnyKey): InspectorSession | undefined {
		return this.open.find((session) => session.key === key);
	}

	#load(key: AnyKey): InspectorSession {
		const { dialect, recording } = this.#ports;
		if (!key.isVisible) throw new Error("The inspector opens for visible keys only");
		if (!dialect.hasManyInspectors) for (const session of this.open) session.close();
		const { UUID: action } = key.action;
		const actionInfo = {
			action,
			context: key.context,
			device: key.device.id,
			payload: payloadOf(key, dialect),
		};
		const connectInfo = {
			port: this.#ports.port(),
			uuid: dialect.hasManyInspectors ? key.context : randomBytes(16).toString("hex").toUpperCase(),
			registerEvent: "registerPropertyInspector",
			info: JSON.stringify(this.#ports.info()),
			actionInfo: JSON.stringify(actionInfo),
			pagePath: this.#ports.pagePath(key),
		} as const;
		const handlers = {
			handle: (from: InspectorSession, frame: Frame) => this.#handle(from, frame),
			close: (closing: InspectorSession) => this.#close(closing),
			delivered: (frame: Frame) => recording.frame("to-inspector", frame),
		};
		const queue = dialect.hasManyInspectors ? "kept" : "none";
		const session = new InspectorSession(key, connectInfo, handlers, { queue });
		this.#sessions.add(session);
		recording.emit("board");
		return session;
	}

	/** Handles a page that registers: refused if another key was selected while it loaded, undefined for an unknown uuid. */
	register(uuid: string, page: Connection) {
		const session = this.open.find(({ connectInfo }) => connectInfo.uuid === uuid);
		if (!session) return this.#closed.has(uuid) ? "too late" : undefined;
		session.attach(page);
		if (this.#selected === session) this.#announce(session);
		return {
			receive: (frame: Frame) => this.#handle(session, frame),
			closed: () => session.close(),
		};
	}

	closeFor(key: AnyKey): void {
		for (const session of this.open) if (session.key === key) session.close();
	}

	/** Announces the open inspector to a plugin that has just registered. */
	reannounce(): void {
		if (this.#announced) this.#ports.toPlugin(inspectorMessage("DidAppear", this.#announced.key));
	}

	#announce(session: InspectorSession): void {
		if (this.#announced === session) return;
		this.#announced = session;
		this.#ports.toPlugin(inspectorMessage("DidAppear", session.key));
	}

	#announceClosed(): void {
		if (this.#announced) this.#ports.toPlugin(inspectorMessage("DidDisappear", this.#announced.key));
		this.#announced = undefined;
		this.#selected = undefined;
	}

	#close(session: InspectorSession): void {
		session.isOpen = false;
		this.#sessions.delete(session);
		this.#closed.add(session.connectInfo.uuid);
		session.detach();
		this.#ports.recording.emit("board");
		if (this.#selected === session) this.#announceClosed();
	}

	#handle(session: InspectorSession, frame: Frame): void {
		const { recording } = this.#ports;
		recording.frame("from-inspector", frame);
		const complain = (kind: Complaint["kind"], reason: string) =>
			recording.complain({ from: "inspector", kind, reason, frame });
		if (!isKnownCommand("inspector", frame["event"]))
			return complain("unknown-event", String(frame["event"]));
		const parsed = InspectorCommandSchema.safeParse(frame);
		if (!parsed.success) return complain("malformed", parsed.error.message);
		const command = parsed.data;
		if ("context" in command && command.context !== session.connectInfo.uuid)
			return complain("wrong-context", "context must be the inspector's own uuid");
		if ("action" in command && command.action !== session.key.action.UUID)
			return complain("wrong-context", "action must be the UUID of the key's action");
		if (!session.isOpen) return complain("wrong-context", "the inspector is closed");
		if (this.#ports.dialect.unsupported.has(command.event)) return complain("unsupported", command.event);
		this.#execute(session, command);
	}

	#execute(session: InspectorSession, command: InspectorCommand): void {
		const { settings, recording, dialect, toPlugin } = this.#ports;
		const { key } = session;
		switch (command.event) {
			case "setSettings":
				return settings.write(key, command.payload, "inspector");
			case "getSettings":
				return settings.read(key, { id: command.id, inspector: session });
			case "setGlobalSettings":
				return settings.writeGlobal(command.payload, "inspector");
			case "getGlobalSettings":
				return settings.readGlobal({ id: command.id, inspector: session });
			case "setResources":
				key.resources = command.payload;
				return toPlugin(resourcesMessage(key, dialect));
			case "getResources":
				return session.deliver(resourcesMessage(key, dialect, command.id));
			case "sendToPlugin": {
				const { UUID: action } = key.action;
				return toPlugin({ event: "sendToPlugin", action, context: key.context, payload: command.payload });
			}
			case "openUrl":
				recording.openedUrls.push(command.payload.url);
				return;
			case "logMessage":
				recording.messages.push(command.payload.message);
		}
	}
}

function inspectorMessage(what: "DidAppear" | "DidDisappear", key: AnyKey): Frame {
	const { action, context, device } = key;
	return { event: `propertyInspector${what}`, action: action.UUID, context, device: device.id };
}
