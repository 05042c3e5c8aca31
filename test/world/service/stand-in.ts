import { isControlPath, serveControl } from "./control";
import type { EndpointName, Faults } from "./faults";
import type { Journal, RecordedCommand, RecordedJoin, RecordedRequest } from "./journal";
import { Network } from "./network/network";
import { serveRest } from "./rest/rest";
import { Room, type RoomRules } from "./network/room";
import {
	applySettings,
	defaultSettings,
	type Settings,
	type SettingsChange,
	type StartOptions,
} from "./settings";
import type { ShapeChoice } from "./shapes/shapes";
import { Streamer } from "./streamer";

/**
 * The stand-in service: a whole service of this interface in one process, for one streamer, with faults to switch on.
 */
export class StandInService extends Streamer {
	readonly #rooms: { readonly event: Room; readonly scene: Room };
	readonly #network: Network;
	#settings: Settings;

	constructor(options: StartOptions) {
		super(options);
		this.#settings = applySettings(defaultSettings, options);
		this.#rooms = {
			event: new Room("event", this.#rulesOf("event"), this.journal),
			scene: new Room("scene", this.#rulesOf("scene"), this.journal),
		};
		const ownSocketPort = options.socketAddress === "own" ? (options.socketPort ?? 0) : "rest";
		this.#network = new Network(
			() => this.#settings,
			this.#rooms,
			this.faults,
			(request, response) =>
				void (isControlPath(request.url)
					? serveControl(request, response, this)
					: serveRest(request, response, this, this.journal)),
			{ rest: options.port ?? 0, event: ownSocketPort, scene: options.scenePort ?? 0 },
		);
		this.faults.onChange(() => this.#network.setBlackHole(this.faults.active.blackHole));
	}

	/** Address of the REST interface and of the control API: `http://127.0.0.1:4242`. */
	get url(): string {
		return this.#network.restUrl;
	}

	get eventSocketUrl(): string {
		return this.#network.eventUrl;
	}

	get sceneUrl(): string {
		return this.#network.sceneUrl;
	}

	get apiKey(): string {
		return this.account.apiKey;
	}

	get accessToken(): string {
		return this.account.accessToken;
	}

	get username(): string {
		return this.account.username;
	}

	get settings(): Settings {
		return this.#settings;
	}

	get requests(): readonly RecordedRequest[] {
		return this.journal.requests;
	}

	get joins(): readonly RecordedJoin[] {
		return this.journal.joins;
	}

	get commands(): readonly RecordedCommand[] {
		return this.journal.commands;
	}

	/** Sockets open now, by address; with a shared address all are at `event`. */
	get connections(): Readonly<Record<"event" | "scene", { readonly open: number; readonly joined: number }>> {
		const count = ({ openCount, joinedCount }: Room) => ({ open: openCount, joined: joinedCount });
		return { event: count(this.#rooms.event), scene: count(this.#rooms.scene) };
	}

	get on(): Journal["on"] {
		return this.journal.on.bind(this.journal);
	}

	start(): Promise<void> {
		return this.#network.open();
	}

	/** Frees all ports and drops every connection. */
	stop(): Promise<void> {
		return this.#network.close();
	}

	/** Sends any frame as `new-event` to the sockets that joined. */
	emitRaw(frame: unknown): void {
		const { silentSocket, pushDelayMs } = this.faults.active;
		if (silentSocket === "on") return;
		const push = (): void => this.#rooms.event.push("new-event", frame);
		if (pushDelayMs > 0) setTimeout(push, pushDelayMs).unref();
		else push();
	}

	/** Changes settings. Settings of sockets drop all sockets and restart the socket servers. */
	async change(change: SettingsChange): Promise<void> {
		this.#settings = applySettings(this.#settings, change);
		const { shapes: _, limitCap: __, aboveCap: ___, echoPosted: ____, ...aboutSockets } = change;
		if (Object.keys(aboutSockets).length > 0) await this.#network.rebuild();
	}

	/** A preset, or single switches. */
	setShapes(shapes: ShapeChoice): void {
		this.#settings = applySettings(this.#settings, { shapes });
	}

	setGeneration(generation: Settings["generation"]): Promise<void> {
		return this.change({ generation });
	}

	/** Changes the given faults and keeps the others. */
	setFaults(faults: Faults): void {
		this.faults.set(faults);
	}

	clearFaults(): void {
		this.faults.clear();
	}

	/** @param latencyMs 0 switches it off. */
	setLatency(latencyMs: number, endpoint: EndpointName | "all" = "all"): void {
		this.faults.set({ rest: { [endpoint]: { ...this.faults.active.rest[endpoint], latencyMs } } });
	}

	/** Disconnects all sockets as a server does on purpose. */
	kick(): void {
		for (const room of Object.values(this.#rooms)) room.kick();
	}

	/** Destroys the TCP connections of all sockets. */
	cut(): void {
		this.#network.cut();
	}

	/** Restarts the service on the same ports. Resolves when it is running again. */
	restart({ downMs = 0 } = {}): Promise<void> {
		return this.#network.restart(downMs);
	}

	/**
	 * Moves the event channel to a new port, which discovery returns, and closes the old one. @returns The new address.
	 */
	async moveSockets(): Promise<string> {
		await this.#network.moveEvents();
		return this.eventSocketUrl;
	}

	/** Undoes {@link moveSockets}. */
	moveSocketsBack(): Promise<void> {
		return this.#network.moveEventsBack();
	}

	#rulesOf(channel: "event" | "scene"): RoomRules {
		return {
			clock: this.clock,
			apiKey: this.apiKey,
			accepts: (accessToken) => {
				const { refusedKey } = this.faults.active;
				if (refusedKey === "socket" || refusedKey === "both") return false;
				// The interface requires a handshake token on the event channel only.
				return accessToken === this.apiKey || (channel === "scene" && accessToken === null);
			},
			takesCommands: () => channel === "scene" || this.#settings.sceneAddress === "shared",
			targetOf: (targetId) => this.scenes.itemOf(targetId),
		};
	}
}

/** Starts a service; it listens on loopback only. @throws When a port is taken. */
export async function startService(options: StartOptions = {}): Promise<StandInService> {
	const service = new StandInService(options);
	await service.start();
	return service;
}
