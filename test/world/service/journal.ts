import type { EndpointName } from "./faults";
import { Signal } from "./signal";
import type { StoredEvent } from "./data/store";

/** Socket address of an entry. With a shared address, it is always `event`. */
export type Channel = "event" | "scene";

/**
 * A REST call. Credentials are masked; `status` is absent until answered, and permanently if the connection was lost.
 */
export type RecordedRequest = {
	readonly atMs: number;
	readonly endpoint: EndpointName | "unknown";
	readonly method: string;
	readonly path: string;
	readonly query: Readonly<Record<string, readonly string[]>>;
	/** Whether the request had a valid credential of the endpoint. */
	readonly credential: "right" | "wrong" | "none";
	status?: number;
	/** Something that the client may not have intended. */
	remark?: string | undefined;
};

/** A `join-room` message with any content. */
export type RecordedJoin = {
	readonly atMs: number;
	readonly channel: Channel;
	readonly socketId: string;
	readonly isRightRoom: boolean;
	readonly username: unknown;
};

/** Why a command had no effect. */
export type CommandRefusal =
	"malformed" | "not joined" | "wrong key" | "wrong address" | "unknown item" | "unknown action";

/** A `scene-remote-event` message with any content, from any client. */
export type RecordedCommand = {
	readonly atMs: number;
	readonly channel: Channel;
	readonly socketId: string;
	readonly action: unknown;
	readonly targetId: unknown;
	/** The socket had joined the streamer's room. */
	readonly joined: boolean;
	readonly keyOk: boolean;
	/**
	 * The command was carried out: right key, joined, at an address that accepts commands, for an item that has the
	 * action.
	 */
	readonly isCounted: boolean;
	/** Why it had no effect; absent if it was carried out. */
	readonly refusal?: CommandRefusal;
};

type JournalEvents = {
	request: RecordedRequest;
	join: RecordedJoin;
	command: RecordedCommand;
	event: StoredEvent;
};

const maxEntries = 50_000;

/** Everything that arrived at the service, in order of arrival. */
export class Journal {
	readonly requests: RecordedRequest[] = [];
	readonly joins: RecordedJoin[] = [];
	readonly commands: RecordedCommand[] = [];
	readonly #signals: { readonly [K in keyof JournalEvents]: Signal<JournalEvents[K]> } = {
		request: new Signal(),
		join: new Signal(),
		command: new Signal(),
		event: new Signal(),
	};

	/**
	 * @returns A function that unsubscribes. Requests are reported when they are complete, everything else immediately.
	 */
	on<K extends keyof JournalEvents>(name: K, listener: (value: JournalEvents[K]) => void): () => void {
		return this.#signals[name].subscribe(listener);
	}

	emit<K extends keyof JournalEvents>(name: K, value: JournalEvents[K]): void {
		this.#signals[name].emit(value);
	}

	request(request: RecordedRequest): void {
		append(this.requests, request);
	}

	join(join: RecordedJoin): void {
		append(this.joins, join);
		this.emit("join", join);
	}

	command(command: RecordedCommand): void {
		append(this.commands, command);
		this.emit("command", command);
	}

	/** Clears all entries. */
	clear(): void {
		for (const entries of [this.requests, this.joins, this.commands]) entries.length = 0;
	}
}

function append<T>(entries: T[], entry: T): void {
	entries.push(entry);
	if (entries.length > maxEntries) entries.shift();
}
