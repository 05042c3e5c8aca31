import { Board } from "../board";
import type { DeviceKind } from "../devices";
import { dialects, type Dialect, type DialectName } from "./dialect";
import { Drawing } from "../drawing/drawing";
import type { Settings } from "../frame";
import { HostServer, type Connection } from "./host-server";
import { Inspectors } from "../inspectors/inspectors";
import { dataFolderOf, installPlugin, type Installation } from "../plugin/installation";
import type { AnyKey } from "../keys";
import { readManifest, type Manifest } from "../plugin/manifest";
import { keyMessage, registrationInfo, titleMessage, type Language } from "./messages";
import { PluginCommands } from "../plugin/plugin-commands";
import { PluginLink } from "../plugin/plugin-link";
import type { Exit } from "../plugin/plugin-process";
import { Recording } from "../recording";
import { SettingsStore } from "./settings-store";

export type HostOptions = {
	/** The built `.sdPlugin` folder. */
	readonly pluginDir: string;
	/** Default: `elgato`. */
	readonly dialect?: DialectName;
	/** Whether the plugin runs in place or in a separate copy of its folder. Default: a copy. */
	readonly installation?: "own-folder" | "in-place";
	/** Default: one Stream Deck MK.2. */
	readonly devices?: readonly DeviceKind[];
	/** The runtime. Default: the one of this process. */
	readonly nodePath?: string;
	readonly globalSettings?: Settings;
	readonly language?: Language;
	/** Added to the environment of this process. */
	readonly env?: Readonly<Record<string, string | undefined>>;
	/** Delay until the plugin is restarted after a crash, as by the app. Default: never. */
	readonly restartAfterMs?: number;
	/** The user's data folder. Default: a temporary one, removed at the end. */
	readonly dataDir?: string;
};

/** The app behind the deck: its server, its stored data, and the plugin process. */
export class Host {
	readonly manifest: Manifest;
	readonly dialect: Dialect;
	readonly recording = new Recording();
	readonly board: Board;
	readonly link: PluginLink;
	readonly settings: SettingsStore;
	readonly inspectors: Inspectors;
	readonly drawing: Drawing;
	readonly #options: HostOptions;
	readonly #commands: PluginCommands;
	#installation: Installation | undefined;
	#server: HostServer | undefined;
	#restart: NodeJS.Timeout | undefined;
	#language: Language | undefined;
	#isClosed = false;

	private constructor(options: HostOptions, manifest: Manifest) {
		this.#options = options;
		this.manifest = manifest;
		const dialect = dialects[options.dialect ?? "elgato"];
		const { recording } = this;
		const link = new PluginLink(dialect.pluginUuid(options.pluginDir), dialect, recording, {
			registered: () => this.#announce(),
			ended: (exit) => this.#pluginEnded(exit),
		});
		const toPlugin = link.send.bind(link);
		const board = new Board(manifest, dialect, {
			connected: ({ id, info }) => toPlugin({ event: "deviceDidConnect", device: id, deviceInfo: info }),
			disconnected: ({ id }) => toPlugin({ event: "deviceDidDisconnect", device: id }),
			appeared: (key) => this.#appeared(key),
			disappeared: (key) => this.#disappeared(key),
			changed: () => recording.emit("board"),
		});
		const settings: SettingsStore = new SettingsStore(options.globalSettings ?? {}, dialect, {
			toPlugin,
			inspectors: () => inspectors.open,
		});
		const inspectors: Inspectors = new Inspectors({
			dialect,
			recording,
			settings,
			toPlugin,
			port: () => this.port,
			info: () => this.#info(),
			pagePath: ({ action }) => action.PropertyInspectorPath ?? manifest.PropertyInspectorPath,
		});
		const drawing = new Drawing(options.pluginDir, recording);
		this.dialect = dialect;
		this.link = link;
		this.board = board;
		this.settings = settings;
		this.inspectors = inspectors;
		this.drawing = drawing;
		this.#commands = new PluginCommands({
			drawing,
			manifest,
			dialect,
			recording,
			board,
			link,
			inspectors,
			settings,
		});
	}

	/** Reads the manifest, listens, and connects the devices. The plugin is started by {@link Host.launch}. */
	static async start(options: HostOptions): Promise<Host> {
		const host = new Host(options, await readManifest(options.pluginDir));
		if (options.installation !== "in-place") host.#installation = await installPlugin(options.pluginDir);
		host.#server = await HostServer.listen({
			register: (side, uuid, connection) => host.#register(side, uuid, connection),
			refused: (from, reason, frame) => host.recording.complain({ from, kind: "malformed", reason, frame }),
		});
		for (const kind of options.devices ?? ["mk2"]) host.board.connect(host.board.addDevice(kind));
		return host;
	}

	/** The app's language. The plugin receives a change at its launch, pages when they are opened. */
	get language(): Language {
		return this.#language ?? this.#options.language ?? "en";
	}

	set language(language: Language) {
		this.#language = language;
	}

	get port(): number {
		return this.#server?.port ?? 0;
	}

	/** The folder in which the plugin runs, with its `logs` folder. */
	get pluginDir(): string {
		return this.#installation?.dir ?? this.#options.pluginDir;
	}

	/** Replaces the user's data folder. It survives restarts, and updates if it was given as an option. */
	get dataDir(): string {
		return this.#options.dataDir ?? dataFolderOf(this.pluginDir);
	}

	async launch(): Promise<void> {
		clearTimeout(this.#restart);
		const { nodePath } = this.#options;
		const { pluginDir, dataDir } = this;
		const env = { STREAM_EVENTS_DATA_FOLDER: dataDir, ...this.#options.env };
		const args = ["-port", String(this.port), "-pluginUUID", this.link.uuid];
		args.push("-registerEvent", "registerPlugin", "-info", JSON.stringify(this.#info()));
		await this.link.launch({ pluginDir, codePath: this.manifest.CodePath, nodePath, env, args });
	}

	async close(): Promise<void> {
		this.#isClosed = true;
		clearTimeout(this.#restart);
		await this.link.stop();
		await this.#server?.close();
		await this.#installation?.remove();
	}

	/** Makes everything visible appear to the plugin again, as after a start or system sleep. */
	announceKeys(): void {
		for (const key of this.board.keys) if (key.isVisible) this.#appeared(key);
	}

	#announce(): void {
		this.recording.emit("board");
		if (!this.dialect.announcesOnRegister) return;
		for (const { id, info, isConnected } of this.board.devices)
			if (isConnected) this.link.send({ event: "deviceDidConnect", device: id, deviceInfo: info });
		this.announceKeys();
		this.inspectors.reannounce();
	}

	#appeared(key: AnyKey): void {
		key.visibilityCount++;
		key.isDisappearanceHandled = false;
		if (key.kind === "dial" && !key.strips.last) this.drawing.reset(key);
		this.link.send(keyMessage("willAppear", key, this.dialect));
		if (key.kind !== "step") this.link.send(titleMessage(key, this.dialect));
	}

	#disappeared(key: AnyKey): void {
		const count = ++key.visibilityCount;
		this.inspectors.closeFor(key);
		this.link.send(keyMessage("willDisappear", key, this.dialect));
		this.link.whenHandled(() => {
			key.isDisappearanceHandled = key.visibilityCount === count;
		});
	}

	#pluginEnded(exit: Exit): void {
		if (!this.dialect.keepsFaces) for (const key of this.board.keys) this.drawing.reset(key);
		this.recording.emit("exit", exit);
		const { restartAfterMs } = this.#options;
		if (exit.requested === "yes" || restartAfterMs === undefined || this.#isClosed) return;
		this.#restart = setTimeout(() => {
			this.launch().catch((error: unknown) => this.recording.messages.push(String(error)));
		}, restartAfterMs);
	}

	#register(side: "plugin" | "inspector", uuid: string, connection: Connection) {
		if (side === "inspector") return this.inspectors.register(uuid, connection);
		if (uuid !== this.link.uuid || this.link.isRegistered) return undefined;
		this.link.register(connection);
		return { receive: this.#commands.handle.bind(this.#commands), closed: () => undefined };
	}

	#info() {
		const { dialect, manifest } = this;
		const { devices } = this.board;
		return registrationInfo(dialect, { manifest, devices, language: this.language });
	}
}
