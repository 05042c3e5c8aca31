import type { Account } from "../state/account";
import type { ChartData, ChartRange } from "../state/chart";
import type { Clock } from "../state/clock";
import type { CustomEvent } from "../state/custom-event";
import type { Scene } from "../state/scenes";
import type { StreamEvent, StreamEventType } from "../state/stream-event";
import type { Totals } from "../state/totals";
import type { ServiceError } from "./errors";
import type { SceneList } from "./scene-schema";
import type { ServiceOffset } from "./service-offset";

/**
 * One account's REST endpoints. Every method asks once (no retry), has a time limit and rejects with
 * {@link ServiceError} only. A signal stops a call: `aborted`.
 */
export interface ServiceClient {
	/** Where the service is: `https://host` or `https://host:port`. */
	readonly origin: string;
	/** Whose key it is. Interface 4.1. */
	account(signal?: AbortSignal): Promise<Account>;
	/** Origin of the event socket just now, never with a path or the key. Interface 4.4. */
	socketAddress(signal?: AbortSignal): Promise<string>;
	/** Lifetime figures. Interface 4.9. */
	totals(signal?: AbortSignal): Promise<Totals>;
	/** Interface 4.7. */
	events(query: EventsQuery, signal?: AbortSignal): Promise<EventPage>;
	/** Interface 4.8. */
	chart(query: ChartQuery, signal?: AbortSignal): Promise<ChartData>;
	/** Interface 4.5. */
	scenes(signal?: AbortSignal): Promise<SceneList>;
	/** `not-found` when the service has no such scene. Interface 4.6. */
	scene(token: string, signal?: AbortSignal): Promise<Scene>;
	/**
	 * Posts a custom event for the widgets of the user's stream. Interface 4.3.
	 * @param maySend Asked once the line is there: what has waited for it too long is not sent, and rejects as `too-late`.
	 * @returns The created event, to be recognised when it comes back; undefined when the answer named none.
	 */
	postEvent(event: CustomEvent, username: string, maySend: () => boolean): Promise<StreamEvent | undefined>;
}

/** What is left out is left to the service: all types, offset 0, limit 10, newest first. */
export type EventsQuery = {
	readonly types?: readonly StreamEventType[];
	readonly offset?: number;
	readonly limit?: number;
	readonly sort?: "createdAt" | "ref";
	readonly order?: "asc" | "desc";
};

export type EventPage = {
	/** The ones we know, in the service's order, deleted ones included. */
	readonly events: readonly StreamEvent[];
	/** How many events the query matches altogether, unknown kinds included. */
	readonly totalCount?: number | undefined;
	/** How many entries the service sent, including kinds we don't know: paging advances by this. */
	readonly entryCount: number;
	/** Tells pages apart, whatever kinds of entries they hold. */
	readonly fingerprint?: string;
	/** What the service calls its entries, those of unknown kinds included; an entry without id and ref has none. */
	readonly entryKeys?: readonly string[];
	/** When the oldest entry of any kind was created, epoch milliseconds; absent when none says. */
	readonly oldestMs?: number;
};

export type ChartQuery = {
	readonly range: ChartRange;
	/** Epoch milliseconds. */
	readonly startMs?: number;
};

/** The generations of Socket.IO that are incompatible on the wire: 4 (Engine.IO 4) and 2 (Engine.IO 3). */
export type SocketGeneration = 4 | 2;

/** A remote action of one scene item. */
export type SceneCommand = {
	/** `code` of the remote action. */
	readonly actionCode: string;
	/** `id` of the scene item. */
	readonly itemId: number;
};

/** One connection attempt's whole life: it never reconnects. */
export interface RoomSocket {
	/**
	 * Sends at once or not at all; the service confirms nothing.
	 * @returns False, with nothing sent or kept, unless connected and joined.
	 */
	send(command: SceneCommand): boolean;
	/** Ends the connection (or the attempt); no handler is called after it. May be called again. */
	close(): void;
}

export type RoomSocketHandlers = {
	/** Connected, and `join-room` has left, unless that takes very long: what happens from now on is told to us. */
	onJoined(generation: SocketGeneration): void;
	/** An event of a kind we know was told to our room. */
	onEvent(event: StreamEvent): void;
	/**
	 * The attempt failed, the connection ended, or nothing came over it for too long: exactly once, unless closed first.
	 * Nothing is called after it.
	 */
	onClosed(error: ServiceError): void;
};

/** Begins to connect. Never throws; handlers are called later. */
export type OpenRoom = (options: RoomSocketOptions, handlers: RoomSocketHandlers) => RoomSocket;

export type RoomSocketOptions = {
	/** As {@link ServiceClient.socketAddress} gives it or as a human wrote it. */
	readonly origin: string;
	readonly apiKey: string;
	/** A label that the service shows; any text works. */
	readonly username: string;
	/** The one that worked last time, tried first. */
	readonly generation?: SocketGeneration | undefined;
	/** Tells when an event without a time of its own arrived. */
	readonly clock: Clock;
	/** For times without an offset. */
	readonly offset?: ServiceOffset | undefined;
};
