import { connect as connectTcp } from "node:net";

import { afterEach, describe, expect, it } from "vitest";

import { startJoiningClient, type ClientName, type JoiningClient } from "../clients/joining-client";
import { connectors, nextMessage, waitForAssertions, type PlainClient } from "../clients/plain-clients";
import { get } from "../clients/rest-client";
import type { StartOptions } from "../settings";
import { startService, type StandInService } from "../stand-in";

let service: StandInService;
const clients: PlainClient[] = [];
const names = Object.keys(connectors) as ClientName[];

async function start(options: StartOptions = {}): Promise<void> {
	service = await startService({ seed: "empty", ...options });
}

function joiningClient(name: ClientName, options: Readonly<Record<string, unknown>> = {}): JoiningClient {
	const joining = startJoiningClient(service, name, options);
	clients.push(joining.client);
	return joining;
}

const untilJoined = (times: number): Promise<void> =>
	waitForAssertions(() => {
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
		const { client, disconnectReasons } = joiningClient(name);
		await untilJoined(1);
		service.kick();
		await waitForAssertions(() => expect(disconnectReasons).toEqual(["io server disconnect"]));
		expect(client.connected).toBe(false);
	});

	it.each([["websocket"], ["polling"]])("is cut on %s and comes back by itself", async (transport) => {
		await start();
		const { received, disconnectReasons } = joiningClient(name, { transports: [transport] });
		await untilJoined(1);
		service.cut();
		await waitForAssertions(() => expect(disconnectReasons).toHaveLength(1));
		expect(disconnectReasons[0]).not.toBe("io server disconnect");
		await waitForAssertions(() => expect(service.joins).toHaveLength(2));
		const { id } = service.follow({ username: "ada" });
		await waitForAssertions(() => expect(received).toMatchObject([{ event: { id } }]));
	});

	it("comes back after a restart on the same port", async () => {
		await start();
		const { disconnectReasons } = joiningClient(name);
		await untilJoined(1);
		const { url } = service;
		const isBack = service.restart({ downMs: 1_000 });
		await waitForAssertions(() => expect(disconnectReasons).toHaveLength(1));
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
			const { client, disconnectReasons } = joiningClient(name, { reconnection: false });
			await untilJoined(1);
			expect(await service.moveSockets()).not.toBe(home);
			await waitForAssertions(() => expect(disconnectReasons).toHaveLength(1));
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

	it("receives nothing in a black hole, detects it by itself, and reconnects when it ends", async () => {
		await start({ pingIntervalMs: 40, pingTimeoutMs: 40 });
		const { received, disconnectReasons } = joiningClient(name, { transports: ["websocket"] });
		await untilJoined(1);
		service.setFaults({ blackHole: "all" });
		service.follow({ username: "ada" });
		await waitForAssertions(() => expect(disconnectReasons).toEqual(["ping timeout"]));
		expect(received).toEqual([]);
		service.clearFaults();
		await waitForAssertions(() => expect(service.joins.length).toBeGreaterThan(1));
		const { id } = service.follow({ username: "bob" });
		await waitForAssertions(() => expect(received).toMatchObject([{ event: { id } }]));
	});

	it("receives nothing from a silent socket that stays connected", async () => {
		await start();
		const { client, received } = joiningClient(name);
		await untilJoined(1);
		service.setFaults({ silentSocket: "on" });
		service.follow({ username: "ada" });
		service.clearFaults();
		const { id } = service.follow({ username: "bob" });
		await waitForAssertions(() => expect(received).toMatchObject([{ event: { id } }]));
		expect(client.connected).toBe(true);
	});
});

it("executes overlapping restarts and moves one by one, and can end during one", async () => {
	await start({ socketAddress: "own" });
	await Promise.all([
		service.restart({ downMs: 5 }),
		service.moveSockets(),
		service.restart(),
		service.change({ sceneAddress: "separate" }),
		service.moveSocketsBack(),
	]);
	joiningClient("socket.io-client 4");
	await untilJoined(1);
	const restarted = service.restart({ downMs: 3_600_000 });
	await service.stop();
	await restarted;
});

describe("a black hole", () => {
	it("keeps connections and sends no response, except by the control API", async () => {
		await start();
		await get(service, "/v1.0/me");
		service.setFaults({ blackHole: "all" });
		let isAnswered = false;
		const answer = get(service, "/v1.0/me").finally(() => (isAnswered = true));
		const state = await fetch(`${service.url}/control/state`);
		expect(await state.json()).toMatchObject({ faults: { blackHole: "all" } });
		expect(isAnswered).toBe(false);
		expect(service.requests).toHaveLength(1);
		await fetch(`${service.url}/control/faults`, { method: "DELETE" });
		expect((await answer).status).toBe(200);
	});

	it("applies to a connection that the control API used just before", async () => {
		await start();
		service.setFaults({ blackHole: "all" });
		const tcp = connectTcp({ port: Number(new URL(service.url).port), host: "127.0.0.1" });
		let received = "";
		tcp.on("data", (chunk) => (received += chunk.toString()));
		tcp.write("GET /control/joins HTTP/1.1\r\nHost: stand-in\r\n\r\n");
		await waitForAssertions(() => expect(received).toMatch(/^HTTP\/1.1 200 /));
		received = "";
		tcp.write("GET /v1.0/me HTTP/1.1\r\nHost: stand-in\r\n\r\n");
		await fetch(`${service.url}/control/state`);
		await fetch(`${service.url}/control/state`);
		expect(received).toBe("");
		expect(service.requests).toEqual([]);
		service.clearFaults();
		await waitForAssertions(() => expect(received).toMatch(/^HTTP\/1.1 401 /));
		tcp.destroy();
	});

	it("can apply only to the open sockets", async () => {
		await start();
		const old = joiningClient("socket.io-client 4", { transports: ["websocket"] });
		await untilJoined(1);
		service.setFaults({ blackHole: "open-sockets" });
		const fresh = joiningClient("socket.io-client 4", { transports: ["websocket"] });
		await waitForAssertions(() => expect(service.connections.event.joined).toBe(2));
		service.follow({ username: "ada" });
		await waitForAssertions(() => expect(fresh.received).toHaveLength(1));
		expect((await get(service, "/v1.0/me")).status).toBe(200);
		expect(old.received).toEqual([]);
		service.clearFaults();
		await waitForAssertions(() => expect(old.received).toHaveLength(1));
	});
});

it("refuses a valid key at the socket, and accepts it again", async () => {
	await start();
	service.setFaults({ refusedKey: "socket" });
	const { client } = joiningClient("socket.io-client 4");
	expect(await nextMessage(client, "connect_error")).toMatchObject({ description: 403 });
	service.clearFaults();
	await untilJoined(1);
});

it("moves the scene channel to its own address and back, always the same one", async () => {
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
