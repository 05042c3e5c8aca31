import { setTimeout as delay } from "node:timers/promises";
import type { IncomingMessage, ServerResponse } from "node:http";

import { Gate, type GateTraffic } from "./gate";
import type { FaultSwitches } from "./faults";
import type { Channel } from "./journal";
import type { LineUse } from "./line";
import { passesHandshake, targetOf } from "./rest";
import type { Room } from "./room";
import type { Settings } from "./settings";
import { createSocketServer, socketPath, type SocketServer } from "./socket-server";

type Ports = { readonly rest: number; readonly event: number | "rest"; readonly scene: number };

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** The ports, and which socket server answers at which. One port may serve REST and the event channel together. */
export class Network {
	readonly #settings: () => Settings;
	readonly #rooms: Readonly<Record<Channel, Room>>;
	readonly #faults: FaultSwitches;
	readonly #servers = new Map<Channel, SocketServer>();
	readonly #rest: Gate;
	readonly #scene: Gate;
	readonly #homeOfEvents: Gate;
	#event: Gate;
	#isSceneSeparate = false;
	readonly #closing = new AbortController();
	#turn: Promise<void> = Promise.resolve();
	#hole: "off" | "all" | "open-sockets" = "off";

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
		this.#rest = this.#createGate(serveHttp, ports.rest, () =>
			this.#event === this.#rest ? "event" : undefined,
		);
		this.#scene = this.#createGate(serveNothing, ports.scene, () => "scene");
		this.#homeOfEvents = ports.event === "rest" ? this.#rest : this.#createEventGate(ports.event);
		this.#event = this.#homeOfEvents;
	}

	get restUrl(): string {
		return this.#rest.url;
	}

	get eventUrl(): string {
		return this.#event.url;
	}

	get sceneUrl(): string {
		return this.#isSceneSeparate ? this.#scene.url : this.#event.url;
	}

	async open(): Promise<void> {
		await Promise.all(this.#gates.map((gate) => gate.open()));
		await this.rebuild();
	}

	close(): Promise<void> {
		this.#closing.abort();
		return this.#inTurn(() => this.#goDown());
	}

	/** Drops all sockets and starts socket servers as the settings say now. */
	rebuild(): Promise<void> {
		return this.#inTurn(async () => {
			const isSeparate = this.#settings().sceneAddress === "separate";
			if (isSeparate !== this.#isSceneSeparate) {
				this.#isSceneSeparate = isSeparate;
				await (isSeparate ? this.#open(this.#scene) : this.#scene.close());
			}
			this.cut();
		});
	}

	/** Destroys the TCP connections of all sockets. */
	cut(): void {
		for (const gate of this.#gates) gate.cut((use) => use === "socket");
		// A polling session may have no connection just now; it has to be forgotten as well.
		this.#closeServers();
		for (const channel of this.#isSceneSeparate ? (["event", "scene"] as const) : (["event"] as const)) {
			this.#servers.set(channel, createSocketServer(this.#settings(), this.#rooms[channel]));
		}
	}

	/** Stops listening, drops every connection, and comes back on the same ports. */
	restart(downMs: number): Promise<void> {
		return this.#inTurn(async () => {
			await this.#goDown();
			await delay(downMs, undefined, { signal: this.#closing.signal });
			this.cut();
			await Promise.all(this.#gates.map((gate) => gate.open()));
		});
	}

	/** The event channel dies where it is and comes up on a new port. */
	moveEvents(): Promise<void> {
		return this.#inTurn(() => this.#leaveFor(this.#createEventGate(0)));
	}

	/** Undoes {@link moveEvents}. */
	moveEventsBack(): Promise<void> {
		return this.#inTurn(async () => {
			if (this.#event !== this.#homeOfEvents) await this.#leaveFor(this.#homeOfEvents);
		});
	}

	/** Lets nothing pass, on all connections or on the sockets that are open now; the control API excepted. */
	setBlackHole(hole: "off" | "all" | "open-sockets"): void {
		if (hole === this.#hole) return;
		this.#hole = hole;
		for (const gate of this.#gates) {
			gate.release();
			if (hole === "all") gate.swallow();
			else if (hole === "open-sockets") gate.freezeSockets();
		}
	}

	get #gates(): Gate[] {
		return [...new Set([this.#rest, this.#event, ...(this.#isSceneSeparate ? [this.#scene] : [])])];
	}

	async #open(gate: Gate): Promise<void> {
		await gate.open();
		if (this.#hole === "all") gate.swallow();
	}

	async #leaveFor(gate: Gate): Promise<void> {
		const left = this.#event;
		if (gate !== this.#rest) await this.#open(gate);
		this.cut();
		this.#event = gate;
		if (left !== this.#rest) await left.close();
	}

	async #goDown(): Promise<void> {
		await Promise.all(this.#gates.map((gate) => gate.close()));
		this.#closeServers();
	}

	/** Whatever opens and closes ports goes one after the other. After {@link close} nothing is begun any more. */
	#inTurn(change: () => Promise<void>): Promise<void> {
		const done = this.#turn.then(change).catch((error: unknown) => {
			if (!this.#closing.signal.aborted) throw error;
		});
		this.#turn = done.catch(() => undefined);
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
		const isFirst = !targetOf(request).searchParams.has("sid");
		if (isFirst && channel && !(await passesHandshake(response, this.#faults, channel))) return;
		server.request(request, response);
	}

	#createEventGate(port: number): Gate {
		return this.#createGate(serveNothing, port, () => "event");
	}

	/** @param channelHere Which channel's socket server answers at this gate, at the moment. */
	#createGate(serveHttp: Handler, port: number, channelHere: () => Channel | undefined): Gate {
		const serverFor = (path = "/"): SocketServer | undefined => {
			const channel = channelHere();
			return channel && useOf(path) === "socket" ? this.#servers.get(channel) : undefined;
		};
		const traffic: GateTraffic = {
			useOf,
			request: (request, response) => {
				const server = serverFor(request.url);
				if (server) void this.#admit(request, response, channelHere(), server);
				else serveHttp(request, response);
			},
			upgrade: (request, connection, head) => {
				const server = serverFor(request.url);
				if (server) server.upgrade(request, connection, head);
				else connection.destroy();
			},
		};
		return new Gate(traffic, port);
	}
}

/** A port for sockets answers nothing else. */
const serveNothing: Handler = (_, response) => void response.writeHead(404).end();

function useOf(path: string): LineUse {
	if (path.startsWith("/control/")) return "control";
	return path.startsWith(socketPath) ? "socket" : "rest";
}
