import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

import { WebSocketServer, type WebSocket } from "ws";
import { z } from "zod";

import { Device, type DeviceKind } from "../world/deck/devices";
import { dialects } from "../world/deck/host/dialect";
import { parseFace, type Face } from "../world/deck/drawing/face";
import type { Frame, Settings } from "../world/deck/frame";
import { installPlugin, type Installation } from "../world/deck/plugin/installation";
import { readManifest, type Manifest } from "../world/deck/plugin/manifest";
import { registrationInfo } from "../world/deck/host/messages";
import { PluginProcess } from "../world/deck/plugin/plugin-process";
import { waitUntil } from "../world/deck/wait-until";

/** A key's action and settings. */
export type BenchKey = { readonly action: "counter" | "remote-action"; readonly settings: Settings };

export type MeasuredOptions = {
	/** A `.sdPlugin` folder. */
	readonly pluginDir: string;
	/** Data folder of an earlier run, kept for later runs. */
	readonly installation?: Installation | undefined;
	readonly nodePath: string;
	readonly globalSettings: Settings;
	readonly keys: readonly BenchKey[];
	/** Keys visible from the start; 32 keys fit on one XL. */
	readonly device?: DeviceKind;
	readonly decks?: number;
	/** Length of the pictures that the floor draws, characters. */
	readonly imageLength?: number | undefined;
	/** Loads the probe, which costs some start-up time. */
	readonly probe?: "on";
};

const probeSchema = z.object({
	atMs: z.number(),
	cpuMs: z.number(),
	rss: z.number(),
	heapUsed: z.number(),
	delayP99Ms: z.number(),
	handles: z.number(),
});

/** Report of a process, four times per second; see probe.mjs. */
export type Probe = z.infer<typeof probeSchema>;

/** A picture that arrived for a key. `atMs` is on the clock of `performance.now()`. */
export type ImageArrival = { readonly context: string; readonly image: string; readonly atMs: number };

const probeUrl = new URL("probe.mjs", import.meta.url).href;

/**
 * A plugin in a separate process, connected to a minimal host that replaces the app in every figure, so
 * that what is measured is the plugin.
 */
export class MeasuredPlugin {
	readonly startedAtMs: number;
	registeredAtMs = NaN;
	readonly #server: WebSocketServer;
	readonly #installation: Installation;
	readonly #process: PluginProcess;
	readonly #options: MeasuredOptions;
	readonly #devices: readonly Device[];
	readonly #watchers = new Set<(arrival: ImageArrival) => void>();
	readonly #latest = new Map<string, ImageArrival>();
	#globalSettings: Settings;
	#socket: WebSocket | undefined;
	imageCount = 0;

	private constructor(
		options: MeasuredOptions,
		server: WebSocketServer,
		installation: Installation,
		manifest: Manifest,
	) {
		this.#options = options;
		this.#server = server;
		this.#installation = installation;
		this.#globalSettings = options.globalSettings;
		this.#devices = Array.from(
			{ length: options.decks ?? 1 },
			(_, index) => new Device(`deck-${index}`, options.device ?? "xl"),
		);
		server.on("connection", (socket) => this.#handleSocket(socket));
		const info = registrationInfo(dialects.elgato, { manifest, devices: this.#devices, language: "en" });
		const args = ["-port", String((server.address() as AddressInfo).port), "-pluginUUID", "measured"];
		args.push("-registerEvent", "registerPlugin", "-info", JSON.stringify(info));
		this.startedAtMs = performance.now();
		this.#process = new PluginProcess({
			pluginDir: installation.dir,
			codePath: "bin/plugin.js",
			nodePath: options.nodePath,
			env: {
				...(options.probe ? { NODE_OPTIONS: `--import=${probeUrl}` } : {}),
				FLOOR_IMAGE_LENGTH: String(options.imageLength ?? 1_000),
			},
			args,
		});
	}

	/** Starts it and waits until it has registered. */
	static async start(options: MeasuredOptions): Promise<MeasuredPlugin> {
		const server = new WebSocketServer({ host: "127.0.0.1", port: 0, perMessageDeflate: false });
		const [manifest, installation] = await Promise.all([
			readManifest(options.pluginDir),
			options.installation ?? installPlugin(options.pluginDir),
			once(server, "listening"),
		]);
		const plugin = new MeasuredPlugin(options, server, installation, manifest);
		await plugin.until(() => !Number.isNaN(plugin.registeredAtMs), "the plugin to register");
		return plugin;
	}

	/** Contexts of the keys, in their order. */
	get contexts(): readonly string[] {
		return this.#options.keys.map((_, index) => `key-${index}`);
	}

	/** The last measurements that the process has printed. */
	get probe(): Probe {
		const last = this.#probeLines.at(-1);
		if (last === undefined) throw new Error(`The process printed no measurements:\n${this.#process.output}`);
		return probeSchema.parse(JSON.parse(last.slice("probe ".length)));
	}

	/** Waits for the next measurements that the process prints. */
	async nextProbe(): Promise<Probe> {
		const { length } = this.#probeLines;
		await this.until(() => this.#probeLines.length > length, "the next measurements");
		return this.probe;
	}

	get #probeLines(): readonly string[] {
		return this.#process.output.split("\n").filter((line) => /^probe \{.*\}$/.test(line));
	}

	/**
	 * CPU time of its threads so far, in milliseconds. It is read from the system, which costs the process nothing. It has
	 * nanosecond resolution: the system's coarser counter charges whole ticks to short tasks that run at a tick, as timers do.
	 * Linux only.
	 */
	get cpuMs(): number {
		const tasks = `/proc/${this.#process.pid ?? 0}/task`;
		const taken = readdirSync(tasks).map((task) => readFileSync(join(tasks, task, "schedstat"), "utf8"));
		return taken.reduce((sum, text) => sum + Number(text.split(" ", 1)[0]) / 1e6, 0);
	}

	/** Resident memory in bytes, as reported by the system. Linux only. */
	get memoryBytes(): number {
		const status = readFileSync(`/proc/${this.#process.pid ?? 0}/status`, "utf8");
		return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) * 1_024;
	}

	/** Whether every counter displays an exact number. */
	get isLive(): boolean {
		return this.#options.keys.every(
			({ action }, index) => action !== "counter" || this.face(`key-${index}`).state === "live",
		);
	}

	/** What a key displays: the value in its title, and its state. */
	face(context: string): Face {
		return parseFace(this.#latest.get(context)?.image, this.#latest.get(context)?.atMs);
	}

	onImage(watcher: (arrival: ImageArrival) => void): () => void {
		this.#watchers.add(watcher);
		return () => void this.#watchers.delete(watcher);
	}

	/** Waits for the next picture of a key that satisfies the predicate. @returns Its arrival time. */
	nextImage(context: string, matches: (image: string) => boolean = () => true): Promise<number> {
		return new Promise((resolve) => {
			const stop = this.onImage((arrival) => {
				if (arrival.context !== context || !matches(arrival.image)) return;
				stop();
				resolve(arrival.atMs);
			});
		});
	}

	press(context: string): void {
		this.#sendKeyEvent("keyDown", context);
		this.#sendKeyEvent("keyUp", context);
	}

	appear(): void {
		for (const context of this.contexts) this.#sendKeyEvent("willAppear", context);
	}

	disappear(): void {
		for (const context of this.contexts) this.#sendKeyEvent("willDisappear", context);
	}

	async until(condition: () => boolean, message: string, timeoutMs = 30_000): Promise<void> {
		await waitUntil(condition, {
			timeoutMs,
			message: () => `${message}; it wrote:\n${this.#process.output}`,
		});
	}

	async stop(): Promise<void> {
		await this.#process.stop();
		this.#socket?.terminate();
		this.#server.close();
		if (!this.#options.installation) await this.#installation.remove();
	}

	#handleSocket(socket: WebSocket): void {
		this.#socket = socket;
		socket.on("message", (data: Buffer) => {
			const atMs = performance.now();
			this.#receive(JSON.parse(data.toString("utf8")) as Frame, atMs);
		});
	}

	#receive(frame: Frame, atMs: number): void {
		switch (frame["event"]) {
			case "registerPlugin":
				this.registeredAtMs = atMs;
				for (const { id, info } of this.#devices) {
					this.#send({ event: "deviceDidConnect", device: id, deviceInfo: info });
				}
				this.appear();
				break;
			case "getGlobalSettings":
				this.#send({
					event: "didReceiveGlobalSettings",
					id: frame["id"],
					payload: { settings: this.#globalSettings },
				});
				break;
			case "setGlobalSettings":
				this.#globalSettings = frame["payload"] as Settings;
				break;
			case "setImage": {
				const context = String(frame["context"]);
				const image = String((frame["payload"] as Frame)["image"]);
				const arrival = { context, image, atMs };
				this.imageCount++;
				this.#latest.set(context, arrival);
				for (const watcher of [...this.#watchers]) watcher(arrival);
				break;
			}
		}
	}

	#sendKeyEvent(event: string, context: string): void {
		const index = Number(context.slice("key-".length));
		const key = this.#options.keys[index];
		const device = this.#devices[Math.floor(index / 32)];
		if (!key || !device) throw new Error(`No ${context} here`);
		const { columns } = device;
		this.#send({
			event,
			action: `com.example.streamevents.${key.action}`,
			context,
			device: device.id,
			payload: {
				settings: key.settings,
				coordinates: { column: index % columns, row: Math.floor((index % 32) / columns) },
				controller: "Keypad",
				isInMultiAction: false,
				resources: {},
			},
		});
	}

	#send(frame: Frame): void {
		this.#socket?.send(JSON.stringify(frame));
	}
}
