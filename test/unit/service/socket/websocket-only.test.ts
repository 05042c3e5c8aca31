import { afterEach, describe, expect, it, vi } from "vitest";

import { RoomLink } from "../../../../src/connection/room-link";
import { systemClock } from "../../../../src/host/system-clock";
import { openRoomSocket } from "../../../../src/service/socket/room-socket";
import type { StreamEvent } from "../../../../src/state/events/stream-event";
import type { StartOptions } from "../../../world/service/settings";
import { startService, type StandInService } from "../../../world/service/stand-in";
import { soon } from "../loopback";
import { apiKey, openRecordedRoom } from "./room-recorder";

let service: StandInService;
let link: RoomLink | undefined;
const events: StreamEvent[] = [];

afterEach(async () => {
	link?.stop();
	events.length = 0;
	await service.stop();
});

async function start(options: StartOptions): Promise<string> {
	service = await startService({ seed: "empty", apiKey, ...options });
	return service.eventSocketUrl;
}

function keepJoined(origin: string): RoomLink {
	link = new RoomLink({
		clock: systemClock,
		random: () => 0.5,
		openRoom: openRoomSocket,
		resolveAddress: () => Promise.resolve({ origin, apiKey, username: "nova" }),
		onJoined: () => undefined,
		onStatus: () => undefined,
		onEvent: (event) => events.push(event),
		onFailure: () => undefined,
	});
	link.start();
	return link;
}

const kinds = [
	["without polling", { transports: "websocket" }],
	["of two nodes without sticky sessions", { nodes: 2 }],
] as const;

describe.each(kinds)("a socket service %s", (_kind, options) => {
	it.each(["4", "4-only", "2-only"] as const)("is joined: generation %s", async (generation) => {
		keepJoined(await start({ ...options, generation }));
		await vi.waitFor(() => {
			service.follow({ username: "ada" });
			expect(events).not.toEqual([]);
		}, soon);
	});

	it.each(["4", "4-only"] as const)("reports a refused key: generation %s", async (generation) => {
		const origin = await start({ ...options, generation });
		service.setFaults({ refusedKey: "socket" });
		expect(await openRecordedRoom({ origin }).untilClosed()).toMatchObject({ kind: "refused" });
	});

	it("uses a websocket immediately the next time, and polls first again when that fails", async () => {
		const origin = await start(options);
		const first = openRecordedRoom({ origin });
		await first.untilJoined().catch(() => undefined);
		first.room.close();
		// Responds only to polling requests.
		service.setFaults({ handshake: { event: { status: 429 } } });
		await openRecordedRoom({ origin }).untilJoined();
		service.setFaults({ refusedKey: "socket" });
		const kinds = [
			await openRecordedRoom({ origin }).untilClosed(),
			await openRecordedRoom({ origin }).untilClosed(),
		];
		expect(kinds.map(({ kind }) => kind)).toEqual(["refused", "rate-limited"]);
	});
});
