import { onTestFinished, vi } from "vitest";

import type { ServiceError } from "../../../../src/service/errors";
import type { RoomSocket, RoomSocketOptions, SocketGeneration } from "../../../../src/service/ports";
import { openRoomSocket } from "../../../../src/service/socket/room-socket";
import type { Clock } from "../../../../src/state/time/clock";
import type { StreamEvent } from "../../../../src/state/events/stream-event";
import { systemClock } from "../../../../src/host/system-clock";
import { soon } from "../loopback";

/** Calls of a room socket's handlers, in order. */
export type RoomRecord = {
	readonly room: RoomSocket;
	readonly joined: readonly SocketGeneration[];
	readonly events: readonly StreamEvent[];
	readonly closed: readonly ServiceError[];
	/** Resolves with the generation, or rejects with the reason for closing. */
	untilJoined(): Promise<SocketGeneration>;
	untilClosed(): Promise<ServiceError>;
};

export const apiKey = "k3y/of+the streamer";

export function openRecordedRoom(
	options: Pick<RoomSocketOptions, "origin" | "generation"> & { readonly clock?: Clock },
): RoomRecord {
	const joined: SocketGeneration[] = [];
	const events: StreamEvent[] = [];
	const closed: ServiceError[] = [];
	const room = openRoomSocket(
		{ apiKey, username: "owner", clock: systemClock, ...options },
		{
			onJoined: (generation) => joined.push(generation),
			onEvent: (event) => events.push(event),
			onClosed: (error) => closed.push(error),
		},
	);
	onTestFinished(() => room.close());
	return {
		room,
		joined,
		events,
		closed,
		untilJoined: () =>
			vi.waitUntil(() => {
				if (joined.length === 0 && closed[0]) throw closed[0];
				return joined[0];
			}, soon),
		untilClosed: () => vi.waitUntil(() => closed[0], soon),
	};
}
