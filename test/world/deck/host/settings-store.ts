import type { Dialect } from "./dialect";
import type { Frame, Settings } from "../frame";
import type { InspectorSession } from "../inspectors/inspector-session";
import type { AnyKey } from "../keys";
import { globalSettingsMessage, settingsMessage } from "./messages";

export type StorePorts = {
	toPlugin(frame: Frame): void;
	inspectors(): readonly InspectorSession[];
};

/**
 * Settings that the app stores: those of each key and the plugin's own. A write is sent to the other side only, without an id;
 * a reply is sent to the requester.
 */
export class SettingsStore {
	global: Settings;
	readonly #dialect: Dialect;
	readonly #ports: StorePorts;

	constructor(global: Settings, dialect: Dialect, ports: StorePorts) {
		this.global = global;
		this.#dialect = dialect;
		this.#ports = ports;
	}

	write(key: AnyKey, settings: Settings, writer: "plugin" | "inspector"): void {
		key.settings = settings;
		const notice = settingsMessage(key, this.#dialect);
		if (writer === "plugin") this.#notifyInspectorsOf(key, notice);
		else if (key.isVisible || !this.#dialect.ignoresHiddenKeys) this.#ports.toPlugin(notice);
	}

	/** Sends the reply to the plugin, or to the given inspector. */
	read(
		key: AnyKey,
		{ id, inspector }: { readonly id?: string | undefined; readonly inspector?: InspectorSession },
	): void {
		const reply = settingsMessage(key, this.#dialect, id);
		if (inspector) inspector.deliver(reply);
		else this.#ports.toPlugin(reply);
	}

	writeGlobal(settings: Settings, writer: "plugin" | "inspector"): void {
		this.global = settings;
		const notice = globalSettingsMessage(settings, this.#dialect);
		if (writer === "inspector") this.#ports.toPlugin(notice);
		else for (const inspector of this.#ports.inspectors()) inspector.deliver(notice);
	}

	readGlobal({
		id,
		inspector,
	}: {
		readonly id?: string | undefined;
		readonly inspector?: InspectorSession;
	}): void {
		const reply = globalSettingsMessage(this.global, this.#dialect, id);
		if (!inspector) this.#ports.toPlugin(reply);
		else if (!this.#dialect.hasManyInspectors) inspector.deliver(reply);
		else for (const each of this.#ports.inspectors()) each.deliver(reply);
	}

	#notifyInspectorsOf(key: AnyKey, notice: Frame): void {
		for (const inspector of this.#ports.inspectors()) if (inspector.key === key) inspector.deliver(notice);
	}
}
