import { randomBytes } from "node:crypto";

import { InspectorCommandSchema, isKnownCommand, type InspectorCommand } from "./commands";
import type { Dialect } from "./dialect";
import type { Frame } from "./frame";
import type { Connection } from "./host-server";
import { InspectorSession } from "./inspector-session";
import type { AnyKey } from "./keys";
import { payloadOf, resourcesMessage } from "./messages";
import type { Complaint, Recording } from "./recording";
import type { SettingsStore } from "./settings-store";

export type InspectorPorts = {
	readonly dialect: Dialect;
	readonly recording: Recording;
	readonly settings: SettingsStore;
	readonly toPlugin: (frame: Frame) => void;
	port(): number;
	info(): Frame;
	pagePath(key: AnyKey): string | undefined;
};

/** Who will speak for an inspector: a test from the start, or a page as soon as it has registered. */
export type InspectorSpeaker = "test" | "page";

/** The property inspectors that are open, one at a time where the host has it so. */
export class Inspectors {
	readonly #ports: InspectorPorts;
	readonly #sessions = new Set<InspectorSession>();
	readonly #announced = new Set<InspectorSession>();

	constructor(ports: InspectorPorts) {
		this.#ports = ports;
	}

	get open(): readonly InspectorSession[] {
		return [...this.#sessions];
	}

	openFor(key: AnyKey, speaker: InspectorSpeaker): InspectorSession {
		const { dialect, recording } = this.#ports;
		if (!key.isVisible) throw new Error("The inspector opens for visible keys only");
		for (const session of this.open) if (!dialect.hasManyInspectors || session.key === key) session.close();
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
		if (speaker === "test") this.#announce(session);
		return session;
	}

	/** A page registers. Undefined when no open inspector has this uuid. */
	register(uuid: string, page: Connection) {
		const session = this.open.find(({ connectInfo }) => connectInfo.uuid === uuid);
		if (!session) return undefined;
		session.attach(page);
		this.#announce(session);
		return {
			receive: (frame: Frame) => this.#handle(session, frame),
			closed: () => session.close(),
		};
	}

	closeFor(key: AnyKey): void {
		for (const session of this.open) if (session.key === key) session.close();
	}

	/** Tells a plugin that has just registered which inspectors are open. */
	reannounce(): void {
		for (const { key } of this.#announced) this.#ports.toPlugin(inspectorMessage("DidAppear", key));
	}

	#announce(session: InspectorSession): void {
		if (this.#announced.has(session)) return;
		this.#announced.add(session);
		this.#ports.toPlugin(inspectorMessage("DidAppear", session.key));
	}

	#close(session: InspectorSession): void {
		session.isOpen = false;
		this.#sessions.delete(session);
		session.detach();
		this.#ports.recording.emit("board");
		if (this.#announced.delete(session)) this.#ports.toPlugin(inspectorMessage("DidDisappear", session.key));
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
		this.#carryOut(session, command);
	}

	#carryOut(session: InspectorSession, command: InspectorCommand): void {
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
