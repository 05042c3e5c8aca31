import { setTimeout as delay } from "node:timers/promises";
import type { IncomingMessage, ServerResponse } from "node:http";

import { ControllablePort, type PortHandlers } from "./controllable-port";
import type { FaultSwitches } from "../faults";
import type { Channel } from "../journal";
import type { ConnectionUse } from "./holdable-connection";
import { passesHandshake, requestUrlOf } from "../rest/rest";
import type { Room } from "./room";
import type { Settings } from "../settings";
import { createSocketServers, socketPath, type SocketServer } from "./socket-server";

type Ports = { readonly rest: number; readonly event: number | "rest"; readonly scene: number };

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** The ports and their socket servers. One port may serve both REST and the event channel. */
export class Network {
	readonly #settings: () => Settings;
	readonly #rooms: Readonly<Record<Channel, Room>>;
	readonly #faults: FaultSwitches;
	readonly #servers = new Map<Channel, SocketServer>();
	readonly #restPort: ControllablePort;
	readonly #scenePort: ControllablePort;
	readonly #originalEventPort: ControllablePort;
	#eventPort: ControllablePort;
	#isSceneSeparate = false;
	readonly #closing = new AbortController();
	#queue: Promise<void> = Promise.resolve();
	#blackHole: "off" | "all" | "open-sockets" = "off";

	constructor(
		settings: () => Settings,
		rooms: Readonly<Record<Channel, Room>>,
		faults: FaultSwitches,
		serveHttp: Handler,
		ports: Ports,
	) {
		this.#settings = settings;
		this.#rooms = rooms;
		this.#faults = faults;
		this.#restPort = this.#createPort(serveHttp, ports.rest, () =>
			this.#eventPort === this.#restPort ? "event" : undefined,
		);
		this.#scenePort = this.#createPort(serveNothing, ports.scene, () => "scene");
		this.#originalEventPort = ports.event === "rest" ? this.#restPort : this.#createEventPort(ports.event);
		this.#eventPort = this.#originalEventPort;
	}

	get restUrl(): string {
		return this.#restPort.url;
	}

	get eventUrl(): string {
		return this.#eventPort.url;
	}

	get sceneUrl(): string {
		return this.#isSceneSeparate ? this.#scenePort.url : this.#eventPort.url;
	}

	async open(): Promise<void> {
		await Promise.all(this.#openPorts.map((target) => target.open()));
		await this.rebuild();
	}

	close(): Promise<void> {
		this.#closing.abort();
		return this.#enqueue(() => this.#closeAll());
	}

	/** Drops all sockets and restarts the socket servers with the current settings. */
	rebuild(): Promise<void> {
		return this.#enqueue(async () => {
			const isSeparate = this.#settings().sceneAddress === "separate";
			if (isSeparate !== this.#isSceneSeparate) {
				this.#isSceneSeparate = isSeparate;
				await (isSeparate ? this.#open(this.#scenePort) : this.#scenePort.close());
			}
			this.cut();
		});
	}

	/** Destroys the TCP connections of all sockets. */
	cut(): void {
		for (const target of this.#openPorts) target.cut((use) => use === "socket");
		// A polling session may have no open connection; it has to be closed as well.
		this.#closeServers();
		for (const channel of this.#isSceneSeparate ? (["event", "scene"] as const) : (["event"] as const)) {
			this.#servers.set(channel, createSocketServers(this.#settings(), this.#rooms[channel]));
		}
	}

	/** Stops listening, drops every connection, and comes back on the same ports. */
	restart(downMs: number): Promise<void> {
		return this.#enqueue(async () => {
			await this.#closeAll();
			await delay(downMs, undefined, { signal: this.#closing.signal });
			this.cut();
			await Promise.all(this.#openPorts.map((target) => target.open()));
		});
	}

	/** Moves the event channel to a new port. The old one closes. */
	moveEvents(): Promise<void> {
		return this.#enqueue(() => this.#moveTo(this.#createEventPort(0)));
	}

	/** Undoes {@link moveEvents}. */
	moveEventsBack(): Promise<void> {
		return this.#enqueue(async () => {
			if (this.#eventPort !== this.#originalEventPort) await this.#moveTo(this.#originalEventPort);
		});
	}

	/** Blocks all connections, or only the currently open sockets, except for the control API. */
	setBlackHole(blackHole: "off" | "all" | "open-sockets"): void {
		if (blackHole === this.#blackHole) return;
		this.#blackHole = blackHole;
		for (const target of this.#openPorts) {
			target.release();
			if (blackHole === "all") target.startBlackHole();
			else if (blackHole === "open-sockets") target.freezeSockets();
		}
	}

	get #openPorts(): ControllablePort[] {
		return [
			...new Set([this.#restPort, this.#eventPort, ...(this.#isSceneSeparate ? [this.#scenePort] : [])]),
		];
	}

	async #open(target: ControllablePort): Promise<void> {
		await target.open();
		if (this.#blackHole === "all") target.startBlackHole();
	}

	async #moveTo(target: ControllablePort): Promise<void> {
		const previous = this.#eventPort;
		if (target !== this.#restPort) await this.#open(target);
		this.cut();
		this.#eventPort = target;
		if (previous !== this.#restPort) await previous.close();
	}

	async #closeAll(): Promise<void> {
		await Promise.all(this.#openPorts.map((target) => target.close()));
		this.#closeServers();
	}

	/** Ports are opened and closed one after the other. After {@link close} nothing is started. */
	#enqueue(change: () => Promise<void>): Promise<void> {
		const done = this.#queue.then(change).catch((error: unknown) => {
			if (!this.#closing.signal.aborted) throw error;
		});
		this.#queue = done.catch(() => undefined);
		return done;
	}

	#closeServers(): void {
		for (const server of this.#servers.values()) server.close();
		this.#servers.clear();
	}

	async #admit(
		request: IncomingMessage,
		response: ServerResponse,
		channel: Channel | undefined,
		server: SocketServer,
	): Promise<void> {
		const isFirst = !requestUrlOf(request).searchParams.has("sid");
		if (isFirst && channel && !(await passesHandshake(response, this.#faults, channel))) return;
		server.request(request, response);
	}

	#createEventPort(port: number): ControllablePort {
		return this.#createPort(serveNothing, port, () => "event");
	}

	/** @param currentChannel Returns the channel whose socket server currently uses this gate. */
	#createPort(serveHttp: Handler, port: number, currentChannel: () => Channel | undefined): ControllablePort {
		const serverFor = (path = "/"): SocketServer | undefined => {
			const channel = currentChannel();
			return channel && useOf(path) === "socket" ? this.#servers.get(channel) : undefined;
		};
		const handlers: PortHandlers = {
			useOf,
			request: (request, response) => {
				const server = serverFor(request.url);
				if (server) void this.#admit(request, response, currentChannel(), server);
				else serveHttp(request, response);
			},
			upgrade: (request, connection, head) => {
				const server = serverFor(request.url);
				if (server) server.upgrade(request, connection, head);
				else connection.destroy();
			},
		};
		return new ControllablePort(handlers, port);
	}
}

/** Responds with 404: a port for sockets serves nothing else. */
const serveNothing: Handler = (_, response) => void response.writeHead(404).end();

function useOf(path: string): ConnectionUse {
	if (path.startsWith("/control/")) return "control";
	return path.startsWith(socketPath) ? "socket" : "rest";
}
