import { describe, expect, it } from "vitest";

import { RoomLink } from "../../../src/connection/room-link";
import { ServiceError } from "../../../src/service/errors";
import type { RoomSocket, RoomSocketHandlers, RoomSocketOptions } from "../../../src/service/ports";
import { settled, VirtualClock } from "../../world/fakes/virtual-clock";

class FakeRoom implements RoomSocket {
	readonly generation = 4;
	readonly silenceLimitMs = 45_000;
	isJoined = false;
	isClosed = false;
	readonly options: RoomSocketOptions;
	readonly handlers: RoomSocketHandlers;

	constructor(options: RoomSocketOptions, handlers: RoomSocketHandlers) {
		this.options = options;
		this.handlers = handlers;
	}

	emit(): boolean {
		return this.isJoined;
	}

	close(): void {
		this.isClosed = true;
		this.isJoined = false;
	}

	join(): void {
		this.isJoined = true;
		this.handlers.onJoined(this.generation);
	}

	end(kind: "closed" | "kicked" | "refused" = "closed"): void {
		this.isJoined = false;
		this.handlers.onClosed(new ServiceError(kind, "it ended"));
	}
}

function setUp() {
	const clock = new VirtualClock();
	const rooms: FakeRoom[] = [];
	const told: string[] = [];
	let isAnswering = true;
	let port = 1;
	const link = new RoomLink({
		clock,
		random: () => 0.5,
		openRoom: (options, handlers) => {
			const room = new FakeRoom(options, handlers);
			rooms.push(room);
			return room;
		},
		findAddress: () =>
			isAnswering
				? Promise.resolve({ origin: `https://socket.example:${port}`, apiKey: "key", username: "nova" })
				: new Promise(() => undefined),
		onStatus: ({ phase }) => told.push(phase),
		onJoined: () => told.push("joined"),
		onLost: () => told.push("lost"),
		onMessage: (name) => told.push(name),
		onFailure: (error) => told.push(error.kind),
	});
	return {
		...{ clock, rooms, told, link },
		last: () => rooms.at(-1) ?? expect.unreachable(),
		openCount: () => rooms.filter(({ isClosed }) => !isClosed).length,
		answer: (how: "at once" | "never") => (isAnswering = how === "at once"),
		move: () => port++,
	};
}

async function joined() {
	const rig = setUp();
	rig.link.start();
	await settled();
	rig.last().join();
	rig.told.length = 0;
	return rig;
}

describe("a room link", () => {
	it("joins once, however often it is started", async () => {
		const { link, rooms, told, last } = setUp();
		link.start();
		link.start();
		await settled();
		link.start();
		expect(rooms).toHaveLength(1);
		last().join();
		link.start();
		await settled();
		expect(rooms).toHaveLength(1);
		expect(told).toEqual(["connecting", "live", "joined"]);
	});

	it("comes back after a drop and asks anew where the service is", async () => {
		const { clock, rooms, told, last, move, link } = await joined();
		move();
		last().end();
		expect(told).toEqual(["down", "closed", "lost"]);
		expect(link.status).toMatchObject({ phase: "down", trouble: "unreachable" });
		await clock.advance(400);
		expect(rooms).toHaveLength(2);
		expect(last().options.origin).toBe("https://socket.example:2");
		last().join();
		expect(link.status.phase).toBe("live");
	});

	it("never has two rooms, and hears nothing from one it has left", async () => {
		const { clock, rooms, told, last, link, openCount } = await joined();
		const first = last();
		for (let round = 0; round < 10; round++) {
			link.reconnect();
			expect(openCount()).toBeLessThanOrEqual(1);
		}
		await settled();
		last().join();
		expect(openCount()).toBe(1);
		told.length = 0;
		first.handlers.onMessage("new-event", {});
		first.handlers.onJoined(4);
		first.end();
		await clock.advance(10_000);
		expect(told).toEqual([]);
		expect(rooms.filter(({ isClosed }) => !isClosed)).toEqual([last()]);
	});

	it("gives an attempt five seconds, and every fourth one eight", async () => {
		const { clock, told, link, answer } = setUp();
		answer("never");
		link.start();
		const times: number[] = [];
		for (let attempt = 0; attempt < 4; attempt++) {
			const failures = () => told.filter((line) => line.startsWith("timeout")).length;
			const before = failures();
			const startMs = clock.elapsedMs();
			await clock.advanceUntil(() => failures() > before, 60_000, 100);
			times.push(Math.round((clock.elapsedMs() - startMs) / 1_000));
		}
		expect(times[0]).toBe(5);
		expect(times[1]).toBeLessThanOrEqual(6);
		expect(times[3]).toBeGreaterThanOrEqual(8);
	});

	it("finds out that a socket has gone silent, and not one that is heard of", async () => {
		const { clock, told, last } = await joined();
		for (let pings = 0; pings < 10; pings++) {
			await clock.advance(25_000);
			last().handlers.onTraffic();
		}
		expect(told).toEqual([]);
		await clock.advance(45_000);
		expect(told).toEqual(["down", "closed", "lost"]);
	});

	it("waits a second after being thrown out, and eight after being refused", async () => {
		const { clock, rooms, last } = await joined();
		last().end("kicked");
		await clock.advance(999);
		expect(rooms).toHaveLength(1);
		await clock.advance(1);
		expect(rooms).toHaveLength(2);
		last().end("refused");
		await clock.advance(7_999);
		expect(rooms).toHaveLength(2);
		await clock.advance(1);
		expect(rooms).toHaveLength(3);
	});

	it("doesn't lose patience with a refusal because of failures before it", async () => {
		const { clock, rooms, last } = await joined();
		for (let failures = 0; failures < 40; failures++) {
			last().end();
			await clock.advance(3_000);
		}
		last().end("refused");
		const before = rooms.length;
		await clock.advance(8_000);
		expect(rooms).toHaveLength(before + 1);
	});

	it("can be hurried while it waits, unless it was refused", async () => {
		const { rooms, last, link } = await joined();
		last().end();
		link.hurry();
		await settled();
		expect(rooms).toHaveLength(2);
		last().end("refused");
		link.hurry();
		await settled();
		expect(rooms).toHaveLength(2);
	});

	it("tries again and again while somebody waits, and calms down afterwards", async () => {
		const { clock, rooms, last, link } = await joined();
		link.hurry();
		for (let waitedMs = 0; waitedMs < 1_800; waitedMs += 200) {
			last().end();
			await clock.advance(200);
		}
		expect(rooms).toHaveLength(10);
		await clock.advance(400);
		last().end();
		await clock.advance(500);
		expect(rooms).toHaveLength(10);
	});

	it("leaves nothing behind when it is stopped, whatever it was at", async () => {
		for (const stage of ["asking", "joining", "joined", "waiting"] as const) {
			const { clock, told, link, last, answer, openCount } = setUp();
			if (stage === "asking") answer("never");
			link.start();
			await settled();
			if (stage === "joined") last().join();
			if (stage === "waiting") last().end();
			link.stop();
			expect([clock.pendingCount, openCount(), link.status.phase]).toEqual([0, 0, "idle"]);
			told.length = 0;
			await clock.advance(60_000);
			expect(told).toEqual([]);
		}
	});
});
