import { describe, expect, it } from "vitest";

import { RoomLink } from "../../../src/connection/room-link";
import { ServiceError, type ServiceErrorDetails, type ServiceErrorKind } from "../../../src/service/errors";
import type {
	RoomSocket,
	RoomSocketHandlers,
	RoomSocketOptions,
	SceneCommand,
} from "../../../src/service/ports";
import { followOf } from "../../world/fakes/fake-client";
import { flushPromises, VirtualClock } from "../../world/fakes/virtual-clock";

class FakeRoom implements RoomSocket {
	isJoined = false;
	isClosed = false;
	readonly sent: SceneCommand[] = [];
	readonly options: RoomSocketOptions;
	readonly handlers: RoomSocketHandlers;

	constructor(options: RoomSocketOptions, handlers: RoomSocketHandlers) {
		this.options = options;
		this.handlers = handlers;
	}

	send(command: SceneCommand): boolean {
		if (this.isJoined) this.sent.push(command);
		return this.isJoined;
	}

	close(): void {
		this.isClosed = true;
		this.isJoined = false;
	}

	join(): void {
		this.isJoined = true;
		this.handlers.onJoined(2);
	}

	end(kind: ServiceErrorKind = "closed", details: ServiceErrorDetails = {}): void {
		this.isJoined = false;
		this.handlers.onClosed(new ServiceError(kind, "it ended", details));
	}
}

const address = { apiKey: "key", username: "nova" };

function setUp() {
	const clock = new VirtualClock();
	const rooms: FakeRoom[] = [];
	const calls: string[] = [];
	let isAnswering = true;
	let turnAway: (error: unknown) => void = () => undefined;
	let port = 1;
	const link = new RoomLink({
		clock,
		random: () => 0.5,
		openRoom: (options, handlers) => {
			const room = new FakeRoom(options, handlers);
			rooms.push(room);
			return room;
		},
		resolveAddress: () =>
			isAnswering
				? Promise.resolve({ ...address, origin: `https://socket.example:${port}` })
				: new Promise((_resolve, reject) => (turnAway = reject)),
		onJoined: () => undefined,
		onStatus: ({ phase }) => calls.push(phase),
		onEvent: ({ id }) => calls.push(`event ${id}`),
		onFailure: (error) => calls.push(error.kind),
	});
	return {
		clock,
		rooms,
		calls,
		link,
		last: () => rooms.at(-1) ?? expect.unreachable(),
		openCount: () => rooms.filter(({ isClosed }) => !isClosed).length,
		answer: (how: "at once" | "never") => (isAnswering = how === "at once"),
		move: () => port++,
		turnAway: (error: unknown) => turnAway(error),
	};
}

async function joined() {
	const rig = setUp();
	rig.link.start();
	await flushPromises();
	rig.last().join();
	rig.calls.length = 0;
	return rig;
}

describe("a room link", () => {
	it("joins once, however often it is started", async () => {
		const { link, rooms, calls, last } = setUp();
		link.start();
		link.start();
		await flushPromises();
		link.start();
		expect(rooms).toHaveLength(1);
		last().join();
		link.start();
		await flushPromises();
		expect(rooms).toHaveLength(1);
		expect(calls).toEqual(["connecting", "live"]);
	});

	it("reconnects after a drop and resolves the address again", async () => {
		const { clock, rooms, calls, last, move, link } = await joined();
		move();
		last().end();
		expect(calls).toEqual(["down", "closed"]);
		expect(link.status).toMatchObject({ phase: "down", trouble: "unreachable" });
		await clock.advance(400);
		expect(rooms).toHaveLength(2);
		expect(last().options.origin).toBe("https://socket.example:2");
		last().join();
		expect(link.status.phase).toBe("live");
	});

	it("never has two rooms, and ignores one that it has left", async () => {
		const { clock, rooms, calls, last, link, openCount } = await joined();
		const first = last();
		for (let round = 0; round < 10; round++) {
			link.reconnect();
			expect(openCount()).toBeLessThanOrEqual(1);
		}
		await flushPromises();
		last().join();
		expect(openCount()).toBe(1);
		calls.length = 0;
		first.handlers.onEvent(followOf(1));
		first.handlers.onJoined(4);
		first.end();
		await clock.advance(10_000);
		expect(calls).toEqual([]);
		expect(rooms.filter(({ isClosed }) => !isClosed)).toEqual([last()]);
	});

	it("limits an attempt to five seconds, and every fourth one to eight", async () => {
		const { clock, calls, link, answer } = setUp();
		answer("never");
		link.start();
		const times: number[] = [];
		for (let attempt = 0; attempt < 4; attempt++) {
			const failures = () => calls.filter((line) => line.startsWith("timeout")).length;
			const before = failures();
			const startMs = clock.elapsedMs();
			await clock.advanceUntil(() => failures() > before, 60_000, 100);
			times.push(Math.round((clock.elapsedMs() - startMs) / 1_000));
		}
		expect(times[0]).toBe(5);
		expect(times[1]).toBeLessThanOrEqual(6);
		expect(times[3]).toBeGreaterThanOrEqual(8);
	});

	it("passes on events, and has a room only while it is joined", async () => {
		const { clock, calls, last, link } = await joined();
		last().handlers.onEvent(followOf(7));
		expect(calls).toEqual(["event 7"]);
		expect(link.room).toBe(last());
		last().end();
		expect(link.room).toBeUndefined();
		await clock.advance(400);
		expect(link.room).toBeUndefined();
		last().join();
		expect(link.room).toBe(last());
	});

	it("begins with the generation of the last success", async () => {
		const { clock, last } = await joined();
		expect(last().options.generation).toBeUndefined();
		last().end();
		await clock.advance(400);
		expect(last().options.generation).toBe(2);
	});

	it("ignores a failure from elsewhere while it is stopped", async () => {
		const { clock, calls, link, rooms } = setUp();
		link.fail(new ServiceError("refused", "bad key"));
		await clock.advance(60_000);
		expect([calls, rooms.length]).toEqual([[], 0]);
	});

	it("treats a key refused elsewhere as its own failure", async () => {
		const { clock, calls, link, rooms, openCount } = await joined();
		link.fail(new ServiceError("refused", "bad key"));
		expect([calls, openCount()]).toEqual([["down", "refused"], 0]);
		expect(link.status).toMatchObject({ phase: "down", trouble: "refused", retryAtMs: clock.now() + 8_000 });
		await clock.advance(8_000);
		expect(rooms).toHaveLength(2);
	});

	it("keeps the time since when it is down across failed attempts", async () => {
		const { clock, last, link } = await joined();
		const sinceMs = clock.now();
		last().end();
		await clock.advance(400);
		last().end();
		expect(link.status).toMatchObject({ phase: "down", sinceMs, trouble: "unreachable" });
		link.reconnect();
		expect(link.status).toEqual({ phase: "down", sinceMs });
	});

	it("is failed, not down, while it was never joined", async () => {
		const { clock, last, link } = setUp();
		link.start();
		await flushPromises();
		last().end("not-this-service");
		expect(link.status).toMatchObject({ phase: "failed", trouble: "not-this-service" });
		link.reconnect();
		expect(link.status).toEqual({ phase: "connecting" });
		await clock.advance(1);
	});

	it("counts failures from one again after a stable connection", async () => {
		const { clock, rooms, last } = await joined();
		for (let failures = 0; failures < 6; failures++) {
			last().end();
			await clock.advance(3_000);
		}
		last().join();
		await clock.advance(10_000);
		const before = rooms.length;
		last().end();
		await clock.advance(400);
		expect(rooms).toHaveLength(before + 1);
		last().join();
		await clock.advance(9_000);
		last().end();
		await clock.advance(700);
		expect(rooms).toHaveLength(before + 2);
	});

	it("waits a second after being kicked, and eight after a refusal", async () => {
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

	it("backs off from a refusal independently of failures before it", async () => {
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

	it("retries immediately on a press, regardless of the current delay", async () => {
		const { rooms, last, link } = await joined();
		const endings = [
			() => last().end(),
			() => last().end("refused"),
			() => last().end("server-error", { retryAfterMs: 3_600_000 }),
			() => last().end("rate-limited"),
		];
		for (const [index, end] of endings.entries()) {
			end();
			link.retryNow();
			await flushPromises();
			expect(rooms).toHaveLength(index + 2);
		}
	});

	it("retries once per press during a cooldown or refusal", async () => {
		const { clock, rooms, last, link } = await joined();
		for (const [kind, retryAfterMs] of [
			["server-error", 60_000],
			["refused", undefined],
		] as const) {
			const end = () => last().end(kind, retryAfterMs === undefined ? {} : { retryAfterMs });
			end();
			const before = rooms.length;
			link.retryNow();
			await flushPromises();
			end();
			await clock.advance(2_000);
			expect(rooms).toHaveLength(before + 1);
		}
	});

	it("starts no second attempt on a press", async () => {
		const { rooms, link, openCount } = await joined();
		link.retryNow();
		link.reconnect();
		link.retryNow();
		await flushPromises();
		expect([rooms.length, openCount()]).toEqual([2, 1]);
	});

	it("retries often after a press, and backs off again afterwards", async () => {
		const { clock, rooms, last, link } = await joined();
		link.retryNow();
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

	it("leaves nothing behind when it is stopped in any state", async () => {
		for (const stage of ["asking", "joining", "joined", "waiting"] as const) {
			const { clock, calls, link, last, answer, openCount } = setUp();
			if (stage === "asking") answer("never");
			link.start();
			await flushPromises();
			if (stage === "joined") last().join();
			if (stage === "waiting") last().end();
			link.stop();
			expect([clock.pendingCount, openCount(), link.status.phase]).toEqual([0, 0, "idle"]);
			calls.length = 0;
			await clock.advance(60_000);
			expect(calls).toEqual([]);
		}
	});

	it("does not fail because an obsolete attempt fails to resolve the address", async () => {
		const { link, answer, turnAway, calls } = await joined();
		answer("never");
		link.reconnect();
		answer("at once");
		link.reconnect();
		turnAway(new ServiceError("unreachable", "nobody tells"));
		await flushPromises();
		expect(calls).toEqual(["down", "down"]);
	});
});
