import { afterEach, describe, expect, it } from "vitest";

import { startJoiningClient, type JoiningClient } from "./joining-client";
import { until, type PlainClient } from "./plain-clients";
import { post } from "./rest-client";
import type { StartOptions } from "./settings";
import { startService, type StandInService } from "./stand-in";

let service: StandInService;
const clients: PlainClient[] = [];

async function startWithClient(options: StartOptions = {}): Promise<JoiningClient> {
	service = await startService({ seed: "empty", ...options });
	const joining = startJoiningClient(service);
	clients.push(joining.client);
	await until(() => expect(service.connections.event.joined).toBe(1));
	return joining;
}

afterEach(async () => {
	for (const client of clients.splice(0)) client.disconnect();
	await service.stop();
});

describe("the event channel", () => {
	it("repeats the last event, and sends malformed frames", async () => {
		const { heard } = await startWithClient();
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
		const { heard } = await startWithClient();
		const fields = { type: "follow", "params[username]": "posted" };
		await service.change({ echoPosted: "off" });
		await post(service, fields);
		await service.change({ echoPosted: "on" });
		await post(service, fields);
		await until(() => expect(heard).toHaveLength(1));
		expect(service.truth().followers).toBe(2);
	});

	it("tells events late where that is switched on", async () => {
		const { heard } = await startWithClient();
		service.setFaults({ pushDelayMs: 40 });
		const late = service.follow({ username: "late" });
		service.clearFaults();
		const early = service.follow({ username: "early" });
		await until(() => expect(heard).toMatchObject([{ event: { id: early.id } }, { event: { id: late.id } }]));
	});

	it("delivers a burst completely", async () => {
		const { heard } = await startWithClient();
		expect(service.burst(400)).toHaveLength(400);
		await until(() => expect(heard).toHaveLength(400));
		expect(service.truth()).toMatchObject({
			followers: 100,
			subscribers: 100,
			donations: { minorUnits: 1000 },
		});
	});

	it("has the shapes that are chosen at the moment", async () => {
		const { heard } = await startWithClient({ shapes: "field" });
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
