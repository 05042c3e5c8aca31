import { ServiceError } from "../../../../src/service/errors";
import { parseNewEvent } from "../../../../src/service/socket/event-channel";
import type { RoomSocket, RoomSocketHandlers, RoomSocketOptions } from "../../../../src/service/ports";
import { HeartbeatMonitor } from "../../../../src/service/socket/heartbeat-monitor";
import type { Dispose } from "../../../../src/state/time/clock";
import type { ProcessClock } from "../../fakes/virtual-clock";
import { scenesOrigin } from "./service-conditions";
import type { ServiceModel } from "./service-model";

/** A frame in transit, with callbacks for its arrival and for a connection that ended before. */
export type Push = { readonly frame: unknown; readonly onArrived: () => void; readonly onLost: () => void };

type Arrival = { readonly handle: () => void; readonly onLost: () => void };

const pingIntervalMs = 25_000;
const pingTimeoutMs = 20_000;

/** One connection to a room, with the state of both ends. */
export class RoomModel implements RoomSocket {
	isJoined = false;
	/** Black hole: frames are queued, and neither end is notified. */
	isFrozen = false;
	readonly #service: ServiceModel;
	readonly #handlers: RoomSocketHandlers;
	readonly #options: RoomSocketOptions;
	readonly #process: ProcessClock;
	readonly #silence: HeartbeatMonitor;
	readonly #held: Arrival[] = [];
	#isClosed = false;
	#hasJoinedRoom = false;
	#cancelPing: Dispose = () => undefined;

	constructor(
		service: ServiceModel,
		options: RoomSocketOptions,
		handlers: RoomSocketHandlers,
		process: ProcessClock,
	) {
		this.#service = service;
		this.#handlers = handlers;
		this.#process = process;
		this.#options = options;
		this.#silence = new HeartbeatMonitor(process, () => this.end(new ServiceError("closed", "silent")));
		service.clock.schedule(() => {
			this.#connect(options);
		}, service.drawOneWayLatencyMs());
	}

	get origin(): string {
		return this.#options.origin;
	}

	send(): boolean {
		return this.isJoined;
	}

	close(): void {
		this.#isClosed = true;
		this.isJoined = false;
		this.#cancelPing();
		this.#silence.stop();
		this.#service.rooms.delete(this);
		for (const arrival of this.#held.splice(0)) this.#deliver(arrival);
	}

	/** Sends a frame that arrives later if the connection still exists. */
	push({ frame, onArrived, onLost }: Push, delayMs: number): void {
		if (!this.isJoined || this.origin === scenesOrigin) return;
		if (!this.#hasJoinedRoom) return this.#service.recordUnpushed();
		const handle = () => {
			const { apiKey, clock } = this.#options;
			const event = parseNewEvent(frame, { apiKey, now: () => clock.now() });
			this.#silence.recordTraffic();
			onArrived();
			if (event) this.#handlers.onEvent(event);
		};
		this.#service.clock.schedule(() => this.#deliver({ handle, onLost }), delayMs);
	}

	end(error: ServiceError): void {
		if (this.#isClosed) return;
		this.close();
		if (!this.#process.isKilled) this.#handlers.onClosed(error);
	}

	freeze(): void {
		this.isFrozen = true;
	}

	/** Delivers all queued frames immediately. */
	thaw(): void {
		this.isFrozen = false;
		for (const arrival of this.#held.splice(0)) this.#deliver(arrival);
	}

	/** Discards all queued frames. */
	dropHeld(): void {
		if (this.#held.length > 0) this.#service.recordUnpushed();
		this.#held.length = 0;
	}

	#connect({ origin, apiKey }: RoomSocketOptions): void {
		const { conditions, socketOrigin, account, clock } = this.#service;
		if (this.#isClosed || conditions.isBlackHole) return;
		if (conditions.isDown || (origin !== socketOrigin && origin !== scenesOrigin)) {
			return this.end(new ServiceError("unreachable", "nobody listens"));
		}
		if (conditions.refusing === "socket" || conditions.refusing === "both" || apiKey !== account.apiKey) {
			return this.end(new ServiceError("refused", "bad key"));
		}
		clock.schedule(() => {
			this.#deliver({ handle: () => this.#join(), onLost: () => undefined });
		}, this.#service.drawOneWayLatencyMs());
	}

	/** Joins: the client reports it on connect, and the service adds it to the room a little later. */
	#join(): void {
		this.isJoined = true;
		// A client that joins while the list lags behind cannot know about events missing from it.
		if (this.#service.isBehind) this.#service.recordUnpushed();
		this.#silence.start(pingIntervalMs + pingTimeoutMs);
		this.#ping();
		this.#service.clock.schedule(() => {
			this.#hasJoinedRoom = true;
			this.#service.joinCount++;
		}, this.#service.drawOneWayLatencyMs());
		this.#handlers.onJoined(4);
	}

	#ping(): void {
		this.#cancelPing = this.#service.clock.schedule(() => {
			if (!this.isFrozen) this.#silence.recordTraffic();
			this.#ping();
		}, pingIntervalMs);
	}

	#deliver(arrival: Arrival): void {
		if (this.#isClosed) arrival.onLost();
		else if (this.isFrozen) this.#held.push(arrival);
		else arrival.handle();
	}
}
