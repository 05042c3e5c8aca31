import { ServiceError } from "../../../src/service/errors";
import { parseNewEvent } from "../../../src/service/event-channel";
import type { RoomSocket, RoomSocketHandlers, RoomSocketOptions } from "../../../src/service/ports";
import { SilenceWatch } from "../../../src/service/silence-watch";
import type { Dispose } from "../../../src/state/clock";
import type { ProcessClock } from "../fakes/virtual-clock";
import type { ServiceModel } from "./service-model";

/** A frame, and who is told that it has arrived, or that the connection ended before. */
export type Push = { readonly frame: unknown; readonly onArrived: () => void; readonly onLost: () => void };

type Arrival = { readonly happen: () => void; readonly onLost: () => void };

const pingIntervalMs = 25_000;
const pingPatienceMs = 20_000;

/** One connection of a room, seen from both ends. */
export class RoomModel implements RoomSocket {
	isJoined = false;
	/** Nothing passes and nothing tells so; frames wait. */
	isFrozen = false;
	readonly #service: ServiceModel;
	readonly #handlers: RoomSocketHandlers;
	readonly #options: RoomSocketOptions;
	readonly #process: ProcessClock;
	readonly #silence: SilenceWatch;
	readonly #held: Arrival[] = [];
	#isClosed = false;
	#isInRoom = false;
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
		this.#silence = new SilenceWatch(process, () => this.end(new ServiceError("closed", "silent")));
		service.clock.schedule(() => {
			this.#knock(options);
		}, service.wayMs());
	}

	send(): boolean {
		return this.isJoined;
	}

	close(): void {
		this.#isClosed = true;
		this.isJoined = false;
		this.#cancelPing();
		this.#silence.end();
		this.#service.rooms.delete(this);
		for (const arrival of this.#held.splice(0)) this.#arrive(arrival);
	}

	/** A frame sets out now and arrives later, if the connection lasts. */
	push({ frame, onArrived, onLost }: Push, delayMs: number): void {
		if (!this.isJoined) return;
		if (!this.#isInRoom) return this.#service.noteUntold();
		const happen = () => {
			const { apiKey, clock } = this.#options;
			const event = parseNewEvent(frame, { apiKey, now: () => clock.now() });
			this.#silence.noteTraffic();
			onArrived();
			if (event) this.#handlers.onEvent(event);
		};
		this.#service.clock.schedule(() => this.#arrive({ happen, onLost }), delayMs);
	}

	end(error: ServiceError): void {
		if (this.#isClosed) return;
		this.close();
		if (!this.#process.isKilled) this.#handlers.onClosed(error);
	}

	freeze(): void {
		this.isFrozen = true;
	}

	/** Whatever waited arrives at once. */
	thaw(): void {
		this.isFrozen = false;
		for (const arrival of this.#held.splice(0)) this.#arrive(arrival);
	}

	/** What waits will never arrive. */
	loseHeld(): void {
		if (this.#held.length > 0) this.#service.noteUntold();
		this.#held.length = 0;
	}

	#knock({ origin, apiKey }: RoomSocketOptions): void {
		const { weather, socketOrigin, account, clock } = this.#service;
		if (this.#isClosed || weather.isBlackHole) return;
		if (weather.isDown || origin !== socketOrigin) {
			return this.end(new ServiceError("unreachable", "nobody listens"));
		}
		if (weather.refusing === "socket" || weather.refusing === "both" || apiKey !== account.apiKey) {
			return this.end(new ServiceError("refused", "bad key"));
		}
		clock.schedule(() => {
			this.#arrive({ happen: () => this.#join(), onLost: () => undefined });
		}, this.#service.wayMs());
	}

	/** The client says that it joins as soon as it is connected; the service has it in the room a little later. */
	#join(): void {
		this.isJoined = true;
		// Who comes in while the list lags behind can't know what it does not show.
		if (this.#service.isBehind) this.#service.noteUntold();
		this.#silence.begin(pingIntervalMs + pingPatienceMs);
		this.#ping();
		this.#service.clock.schedule(() => {
			this.#isInRoom = true;
			this.#service.joinCount++;
		}, this.#service.wayMs());
		this.#handlers.onJoined(4);
	}

	#ping(): void {
		this.#cancelPing = this.#service.clock.schedule(() => {
			if (!this.isFrozen) this.#silence.noteTraffic();
			this.#ping();
		}, pingIntervalMs);
	}

	#arrive(arrival: Arrival): void {
		if (this.#process.isKilled) return;
		if (this.#isClosed) arrival.onLost();
		else if (this.isFrozen) this.#held.push(arrival);
		else arrival.happen();
	}
}
