import { createServer as createTcpServer, type AddressInfo } from "node:net";
import { inspect } from "node:util";

import { describe, expect, it, onTestFinished, vi } from "vitest";

import type { SocketGeneration } from "../../../../src/service/ports";
import { VirtualClock } from "../../../world/fakes/virtual-clock";
import { answering, deadOrigin, listen, soon } from "../loopback";
import { apiKey, openRecordedRoom, type RoomRecord } from "./room-recorder";
import { serveSocket, type SocketService } from "./socket-servers";

const generations = [4, 2] as const;

/** Cuts connections repeatedly, because a polling client has no connection between two polls. */
async function cutOff(service: SocketService, record: RoomRecord): Promise<void> {
	await vi.waitUntil(() => {
		service.cut();
		return record.closed.length > 0;
	}, soon);
}

describe.each(generations)("a room on a server of generation %i", (generation) => {
	it("is joined with the key and a label", async () => {
		const service = await serveSocket(generation);
		const record = openRecordedRoom({ origin: service.origin, generation });
		expect(await record.untilJoined()).toBe(generation);
		await vi.waitFor(() => {
			expect(service.received).toEqual([["join-room", { room: apiKey, username: "owner" }]]);
		}, soon);
		expect(service.handshakes.map((query) => query["access_token"])).toEqual([apiKey]);
	});

	it("is joined once the join message was sent, or after a time limit", async () => {
		const service = await serveSocket(generation, { isPollingOnly: true });
		const release = service.holdAnswers();
		const clock = new VirtualClock();
		const record = openRecordedRoom({ origin: service.origin, generation });
		const impatient = openRecordedRoom({ origin: service.origin, generation, clock });
		// A client that polls again has received the connect packet.
		const pollsToConnect = generation === 4 ? 2 : 1;
		await vi.waitUntil(() => service.polls() >= 2 * (pollsToConnect + 1), soon);
		expect([record.joined, impatient.joined]).toEqual([[], []]);
		await clock.advance(2_000);
		expect([record.joined, impatient.joined]).toEqual([[], [generation]]);
		release();
		expect(await record.untilJoined()).toBe(generation);
		await vi.waitFor(() => expect(service.received).toHaveLength(2), soon);
		expect(impatient.joined).toEqual([generation]);
	});

	it("is found with either generation tried first", async () => {
		const service = await serveSocket(generation);
		const record = openRecordedRoom({ origin: service.origin, generation: generation === 4 ? 2 : 4 });
		expect(await record.untilJoined()).toBe(generation);
		await vi.waitFor(() => expect(service.received).toHaveLength(1), soon);
		expect(record.joined).toEqual([generation]);
	});

	it("ignores a path in the address", async () => {
		const service = await serveSocket(generation);
		const record = openRecordedRoom({ origin: `${service.origin}/some/page?x=1`, generation });
		expect(await record.untilJoined()).toBe(generation);
	});

	it("receives events of its room only", async () => {
		const service = await serveSocket(generation);
		const record = openRecordedRoom({ origin: service.origin, generation });
		await record.untilJoined();
		service.push("other", { event: { id: 6, type: "follow" } });
		service.push("new-event", { appKey: "another room's", event: { id: 5, type: "follow" } });
		service.push("new-event", { event: { id: 4, type: "cheer" } });
		service.push("new-event", "noise");
		service.push("new-event", { appKey: apiKey, event: { id: 7, type: "follow" } });
		await vi.waitFor(() => expect(record.events.map(({ id }) => id)).toEqual(["7"]), soon);
	});

	it("closes when a message is larger than any valid one", async () => {
		const service = await serveSocket(generation);
		const record = openRecordedRoom({ origin: service.origin, generation });
		await record.untilJoined();
		await vi.waitUntil(() => service.upgrades() > 0, soon);
		service.push("new-event", { event: { id: 7, type: "follow", text: "x".repeat(6_000_000) } });
		expect((await record.untilClosed()).kind).toBe("closed");
		expect(record.events).toEqual([]);
	});

	it("stays open while messages arrive, and closes after silence", async () => {
		const service = await serveSocket(generation, { pingIntervalMs: 50, pingTimeoutMs: 5000 });
		const clock = new VirtualClock();
		const record = openRecordedRoom({ origin: service.origin, generation, clock });
		await record.untilJoined();
		const trafficRecorded = vi.spyOn(clock, "wallMs");
		for (let pings = 0; pings < 3; pings++) {
			await clock.advance(4_000);
			trafficRecorded.mockClear();
			await vi.waitFor(() => expect(trafficRecorded).toHaveBeenCalled(), soon);
		}
		expect(record.closed).toEqual([]);
		await vi.waitFor(async () => {
			await clock.advance(6_000);
			expect(record.closed[0]?.message).toContain("silent");
		}, soon);
	});

	it("sends a command once", async () => {
		const service = await serveSocket(generation);
		const record = openRecordedRoom({ origin: service.origin, generation });
		await record.untilJoined();
		expect(record.room.send({ actionCode: "trigger", itemId: 3 })).toBe(true);
		await vi.waitFor(() => expect(service.received).toHaveLength(2), soon);
		expect(service.received[1]).toEqual([
			"scene-remote-event",
			{ event: { action: "trigger", target_id: 3 }, appKey: apiKey },
		]);
	});

	it("never sends a command that was given while it was not joined", async () => {
		const service = await serveSocket(generation);
		const command = { actionCode: "trigger", itemId: 3 };
		const early = openRecordedRoom({ origin: service.origin, generation });
		expect(early.room.send(command)).toBe(false);
		await early.untilJoined();
		await cutOff(service, early);
		expect(early.room.send(command)).toBe(false);

		const late = openRecordedRoom({ origin: service.origin, generation });
		await late.untilJoined();
		late.room.close();
		expect(late.room.send(command)).toBe(false);
		const last = openRecordedRoom({ origin: service.origin, generation });
		await last.untilJoined();
		last.room.send({ actionCode: "last", itemId: 4 });
		await vi.waitFor(() => expect(JSON.stringify(service.received.at(-1))).toContain("last"), soon);
		expect(JSON.stringify(service.received)).not.toContain('"target_id":3');
	});

	it("still delivers a command sent just before it was closed", async () => {
		const service = await serveSocket(generation);
		const record = openRecordedRoom({ origin: service.origin, generation });
		await record.untilJoined();
		await vi.waitFor(() => expect(service.received).toHaveLength(1), soon);
		expect(record.room.send({ actionCode: "last words", itemId: 4 })).toBe(true);
		record.room.close();
		await vi.waitFor(() => expect(JSON.stringify(service.received.at(-1))).toContain("last words"), soon);
	});

	it("sends nothing on a connection that was silent during a system sleep", async () => {
		const service = await serveSocket(generation);
		const clock = new VirtualClock();
		const record = openRecordedRoom({ origin: service.origin, generation, clock });
		await record.untilJoined();
		await vi.waitFor(() => expect(service.received).toHaveLength(1), soon);
		expect(record.room.send({ actionCode: "in time", itemId: 1 })).toBe(true);
		clock.jump(60_000);
		expect(record.room.send({ actionCode: "late", itemId: 1 })).toBe(false);
		await vi.waitFor(() => expect(service.received).toHaveLength(2), soon);
		expect(JSON.stringify(service.received)).not.toContain("late");
	});

	it("distinguishes a kick from a broken connection", async () => {
		const service = await serveSocket(generation);
		const kicked = openRecordedRoom({ origin: service.origin, generation });
		await kicked.untilJoined();
		await vi.waitFor(() => expect(service.connections()).toBe(1), soon);
		service.kick();
		expect((await kicked.untilClosed()).kind).toBe("kicked");

		const broken = openRecordedRoom({ origin: service.origin, generation });
		await broken.untilJoined();
		await cutOff(service, broken);
		expect(broken.closed[0]?.kind).toBe("closed");
	});

	it("detects a connection cut during the upgrade to a websocket", async () => {
		const service = await serveSocket(generation);
		service.cutUpgrades();
		const record = openRecordedRoom({ origin: service.origin, generation });
		expect((await record.untilClosed()).kind).toBe("closed");
	});

	it("keeps polling if a proxy blocks websockets, and receives events", async () => {
		const service = await serveSocket(generation);
		let refusedCount = 0;
		service.server.prependListener("upgrade", (_request, line) => {
			refusedCount++;
			line.destroy();
		});
		const record = openRecordedRoom({ origin: service.origin, generation });
		await record.untilJoined();
		await vi.waitUntil(() => refusedCount > 0, soon);
		service.push("new-event", { appKey: apiKey, event: { id: 7, type: "follow" } });
		await vi.waitFor(() => expect(record.events.map(({ id }) => id)).toEqual(["7"]), soon);
		expect(record.closed).toEqual([]);
	});

	it("closes once and does not reconnect by itself", async () => {
		const service = await serveSocket(generation);
		const record = openRecordedRoom({ origin: service.origin, generation });
		await record.untilJoined();
		await cutOff(service, record);
		const next = openRecordedRoom({ origin: service.origin, generation });
		await next.untilJoined();
		await vi.waitFor(() => expect(service.handshakes).toHaveLength(2), soon);
		expect([record.joined.length, record.closed.length]).toEqual([1, 1]);
	});

	it("can be closed, without calling a handler", async () => {
		const service = await serveSocket(generation);
		const record = openRecordedRoom({ origin: service.origin, generation });
		await record.untilJoined();
		await vi.waitFor(() => expect(service.connections()).toBe(1), soon);
		record.room.close();
		record.room.close();
		service.push("new-event", { event: { id: 1, type: "follow" } });
		await vi.waitFor(() => expect(service.connections()).toBe(0), soon);
		expect([record.events, record.closed]).toEqual([[], []]);
	});

	it("can be closed while it connects", async () => {
		const service = await serveSocket(generation);
		const record = openRecordedRoom({ origin: service.origin, generation });
		record.room.close();
		const next = openRecordedRoom({ origin: service.origin, generation });
		await next.untilJoined();
		expect([record.joined, record.closed]).toEqual([[], []]);
	});

	it.each(generations)("reports a refused handshake, trying %i first", async (first) => {
		const service = await serveSocket(generation, { isRefusing: true });
		const requests: unknown[] = [];
		service.server.on("request", (request) => requests.push(request));
		const record = openRecordedRoom({ origin: service.origin, generation: first });
		expect(await record.untilClosed()).toMatchObject({ kind: "refused", status: 403 });
		expect(requests).toHaveLength(1);
	});

	it("reports a refusal by a middleware", async () => {
		const service = await serveSocket(generation, { middlewareRefusal: `unknown ${apiKey}` });
		const record = openRecordedRoom({ origin: service.origin, generation });
		const error = await record.untilClosed();
		expect(error.kind).toBe("refused");
		expect(error.message).toContain("unknown •••");
		expect(record.joined).toEqual([]);
	});
});

describe("a room socket", () => {
	it.each(generations)(
		"uses the remembered generation at a server that supports both (%i)",
		async (generation) => {
			const service = await serveSocket(4, { isServingBoth: true });
			const record = openRecordedRoom({ origin: service.origin, generation });
			expect(await record.untilJoined()).toBe(generation);
		},
	);

	it.each([
		["a web page", 200, "<!doctype html><html></html>", "not-this-service"],
		["noise", 200, "hello", "not-this-service"],
		["a broken handshake", 200, "0{broken", "not-this-service"],
		["an empty handshake", 200, "0{}", "not-this-service"],
		["nothing there", 404, "", "not-this-service"],
		["a gateway's web page", 502, "<html>", "server-error"],
		["a CDN's refusal", 403, "<html>", "server-error"],
		["a refusal", 401, "", "refused"],
		["too many", 429, "", "rate-limited"],
	] as const)("recognises %s", async (_, status, body, kind) => {
		const service = await listen(answering(body, { status }));
		for (const generation of generations) {
			const record = openRecordedRoom({ origin: service.origin, generation });
			expect((await record.untilClosed()).kind).toBe(kind);
		}
	});

	it.each(generations)("never follows a redirect with the key (%i)", async (generation) => {
		const other = await listen(answering("0{}"));
		const service = await listen((request, response) => {
			response.writeHead(302, { location: `${other.origin}${request.url}` });
			response.end();
		});
		const record = openRecordedRoom({ origin: service.origin, generation });
		expect(await record.untilClosed()).toMatchObject({ kind: "not-this-service", status: 302 });
		expect(other.requests).toEqual([]);
	});

	it.each(generations)("disconnects from a server whose response has no end (%i)", async (generation) => {
		let sent = 0;
		const service = await listen((_request, response) => {
			const chunk = Buffer.alloc(64 * 1024, "0");
			const go = () => {
				while (!response.destroyed && response.write(chunk)) sent += chunk.length;
			};
			response.on("drain", go);
			go();
		});
		const record = openRecordedRoom({ origin: service.origin, generation });
		expect((await record.untilClosed()).kind).toBe("not-this-service");
		// Both generations are tried, and some data is in the system's buffers.
		expect(sent).toBeLessThan(60_000_000);
	});

	it.each(generations)("handles a redirect without a target (%i)", async (generation) => {
		const service = await listen(answering("", { status: 302 }));
		const record = openRecordedRoom({ origin: service.origin, generation });
		expect((await record.untilClosed()).kind).toBe("not-this-service");
	});

	it.each(generations)("is unreachable at a closed port (%i)", async (generation) => {
		const record = openRecordedRoom({ origin: await deadOrigin(), generation });
		const error = await record.untilClosed();
		expect(error.kind).toBe("unreachable");
		expect(error.message).toContain("ECONNREFUSED");
	});

	it.each(generations)(
		"disconnects from a server that never responds when it is closed (%i)",
		async (generation) => {
			let open = 0;
			const server = createTcpServer((socket) => {
				open += 1;
				socket.on("close", () => (open -= 1));
				socket.on("error", () => undefined);
				socket.resume();
			});
			await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
			onTestFinished(() => void server.close());
			const { port } = server.address() as AddressInfo;
			const record = openRecordedRoom({ origin: `http://127.0.0.1:${port}`, generation });
			await vi.waitFor(() => expect(open).toBe(1), soon);
			record.room.close();
			await vi.waitFor(() => expect(open).toBe(0), soon);
			expect(record.closed).toEqual([]);
		},
	);

	it("ends, and tries no other generation, if the service fails after a valid handshake", async () => {
		const handshake = JSON.stringify({ sid: "x", upgrades: [], pingInterval: 25_000, pingTimeout: 5000 });
		const answers = [`0${handshake}`];
		const service = await listen((_request, response) => {
			const answer = answers.shift();
			if (answer === undefined) response.writeHead(400);
			response.end(answer);
		});
		const record = openRecordedRoom({ origin: service.origin, generation: 4 });
		expect((await record.untilClosed()).kind).toBe("closed");
		expect(service.requests.every(({ url }) => url.searchParams.get("EIO") === "4")).toBe(true);
	});

	describe("with malformed packets", () => {
		const handshake = JSON.stringify({ sid: "x", upgrades: [], pingInterval: 25_000, pingTimeout: 5000 });

		/** Creates a polling server of a generation without a library: handshake, connect, the packet, then silence. */
		async function sendAfterConnecting(generation: SocketGeneration, packet: string) {
			const frame = (text: string) => (generation === 4 ? text : `${text.length}:${text}`);
			const connected = generation === 4 ? '40{"sid":"y"}' : "40";
			let pollsAfter = 0;
			const answers = [`0${handshake}`, connected, packet].map(frame);
			const service = await listen((request, response) => {
				if (request.method === "POST") response.end("ok");
				else if (answers.length > 0) response.end(answers.shift());
				else pollsAfter += 1;
			});
			const record = openRecordedRoom({ origin: service.origin, generation });
			return { record, hasRead: () => pollsAfter > 0 };
		}

		it.each([
			[4, "45x-[]"],
			[4, "42{"],
			[4, '42["disconnect"]'],
			[4, "4nonsense"],
			[2, "45x-[]"],
			[2, '42["disconnect","transport close"]'],
			[2, "42[]"],
			[2, "zzz"],
		] as const)("ends on generation %i with %s", async (generation, packet) => {
			const { record } = await sendAfterConnecting(generation, packet);
			expect((await record.untilClosed()).kind).toBe("closed");
		});

		it.each([
			[4, '40{"sid":"again"}'],
			[2, "40"],
			[2, '42["connect"]'],
			[2, '42["error","x"]'],
		] as const)("stays joined, once, on generation %i with %s", async (generation, packet) => {
			const { record, hasRead } = await sendAfterConnecting(generation, packet);
			await record.untilJoined();
			await vi.waitUntil(hasRead, soon);
			expect([record.joined, record.closed]).toEqual([[generation], []]);
		});
	});

	it.each([
		["http://io.example.com", "insecure"],
		["ws://io.example.com:4242", "insecure"],
		["", "bad-address"],
		["ftp://io.example.com", "bad-address"],
	])("does not try %j", async (origin, kind) => {
		const record = openRecordedRoom({ origin });
		expect(record.closed).toEqual([]);
		expect((await record.untilClosed()).kind).toBe(kind);
	});

	it("has no key in its errors", async () => {
		const echo = await listen((request, response) => {
			response.writeHead(400);
			response.end(JSON.stringify({ message: `bad request ${request.url} by ${apiKey}` }));
		});
		for (const origin of [echo.origin, await deadOrigin()]) {
			const error = await openRecordedRoom({ origin }).untilClosed();
			const views = [
				error.message,
				error.stack,
				JSON.stringify(error),
				inspect(error, { depth: 10, showHidden: true }),
			];
			for (const view of views) {
				expect(view).not.toContain(apiKey);
				expect(view).not.toContain(encodeURIComponent(apiKey));
			}
		}
	});
});
