import { afterEach, describe, expect, it } from "vitest";

import { connectors, nextMessage, waitForAssertions, type PlainClient } from "../clients/plain-clients";
import type { StartOptions } from "../settings";
import { startService, type StandInService } from "../stand-in";

type ClientName = keyof typeof connectors;

let service: StandInService;
const clients: PlainClient[] = [];

async function start(options: StartOptions): Promise<void> {
	service = await startService({ seed: "empty", ...options });
}

function connect(
	name: ClientName,
	url: string,
	options: Readonly<Record<string, unknown>> = {},
): PlainClient {
	const client = connectors[name](url, { query: { access_token: service.apiKey }, ...options });
	clients.push(client);
	return client;
}

async function join(client: PlainClient, room = service.apiKey): Promise<void> {
	const known = service.joins.length;
	if (!client.connected) await nextMessage(client, "connect");
	client.emit("join-room", { room, username: service.username });
	await waitForAssertions(() => expect(service.joins.length).toBe(known + 1));
}

/** Returns the response of discovery as a client parses it. */
async function discover(): Promise<string> {
	const response = await fetch(`${service.url}/v2.0/site/socket`);
	const { datas } = (await response.json()) as { datas: { host: string; port: string } };
	return `${datas.host}:${datas.port}`;
}

afterEach(async () => {
	for (const client of clients.splice(0)) client.disconnect();
	await service.stop();
});

describe.each([
	["socket.io-client 4", "4"],
	["socket.io-client 4", "4-only"],
	["socket.io-client 2", "4"],
	["socket.io-client 2", "2-only"],
] as const)("%s against generation %s", (name, generation) => {
	it.each([{}, { transports: ["websocket"] }, { transports: ["polling"] }])(
		"joins the room and receives a new event with %j",
		async (transport) => {
			await start({ generation });
			const client = connect(name, await discover(), transport);
			await join(client);
			const arrival = nextMessage(client, "new-event");
			const event = service.follow({ username: "ada" });
			expect(await arrival).toMatchObject({
				appKey: service.apiKey,
				event: { id: event.id, type: "follow", parameters: { username: "ada" }, deleted_at: null },
			});
		},
	);

	it("receives nothing without joining, or in another room", async () => {
		await start({ generation });
		const [joined, stranger, lurker] = [1, 2, 3].map(() => connect(name, service.eventSocketUrl));
		if (!joined || !stranger || !lurker) throw new Error("three clients");
		const received: unknown[] = [];
		stranger.on("new-event", (frame) => received.push(frame));
		lurker.on("new-event", (frame) => received.push(frame));
		if (!lurker.connected) await nextMessage(lurker, "connect");
		await join(stranger, "another-room");
		await join(joined);
		const arrival = nextMessage(joined, "new-event");
		service.follow({ username: "ada" });
		await arrival;
		expect(service.connections.event).toEqual({ open: 3, joined: 1 });
		await join(stranger);
		await join(lurker);
		const { id } = service.follow({ username: "bob" });
		await waitForAssertions(() => expect(received).toHaveLength(2));
		expect(received).toMatchObject([{ event: { id } }, { event: { id } }]);
	});

	it.each(["shared", "separate"] as const)(
		"sends a scene command to the %s address",
		async (sceneAddress) => {
			await start({ generation, sceneAddress });
			expect(service.sceneUrl === service.eventSocketUrl).toBe(sceneAddress === "shared");
			const client = connect(name, service.sceneUrl);
			await join(client);
			client.emit("scene-remote-event", {
				event: { action: "trigger", target_id: 323 },
				appKey: service.apiKey,
			});
			await waitForAssertions(() => expect(service.commands).toHaveLength(1));
			expect(service.commands[0]).toMatchObject({
				channel: sceneAddress === "shared" ? "event" : "scene",
				action: "trigger",
				targetId: 323,
				joined: true,
				keyOk: true,
				isCounted: true,
			});
		},
	);

	it("records commands that do not count, with the reason", async () => {
		await start({ generation, sceneAddress: "separate" });
		const client = connect(name, service.sceneUrl, { query: {} });
		await nextMessage(client, "connect");
		const command = { event: { action: "trigger", target_id: 323 }, appKey: service.apiKey };
		client.emit("scene-remote-event", command);
		await waitForAssertions(() => expect(service.commands).toHaveLength(1));
		await join(client);
		client.emit("scene-remote-event", { ...command, appKey: "another" });
		client.emit("scene-remote-event", "no command at all");
		await waitForAssertions(() => expect(service.commands).toHaveLength(3));
		expect(service.commands.map(({ joined, keyOk, isCounted }) => ({ joined, keyOk, isCounted }))).toEqual([
			{ joined: false, keyOk: true, isCounted: false },
			{ joined: true, keyOk: false, isCounted: false },
			{ joined: true, keyOk: false, isCounted: false },
		]);
		const misplaced = connect(name, service.eventSocketUrl);
		await join(misplaced);
		misplaced.emit("scene-remote-event", command);
		await waitForAssertions(() => expect(service.commands).toHaveLength(4));
		expect(service.commands[3]).toMatchObject({ channel: "event", joined: true, isCounted: false });
		expect(service.commands.map(({ refusal }) => refusal)).toEqual([
			"not joined",
			"wrong key",
			"malformed",
			"wrong address",
		]);
	});

	it("records commands for missing items as refused", async () => {
		await start({ generation });
		const client = connect(name, service.sceneUrl);
		await join(client);
		const send = (target_id: unknown, action: unknown) =>
			client.emit("scene-remote-event", { event: { action, target_id }, appKey: service.apiKey });
		send(323, "trigger");
		send("323", "trigger");
		send(323, "explode");
		send(999_999, "trigger");
		send({ id: 323 }, "trigger");
		await waitForAssertions(() => expect(service.commands).toHaveLength(5));
		service.scenes.removeItem(323);
		send(323, "trigger");
		await waitForAssertions(() => expect(service.commands).toHaveLength(6));
		expect(service.commands.map(({ refusal }) => refusal)).toEqual([
			undefined,
			undefined,
			"unknown action",
			"unknown item",
			"unknown item",
			"unknown item",
		]);
	});

	it("refuses a wrong key at the handshake", async () => {
		await start({ generation });
		const client = connect(name, service.eventSocketUrl, { query: { access_token: "wrong" } });
		const error = await nextMessage(client, "connect_error");
		expect(error).toMatchObject({ description: 403 });
		expect(service.connections.event.open).toBe(0);
	});

	it("refuses a wrong key by middleware if configured", async () => {
		await start({ generation, handshakeRefusal: "middleware" });
		const client = connect(name, service.eventSocketUrl, { query: { access_token: "wrong" } });
		const failure = await nextMessage(client, name === "socket.io-client 4" ? "connect_error" : "error");
		expect(String(failure instanceof Error ? failure.message : failure)).toContain("authentification");
		await service.change({ handshakeRefusal: "http" });
		await join(connect(name, service.eventSocketUrl));
	});
});

describe.each([
	["socket.io-client 4", "2-only"],
	["socket.io-client 2", "4-only"],
] as const)("%s against generation %s", (name, generation) => {
	it("cannot connect, and can after the generation has changed", async () => {
		await start({ generation });
		const client = connect(name, service.eventSocketUrl, { reconnectionDelay: 10, reconnectionDelayMax: 20 });
		await nextMessage(client, "connect_error");
		expect(client.connected).toBe(false);
		await service.setGeneration("4");
		await join(client);
		expect(service.connections.event.joined).toBe(1);
	});
});
