import type { Account } from "../state/account";
import type { ChartData, ChartRange } from "../state/counters/chart";
import type { Clock } from "../state/time/clock";
import type { CustomEvent } from "../state/events/custom-event";
import type { Scene } from "../state/scenes/scenes";
import type { StreamEvent, StreamEventType } from "../state/events/stream-event";
import type { Totals } from "../state/totals";
import type { ServiceError } from "./errors";
import type { SceneList } from "./schemas/scene-schema";
import type { ServiceOffset } from "./service-offset";

/**
 * REST endpoints of one account (docs/service.md, Requests). Each method sends one request without retries, has a time
 * limit and rejects with {@link ServiceError} only. A signal aborts a call: `aborted`.
 */
export interface ServiceClient {
	/** The service's origin: `https://host` or `https://host:port`. */
	readonly origin: string;
	/** Returns the owner of the key. */
	account(signal?: AbortSignal): Promise<Account>;
	/** Returns the current origin of the event socket, without a path or the key. */
	socketAddress(signal?: AbortSignal): Promise<string>;
	totals(signal?: AbortSignal): Promise<Totals>;
	events(query: EventsQuery, signal?: AbortSignal): Promise<EventPage>;
	chart(query: ChartQuery, signal?: AbortSignal): Promise<ChartData>;
	/** Returns the scenes that can be controlled, without their items. */
	scenes(signal?: AbortSignal): Promise<SceneList>;
	/** Returns a scene with its items. Rejects with `not-found` if the service has no such scene. */
	scene(token: string, signal?: AbortSignal): Promise<Scene>;
	/**
	 * Posts a custom event for the widgets of the user's stream.
	 * @param maySend Called when the connection is established. If it returns false, nothing is sent, and the call
	 * rejects with `too-late`.
	 * @returns The created event, to recognise it when it is pushed; undefined if the response contains none.
	 */
	postEvent(event: CustomEvent, username: string, maySend: () => boolean): Promise<StreamEvent | undefined>;
}

/** Query of the event list. Defaults of the service: all types, offset 0, limit 10, newest first. */
export type EventsQuery = {
	readonly types?: readonly StreamEventType[];
	readonly offset?: number;
	readonly limit?: number;
	readonly sort?: "createdAt" | "ref";
	readonly order?: "asc" | "desc";
	/** Lower bound of the creation time, epoch milliseconds. */
	readonly startMs?: number;
	/** Upper bound of the creation time, epoch milliseconds. */
	readonly endMs?: number;
};

export type EventPage = {
	/** Events of known types, in the service's order, including deleted ones. */
	readonly events: readonly StreamEvent[];
	/** Number of all events that match the query, including unknown types. */
	readonly totalCount?: number | undefined;
	/** Number of entries in the response, including unknown types. Paging advances by this number. */
	readonly entryCount: number;
	/** Identity of the page, including entries of unknown types. */
	readonly fingerprint?: string;
	/** The service's keys of the entries, including unknown types. An entry without id and ref has none. */
	readonly entryKeys?: readonly string[];
	/** If there are entries of unknown types: creation time of the oldest entry, epoch milliseconds, if any has one. */
	readonly oldestMs?: number | undefined;
};

export type ChartQuery = {
	readonly range: ChartRange;
	/** Epoch milliseconds. */
	readonly startMs?: number;
};

/** Socket.IO generations that are incompatible on the wire: 4 (Engine.IO 4) and 2 (Engine.IO 3). */
export type SocketGeneration = 4 | 2;

/** A remote action of one scene item. */
export type SceneCommand = {
	readonly actionCode: string;
	readonly itemId: number;
};

/** One connection attempt and its connection. Never reconnects. */
export interface RoomSocket {
	/**
	 * Sends immediately or not at all. The service sends no confirmation.
	 * @returns False unless connected and joined; then nothing is sent or buffered.
	 */
	send(command: SceneCommand): boolean;
	/** Ends the connection or the attempt. No handler is called afterwards. May be called again. */
	close(): void;
}

export type RoomSocketHandlers = {
	/**
	 * Called when `join-room` has been sent, or could not be sent within two seconds after the connection was
	 * established. Events are pushed from then on.
	 */
	onJoined(generation: SocketGeneration): void;
	/** Called when an event of a known type was pushed to the room. */
	onEvent(event: StreamEvent): void;
	/**
	 * Called exactly once, unless `close()` was called first: the attempt failed, the connection ended, or the server
	 * was silent for too long. No handler is called afterwards.
	 */
	onClosed(error: ServiceError): void;
};

/** Starts to connect. Never throws; handlers are called later. */
export type OpenRoom = (options: RoomSocketOptions, handlers: RoomSocketHandlers) => RoomSocket;

export type RoomSocketOptions = {
	/** Address from {@link ServiceClient.socketAddress}, or as entered. */
	readonly origin: string;
	readonly apiKey: string;
	/** Label that the service displays; any text is valid. */
	readonly username: string;
	/** Generation of the last successful connection, tried first. */
	readonly generation?: SocketGeneration | undefined;
	/** Clock for events without a time of their own. */
	readonly clock: Clock;
	/** Offset for times without one. */
	readonly offset?: ServiceOffset | undefined;
};
