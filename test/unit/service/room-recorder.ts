import { onTestFinished, vi } from "vitest";

import type { ServiceError } from "../../../src/service/errors";
import type { RoomSocket, RoomSocketOptions, SocketGeneration } from "../../../src/service/ports";
import { openRoomSocket } from "../../../src/service/room-socket";

/** What a room socket told its handlers, in order; traffic is only counted. */
export type RoomRecord = {
	readonly room: RoomSocket;
	readonly joined: readonly SocketGeneration[];
	readonly messages: readonly (readonly [string, unknown])[];
	readonly closed: readonly ServiceError[];
	readonly traffic: () => number;
	/** Resolves with the generation, or rejects with why it closed. */
	untilJoined(): Promise<SocketGeneration>;
	untilClosed(): Promise<ServiceError>;
};

export const apiKey = "k3y/of+the streamer";

export function openRecordedRoom(options: Omit<RoomSocketOptions, "apiKey" | "username">): RoomRecord {
	const joined: SocketGeneration[] = [];
	const messages: [string, unknown][] = [];
	const closed: ServiceError[] = [];
	let traffic = 0;
	const room = openRoomSocket(
		{ apiKey, username: "owner", ...options },
		{
			onJoined: (generation) => joined.push(generation),
			onMessage: (name, payload) => messages.push([name, payload]),
			onTraffic: () => (traffic += 1),
			onClosed: (error) => closed.push(error),
		},
	);
	onTestFinished(() => room.close());
	const within = { timeout: 4000, interval: 5 };
	return {
		room,
		joined,
		messages,
		closed,
		traffic: () => traffic,
		untilJoined: () =>
			vi.waitUntil(() => {
				if (joined.length === 0 && closed[0]) throw closed[0];
				return joined[0];
			}, within),
		untilClosed: () => vi.waitUntil(() => closed[0], within),
	};
}
