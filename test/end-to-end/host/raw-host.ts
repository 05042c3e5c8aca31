import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

import { WebSocketServer, type WebSocket } from "ws";

import { pluginFolder as pluginDir } from "../../../scripts/paths";
import { dialects } from "../../world/deck/host/dialect";
import { Device } from "../../world/deck/devices";
import type { Frame } from "../../world/deck/frame";
import { installPlugin, type Installation } from "../../world/deck/plugin/installation";
import { readManifest } from "../../world/deck/plugin/manifest";
import { registrationInfo } from "../../world/deck/host/messages";
import { PluginProcess, type Exit } from "../../world/deck/plugin/plugin-process";
import { waitUntil } from "../../world/deck/wait-until";

/** An app that sends exactly the given frames, valid or not. It never responds by itself. */
export class RawHost {
	readonly device = new Device("a-device", "plus");
	readonly received: Frame[] = [];
	readonly #server: WebSocketServer;
	readonly #installation: Installation;
	readonly #process: PluginProcess;
	#socket: WebSocket | undefined;

	private constructor(server: WebSocketServer, installation: Installation, info: (device: Device) => Frame) {
		this.#server = server;
		this.#installation = installation;
		server.on("connection", (socket) => {
			this.#socket = socket;
			socket.on("message", (data: Buffer) => {
				this.received.push(JSON.parse(data.toString("utf8")) as Frame);
			});
		});
		const args = ["-port", String((server.address() as AddressInfo).port), "-pluginUUID", "a-plugin"];
		args.push("-registerEvent", "registerPlugin", "-info", JSON.stringify(info(this.device)));
		this.#process = new PluginProcess({ pluginDir: installation.dir, codePath: "bin/plugin.js", args });
	}

	/** Starts the plugin and waits until it has requested its settings. */
	static async start(): Promise<RawHost> {
		const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
		const [manifest, installation] = await Promise.all([
			readManifest(pluginDir),
			installPlugin(pluginDir),
			once(server, "listening"),
		]);
		const host = new RawHost(server, installation, (device) =>
			registrationInfo(dialects.elgato, { manifest, devices: [device], language: "en" }),
		);
		await waitUntil(() => host.received.some(({ event }) => event === "getGlobalSettings"), {
			message: "the plugin to ask for its settings",
		});
		return host;
	}

	get exit(): Exit | undefined {
		return this.#process.exit;
	}

	get pid(): number | undefined {
		return this.#process.pid;
	}

	/** Sends text or bytes unchanged, and other values as JSON. */
	send(message: unknown): void {
		const isRaw = typeof message === "string" || Buffer.isBuffer(message);
		this.#socket?.send(isRaw ? message : JSON.stringify(message));
	}

	/** Returns the frames that the plugin sent for a key. */
	sentFor(context: string): readonly Frame[] {
		return this.received.filter((frame) => frame["context"] === context);
	}

	/** Returns the content of the plugin's log files. */
	async readLogs(): Promise<string> {
		const folder = join(this.#installation.dir, "logs");
		const names = await readdir(folder);
		return (await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")))).join("\n");
	}

	async stop(): Promise<void> {
		await this.#process.stop();
		this.#socket?.terminate();
		this.#server.close();
		await this.#installation.remove();
	}
}
