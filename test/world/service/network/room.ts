import { z } from "zod";

import type { Channel, CommandRefusal, Journal } from "../journal";
import type { ChannelSocket, SocketHost } from "./socket-server";

/** The service's functions that a room uses. */
export interface RoomRules {
	readonly clock: () => number;
	readonly apiKey: string;
	/** Whether a socket may connect. @param accessToken Null when the handshake had none. */
	accepts(accessToken: string | null): boolean;
	/** Whether scene commands that arrive here have an effect. */
	takesCommands(): boolean;
	/** Returns the scene item of a command; undefined if there is none. */
	targetOf(targetId: unknown): { readonly remoteActions: unknown } | undefined;
}

const joinSchema = z.object({ room: z.unknown(), username: z.unknown() });
const commandSchema = z.object({
	event: z.object({ action: z.unknown(), target_id: z.unknown() }),
	appKey: z.unknown(),
});

const remoteActionsSchema = z.array(z.object({ code: z.string() }));

/** The sockets at one address, and which of them joined the streamer's room. Source: docs/service.md, Sockets. */
export class Room implements SocketHost {
	readonly #channel: Channel;
	readonly #rules: RoomRules;
	readonly #journal: Journal;
	readonly #sockets = new Set<ChannelSocket>();
	readonly #joined = new Set<ChannelSocket>();

	constructor(channel: Channel, rules: RoomRules, journal: Journal) {
		this.#channel = channel;
		this.#rules = rules;
		this.#journal = journal;
	}

	get openCount(): number {
		return this.#sockets.size;
	}

	get joinedCount(): number {
		return this.#joined.size;
	}

	accepts(accessToken: string | null): boolean {
		return this.#rules.accepts(accessToken);
	}

	connected(socket: ChannelSocket): void {
		this.#sockets.add(socket);
		socket.on("disconnect", () => {
			this.#sockets.delete(socket);
			this.#joined.delete(socket);
		});
		socket.on("join-room", (payload) => this.#join(socket, payload));
		socket.on("scene-remote-event", (payload) => this.#command(socket, payload));
	}

	/** Sends to the sockets that joined. */
	push(name: string, payload: unknown): void {
		for (const socket of this.#joined) socket.emit(name, payload);
	}

	/** Disconnects every socket with a close message. */
	kick(): void {
		for (const socket of [...this.#sockets]) socket.disconnect();
	}

	#join(socket: ChannelSocket, payload: unknown): void {
		const message = joinSchema.safeParse(payload).data;
		const isRightRoom = message?.room === this.#rules.apiKey;
		if (isRightRoom) this.#joined.add(socket);
		this.#journal.join({
			atMs: this.#rules.clock(),
			channel: this.#channel,
			socketId: socket.id,
			isRightRoom,
			username: message?.username,
		});
	}

	#command(socket: ChannelSocket, payload: unknown): void {
		const command = commandSchema.safeParse(payload).data;
		const joined = this.#joined.has(socket);
		const keyOk = command?.appKey === this.#rules.apiKey;
		const refusal = this.#refusalOf(command, { joined, keyOk });
		this.#journal.command({
			atMs: this.#rules.clock(),
			channel: this.#channel,
			socketId: socket.id,
			action: command?.event.action,
			targetId: command?.event.target_id,
			joined,
			keyOk,
			isCounted: refusal === undefined,
			...(refusal === undefined ? {} : { refusal }),
		});
	}

	#refusalOf(
		command: z.infer<typeof commandSchema> | undefined,
		{ joined, keyOk }: { readonly joined: boolean; readonly keyOk: boolean },
	): CommandRefusal | undefined {
		if (!command) return "malformed";
		if (!joined) return "not joined";
		if (!keyOk) return "wrong key";
		if (!this.#rules.takesCommands()) return "wrong address";
		const item = this.#rules.targetOf(command.event.target_id);
		if (!item) return "unknown item";
		const actions = remoteActionsSchema.safeParse(item.remoteActions).data ?? [];
		return actions.some(({ code }) => code === command.event.action) ? undefined : "unknown action";
	}
}
