import type { Board } from "../board";
import { isKnownCommand, PluginCommandSchema, type PluginCommand } from "./commands";
import type { Dialect } from "../host/dialect";
import type { Drawing } from "../drawing/drawing";
import { nowMs, type Frame } from "../frame";
import type { Inspectors } from "../inspectors/inspectors";
import type { Manifest } from "./manifest";
import { resourcesMessage } from "../host/messages";
import type { PluginLink } from "./plugin-link";
import type { Complaint, Recording } from "../recording";
import type { SettingsStore } from "../host/settings-store";

/** Maximum size of a Windows credential, where the app stores global settings. */
const maxGlobalSettingsBytes = 2560;

export type CommandPorts = {
	readonly drawing: Drawing;
	readonly manifest: Manifest;
	readonly dialect: Dialect;
	readonly recording: Recording;
	readonly board: Board;
	readonly link: PluginLink;
	readonly inspectors: Inspectors;
	readonly settings: SettingsStore;
};

type KeyCommand = Exclude<
	PluginCommand,
	{ event: `${"get" | "set"}GlobalSettings` | "getSecrets" | "openUrl" | "logMessage" | "switchToProfile" }
>;

/** Carries out the plugin's commands, and complains of those that the app would refuse. */
export class PluginCommands {
	readonly #ports: CommandPorts;

	constructor(ports: CommandPorts) {
		this.#ports = ports;
	}

	handle(frame: Frame): void {
		const { recording, dialect } = this.#ports;
		recording.frame("from-plugin", frame);
		if (!isKnownCommand("plugin", frame["event"]))
			return this.#complain("unknown-event", String(frame["event"]), frame);
		const parsed = PluginCommandSchema.safeParse(frame);
		if (!parsed.success) return this.#complain("malformed", parsed.error.message, frame);
		const command = parsed.data;
		if (dialect.unsupported.has(command.event)) return this.#complain("unsupported", command.event, frame);
		switch (command.event) {
			case "openUrl":
				recording.openedUrls.push(command.payload.url);
				return;
			case "logMessage":
				recording.messages.push(command.payload.message);
				return;
			case "setGlobalSettings":
			case "getGlobalSettings":
			case "getSecrets":
			case "switchToProfile":
				return this.#forPlugin(command, frame);
			default:
				return this.#forKey(command, frame);
		}
	}

	#complain(kind: Complaint["kind"], reason: string, frame: Frame): void {
		this.#ports.recording.complain({ from: "plugin", kind, reason, frame });
	}

	#forPlugin(
		command: Exclude<PluginCommand, KeyCommand | { event: "openUrl" | "logMessage" }>,
		frame: Frame,
	): void {
		const { link, settings, board, manifest } = this.#ports;
		if (command.context !== link.uuid)
			return this.#complain("wrong-context", "context must be the plugin's own uuid", frame);
		switch (command.event) {
			case "setGlobalSettings": {
				const size = Buffer.byteLength(JSON.stringify(command.payload), "utf16le");
				if (size > maxGlobalSettingsBytes)
					return this.#complain("too-large", `global settings of ${size} bytes`, frame);
				return settings.writeGlobal(command.payload, "plugin");
			}
			case "getGlobalSettings":
				return settings.readGlobal({ id: command.id });
			case "getSecrets":
				return link.send({ event: "didReceiveSecrets", payload: { secrets: {} } });
			case "switchToProfile": {
				const device = board.devices.find(({ id }) => id === command.device);
				const { profile } = command.payload;
				const isBundled = profile === undefined || manifest.Profiles.some(({ Name }) => Name === profile);
				if (!device || !isBundled) return this.#complain("profile", `no bundled profile ${profile}`, frame);
				if (profile !== undefined) board.showProfile(profile, [device]);
			}
		}
	}

	#forKey(command: KeyCommand, frame: Frame): void {
		const key = this.#ports.board.keyByContext(command.context);
		if (!key) return this.#complain("wrong-context", `no key ${command.context}`, frame);
		if (!key.isVisible && (this.#ports.dialect.ignoresHiddenKeys || !key.isPlaced)) {
			if (key.isDisappearanceHandled)
				this.#complain("hidden-key", `${command.event} for a key that is not shown`, frame);
			return;
		}
		const { settings, link, recording, dialect, inspectors, drawing } = this.#ports;
		switch (command.event) {
			case "setSettings":
				return settings.write(key, command.payload, "plugin");
			case "getSettings":
				return settings.read(key, { id: command.id });
			case "setResources":
				key.resources = command.payload;
				return;
			case "getResources":
				return link.send(resourcesMessage(key, dialect, command.id));
			case "showAlert":
				key.alerts.add(nowMs());
				return recording.emit("mark", { key, mark: "alert" });
			case "sendToPropertyInspector": {
				const { UUID: action } = key.action;
				const { event, context, payload } = command;
				for (const session of inspectors.open)
					if (session.key === key) session.deliver({ event, action, context, payload });
				return;
			}
			default: {
				const fault = drawing.draw(key, command);
				if (fault) this.#complain(fault.kind, fault.reason, frame);
			}
		}
	}
}
