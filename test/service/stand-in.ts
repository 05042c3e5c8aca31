import { createAccount, type StreamerAccount } from "./account";
import { isControlPath, serveControl } from "./control";
import { toMoney } from "./currency";
import { FaultSwitches, type EndpointName, type Faults } from "./faults";
import { Journal, type RecordedCommand, type RecordedJoin, type RecordedRequest } from "./journal";
import { Network } from "./network";
import { renderFrame } from "./render-event";
import { serveRest } from "./rest";
import { Room, type RoomRules } from "./room";
import { SceneStore } from "./scenes";
import { createSeedEvents, totalsBeforeSeed, totalsOfNobody } from "./seed-events";
import { createScenes } from "./seed-scenes";
import {
	applySettings,
	defaultSettings,
	type Settings,
	type SettingsChange,
	type StartOptions,
} from "./settings";
import type { ShapeChoice } from "./shapes";
import { EventStore, type EventDraft, type EventQuery, type StoredEvent, type StoredTotals } from "./store";
import { TotalsCache } from "./totals-cache";
import type { World } from "./world";

/** Where an event comes from, and when it was created; without these, from nowhere known and now. */
type Circumstances = { readonly origin?: string; readonly createdAtMs?: number };

/** What a perfect client would know. */
export type Truth = StoredTotals & {
	/** Events of the four types that are not deleted, the latest first. */
	readonly events: readonly StoredEvent[];
};

/** The stand-in service: a whole service of this interface in one process, for one streamer, with faults to switch on. */
export class StandInService implements World {
	readonly clock: () => number;
	readonly account: StreamerAccount;
	readonly store: EventStore;
	readonly scenes = new SceneStore(createScenes());
	readonly faults = new FaultSwitches();
	readonly journal = new Journal();
	readonly #rooms: { readonly event: Room; readonly scene: Room };
	readonly #network: Network;
	readonly #totals: TotalsCache;
	#settings: Settings;
	#lastFrame: unknown;

	constructor(options: StartOptions) {
		this.clock = options.clock ?? Date.now;
		this.account = createAccount(this.clock(), options.apiKey);
		this.#settings = applySettings(defaultSettings, options);
		this.store = new EventStore(this.clock, options.seed === "empty" ? totalsOfNobody : totalsBeforeSeed);
		if (options.seed !== "empty") {
			for (const draft of createSeedEvents(this.clock(), this.account.timeZone)) this.store.add(draft);
		}
		this.#totals = new TotalsCache(this.store, this.faults, this.clock);
		this.#rooms = {
			event: new Room("event", this.#rulesOf("event"), this.journal),
			scene: new Room("scene", this.#rulesOf("scene"), this.journal),
		};
		const ownSocketPort = options.socketAddress === "own" ? (options.socketPort ?? 0) : "rest";
		this.#network = new Network(
			() => this.#settings,
			this.#rooms,
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

	// What viewers do. Each stores the event, updates the totals and sends `new-event`.

	follow(event: Circumstances & { readonly username?: string }): StoredEvent {
		return this.happen({ ...event, type: "follow" });
	}

	/** @param event `resub` 0 or none is a new subscriber, more is a renewal. */
	subscribe(event: Circumstances & { readonly username?: string; readonly resub?: number }): StoredEvent {
		return this.happen({ resub: 0, ...event, type: "subscription" });
	}

	/** @throws Error when the amount is none. */
	donate({
		amount,
		currency = this.account.currency.code,
		...event
	}: Circumstances & {
		readonly username?: string;
		readonly amount: number | string;
		readonly currency?: string;
		readonly message?: string;
	}): StoredEvent {
		return this.happen({ ...event, type: "donation", amount: toMoney(amount, currency) });
	}

	host(event: Circumstances & { readonly hostname?: string; readonly viewers?: number }): StoredEvent {
		return this.happen({ viewers: 0, ...event, type: "hosting" });
	}

	/** Any event, of types beyond the four too. */
	happen(draft: EventDraft): StoredEvent {
		const event = this.store.add(draft);
		this.announce(event);
		return event;
	}

	/** @param type Without it, the four types take turns. */
	burst(count: number, type?: string): StoredEvent[] {
		const { code } = this.account.currency;
		const kinds: EventDraft[] = [
			{ type: "follow", origin: "twitch" },
			{ type: "subscription", origin: "twitch", resub: 0 },
			{ type: "donation", amount: toMoney("0.10", code) },
			{ type: "hosting", origin: "twitch", viewers: 3, hostname: "burst_host" },
		];
		const meant = type === undefined ? kinds : kinds.filter((kind) => kind.type === type);
		const drafts = meant.length > 0 ? meant : [{ type: type ?? "follow" }];
		return Array.from({ length: count }, (_, index) =>
			this.happen({ ...(drafts[index % drafts.length] ?? { type: "follow" }), username: `burst_${index}` }),
		);
	}

	/** Takes an event out of lists and totals. Says nothing on the sockets unless announced. */
	deleteEvent(id: number, telling: "quietly" | "announced" = "quietly"): void {
		const event = this.store.delete(id);
		if (event && telling === "announced") this.announce(event);
	}

	restoreEvent(id: number): void {
		this.store.restore(id);
	}

	announce(event: StoredEvent): void {
		this.journal.tell("event", event);
		this.#lastFrame = renderFrame(event, this.account, this.#settings.shapes);
		this.emitRaw(this.#lastFrame);
	}

	/** Sends any frame as `new-event`, whatever it is, to the sockets that joined. */
	emitRaw(frame: unknown): void {
		const { silentSocket, pushDelayMs } = this.faults.active;
		if (silentSocket === "on") return;
		const push = (): void => this.#rooms.event.push("new-event", frame);
		if (pushDelayMs > 0) setTimeout(push, pushDelayMs).unref();
		else push();
	}

	/** Sends the last `new-event` once more. */
	repeatLast(): void {
		if (this.#lastFrame !== undefined) this.emitRaw(this.#lastFrame);
	}

	truth(): Truth {
		const types = ["follow", "subscription", "donation", "hosting"];
		return { ...this.store.totals, events: this.store.query({ types }) };
	}

	/** How many events that are not deleted the query finds. */
	count(query: EventQuery = {}): number {
		return this.store.query(query).length;
	}

	/** What was donated, per currency, in minor units. */
	amounts(query: EventQuery = {}): Record<string, number> {
		return this.store.amounts(query);
	}

	readTotals(): StoredTotals {
		return this.#totals.read();
	}

	// What the service and its network do.

	/** Changes settings. Those about sockets drop all sockets and start the socket servers anew. */
	async change(change: SettingsChange): Promise<void> {
		this.#settings = applySettings(this.#settings, change);
		const { shapes: _, limitCap: __, echoPosted: ___, ...aboutSockets } = change;
		if (Object.values(aboutSockets).some((value) => value !== undefined)) await this.#network.rebuild();
	}

	/** A preset, or single switches. */
	setShapes(shapes: ShapeChoice): void {
		this.#settings = applySettings(this.#settings, { shapes });
	}

	setGeneration(generation: Settings["generation"]): Promise<void> {
		return this.change({ generation });
	}

	/** Changes the faults that are named; others stay. */
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

	/** Everything goes down and comes back on the same ports. Resolves when it is back. */
	restart({ downMs = 0 } = {}): Promise<void> {
		return this.#network.restart(downMs);
	}

	/** The event channel moves to a new port and discovery tells so; the old one is dead. @returns The new address. */
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
				// The interface asks for a handshake token on the event channel only.
				return accessToken === this.apiKey || (channel === "scene" && accessToken === null);
			},
			takesCommands: () => channel === "scene" || this.#settings.sceneAddress === "shared",
		};
	}
}

/** Starts a service; it listens on loopback only. @throws When a port is taken. */
export async function startService(options: StartOptions = {}): Promise<StandInService> {
	const service = new StandInService(options);
	await service.start();
	return service;
}
