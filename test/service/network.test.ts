import { connect as connectTcp } from "node:net";
import { once } from "node:events";

import { afterEach, describe, expect, it } from "vitest";

import { connects, next, until, type PlainClient } from "./plain-clients";
import { get } from "./rest-client";
import type { StartOptions } from "./settings";
import { startService, type StandInService } from "./stand-in";

type ClientName = keyof typeof connects;

let service: StandInService;
const clients: PlainClient[] = [];
const retrying = { reconnectionDelay: 5, reconnectionDelayMax: 10, randomizationFactor: 0 };
const names = Object.keys(connects) as ClientName[];

async function start(options: StartOptions = {}): Promise<void> {
	service = await startService({ seed: "empty", ...options });
}

/** A client that joins on each connect and keeps what it hears. */
function joiningClient(
	name: ClientName,
	options: Readonly<Record<string, unknown>> = {},
): { client: PlainClient; heard: unknown[]; drops: unknown[] } {
	const client = connects[name](service.eventSocketUrl, {
		query: { access_token: service.apiKey },
		...retrying,
		...options,
	});
	const heard: unknown[] = [];
	const drops: unknown[] = [];
	clients.push(client);
	client.on("connect", () => client.emit("join-room", { room: service.apiKey, username: "anybody" }));
	client.on("new-event", (frame) => heard.push(frame));
	client.on("disconnect", (reason) => drops.push(reason));
	return { client, heard, drops };
}

const untilJoined = (times: number): Promise<void> =>
	until(() => {
		expect(service.joins).toHaveLength(times);
		expect(service.connections.event.joined).toBe(1);
	});

afterEach(async () => {
	for (const client of clients.splice(0)) client.disconnect();
	await service.stop();
});

describe.each(names)("%s", (name) => {
	it("is kicked, and not retried by the library", async () => {
		await start();
		const { client, drops } = joiningClient(name);
		await untilJoined(1);
		service.kick();
		await until(() => expect(drops).toEqual(["io server disconnect"]));
		expect(client.connected).toBe(false);
	});

	it.each([["websocket"], ["polling"]])("is cut on %s and comes back by itself", async (transport) => {
		await start();
		const { heard, drops } = joiningClient(name, { transports: [transport] });
		await untilJoined(1);
		service.cut();
		await until(() => expect(drops).toHaveLength(1));
		expect(drops[0]).not.toBe("io server disconnect");
		await until(() => expect(service.joins).toHaveLength(2));
		const { id } = service.follow({ username: "ada" });
		await until(() => expect(heard).toMatchObject([{ event: { id } }]));
	});

	it("comes back after a restart on the same port", async () => {
		await start();
		const { drops } = joiningClient(name);
		await untilJoined(1);
		const { url } = service;
		const isBack = service.restart({ downMs: 30 });
		await until(() => expect(drops).toHaveLength(1));
		await expect(fetch(`${url}/v2.0/site/socket`)).rejects.toThrow();
		await isBack;
		expect(service.url).toBe(url);
		await untilJoined(2);
		expect((await get(service, "/v1.0/me")).status).toBe(200);
	});

	it.each(["same", "own"] as const)(
		"finds the sockets moved away from their %s port, and back",
		async (socketAddress) => {
			await start({ socketAddress });
			const home = service.eventSocketUrl;
			expect(home === service.url).toBe(socketAddress === "same");
			const { client, drops } = joiningClient(name, { reconnection: false });
			await untilJoined(1);
			expect(await service.moveSockets()).not.toBe(home);
			await until(() => expect(drops).toHaveLength(1));
			const answer = await fetch(`${home}/socket.io/?EIO=4&transport=polling`).then(
				({ status }) => status,
				() => "unreachable",
			);
			expect(answer).toBe(socketAddress === "same" ? 404 : "unreachable");
			expect((await get(service, "/v2.0/site/socket")).body).toHaveProperty(
				"datas.port",
				new URL(service.eventSocketUrl).port,
			);
			client.disconnect();
			joiningClient(name);
			await untilJoined(2);
			await service.moveSocketsBack();
			expect(service.eventSocketUrl).toBe(home);
			joiningClient(name);
			await untilJoined(3);
		},
	);

	it("hears nothing in a black hole, finds out by itself, and comes back when it ends", async () => {
		await start({ pingIntervalMs: 40, pingTimeoutMs: 40 });
		const { heard, drops } = joiningClient(name, { transports: ["websocket"] });
		await untilJoined(1);
		service.setFaults({ blackHole: "all" });
		service.follow({ username: "ada" });
		await until(() => expect(drops).toEqual(["ping timeout"]));
		expect(heard).toEqual([]);
		service.clearFaults();
		await until(() => expect(service.joins.length).toBeGreaterThan(1));
		const { id } = service.follow({ username: "bob" });
		await until(() => expect(heard).toMatchObject([{ event: { id } }]));
	});

	it("hears nothing from a silent socket that stays connected", async () => {
		await start();
		const { client, heard } = joiningClient(name);
		await untilJoined(1);
		service.setFaults({ silentSocket: "on" });
		service.follow({ username: "ada" });
		service.clearFaults();
		const { id } = service.follow({ username: "bob" });
		await until(() => expect(heard).toMatchObject([{ event: { id } }]));
		expect(client.connected).toBe(true);
	});
});

describe("a black hole", () => {
	it("keeps connections and answers nothing, except to the control API", async () => {
		await start();
		await get(service, "/v1.0/me");
		service.setFaults({ blackHole: "all" });
		let isAnswered = false;
		const answer = get(service, "/v1.0/me").finally(() => (isAnswered = true));
		const tcp = connectTcp({ port: Number(new URL(service.url).port), host: "127.0.0.1" });
		await once(tcp, "connect");
		const state = await fetch(`${service.url}/control/state`);
		expect(await state.json()).toMatchObject({ faults: { blackHole: "all" } });
		expect(isAnswered).toBe(false);
		expect(service.requests).toHaveLength(1);
		expect(tcp.closed).toBe(false);
		await fetch(`${service.url}/control/faults`, { method: "DELETE" });
		expect((await answer).status).toBe(200);
		tcp.destroy();
	});

	it("can swallow just the sockets that are open now", async () => {
		await start();
		const old = joiningClient("socket.io-client 4", { transports: ["websocket"] });
		await untilJoined(1);
		service.setFaults({ blackHole: "open-sockets" });
		const fresh = joiningClient("socket.io-client 4", { transports: ["websocket"] });
		await until(() => expect(service.connections.event.joined).toBe(2));
		service.follow({ username: "ada" });
		await until(() => expect(fresh.heard).toHaveLength(1));
		expect((await get(service, "/v1.0/me")).status).toBe(200);
		expect(old.heard).toEqual([]);
		service.clearFaults();
		await until(() => expect(old.heard).toHaveLength(1));
	});
});

describe("the event channel", () => {
	it("repeats the last event, and sends malformed frames", async () => {
		await start();
		const { heard } = joiningClient("socket.io-client 4");
		await untilJoined(1);
		const { id } = service.donate({ username: "ada", amount: "5.50", message: "hi <3" });
		service.repeatLast();
		service.emitRaw({ event: null });
		service.emitRaw("nonsense");
		await until(() => expect(heard).toHaveLength(4));
		expect(heard).toMatchObject([
			{ event: { id, formattedAmount: "€5.50", parameters: { formattedMessage: "hi &lt;3" } } },
			{ event: { id } },
			{ event: null },
			"nonsense",
		]);
	});

	it("carries posted events where that is switched on", async () => {
		await start();
		const { heard } = joiningClient("socket.io-client 4");
		await untilJoined(1);
		const body = new URLSearchParams({
			apiKey: service.apiKey,
			type: "follow",
			"params[username]": "posted",
		});
		const post = () =>
			fetch(`${service.url}/v1.0/users/${service.username}/events`, { method: "POST", body });
		await service.change({ echoPosted: "off" });
		await post();
		await service.change({ echoPosted: "on" });
		await post();
		await until(() => expect(heard).toHaveLength(1));
		expect(service.truth().followers).toBe(2);
	});

	it("tells events late where that is switched on", async () => {
		await start();
		const { heard } = joiningClient("socket.io-client 4");
		await untilJoined(1);
		service.setFaults({ pushDelayMs: 40 });
		const late = service.follow({ username: "late" });
		service.clearFaults();
		const early = service.follow({ username: "early" });
		await until(() => expect(heard).toMatchObject([{ event: { id: early.id } }, { event: { id: late.id } }]));
	});

	it("delivers a burst completely", async () => {
		await start();
		const { heard } = joiningClient("socket.io-client 4");
		await untilJoined(1);
		expect(service.burst(400)).toHaveLength(400);
		await until(() => expect(heard).toHaveLength(400));
		expect(service.truth()).toMatchObject({
			followers: 100,
			subscribers: 100,
			donations: { minorUnits: 1000 },
		});
	});

	it("has the shapes that are chosen at the moment", async () => {
		await start({ shapes: "field" });
		const { heard } = joiningClient("socket.io-client 4");
		await untilJoined(1);
		service.donate({ username: "ada", amount: 5 });
		service.setShapes({ roomKey: "apiKey", amounts: "dotted-key-only", socketParameters: "own" });
		service.donate({ username: "ada", amount: 5 });
		await until(() => expect(heard).toHaveLength(2));
		expect(heard[0]).not.toHaveProperty("appKey");
		expect(heard[0]).toMatchObject({
			event: { parameters: { username: "ada", amount: "5.00", resub: "0", viewers: "0" } },
		});
		expect(heard[0]).not.toHaveProperty("event.parameters.message");
		expect(heard[1]).toMatchObject({
			apiKey: service.apiKey,
			event: { parameters: { username: "ada" }, "parameters.amount": "5.00" },
		});
		expect(heard[1]).not.toHaveProperty("event.parameters.amount");
	});
});

it("refuses a known key at the socket, and takes it again", async () => {
	await start();
	service.setFaults({ refusedKey: "socket" });
	const { client } = joiningClient("socket.io-client 4");
	expect(await next(client, "connect_error")).toMatchObject({ description: 403 });
	service.clearFaults();
	await untilJoined(1);
});

it("moves the scene channel to an address of its own and back, always the same one", async () => {
	await start();
	await service.change({ sceneAddress: "separate" });
	const { sceneUrl } = service;
	expect(sceneUrl).not.toBe(service.eventSocketUrl);
	await service.change({ sceneAddress: "shared" });
	expect(service.sceneUrl).toBe(service.eventSocketUrl);
	await expect(fetch(sceneUrl)).rejects.toThrow();
	await service.change({ sceneAddress: "separate" });
	expect(service.sceneUrl).toBe(sceneUrl);
});
