import { afterEach, describe, expect, it } from "vitest";

import { startJoiningClient, type JoiningClient } from "../clients/joining-client";
import { waitForAssertions, type PlainClient } from "../clients/plain-clients";
import { post } from "../clients/rest-client";
import type { StartOptions } from "../settings";
import { startService, type StandInService } from "../stand-in";

let service: StandInService;
const clients: PlainClient[] = [];

async function startWithClient(options: StartOptions = {}): Promise<JoiningClient> {
	service = await startService({ seed: "empty", ...options });
	const joining = startJoiningClient(service);
	clients.push(joining.client);
	await waitForAssertions(() => expect(service.connections.event.joined).toBe(1));
	return joining;
}

afterEach(async () => {
	for (const client of clients.splice(0)) client.disconnect();
	await service.stop();
});

describe("the event channel", () => {
	it("repeats the last event, and sends malformed frames", async () => {
		const { received } = await startWithClient();
		const { id } = service.donate({ username: "ada", amount: "5.50", message: "hi <3" });
		service.repeatLast();
		service.emitRaw({ event: null });
		service.emitRaw("nonsense");
		await waitForAssertions(() => expect(received).toHaveLength(4));
		expect(received).toMatchObject([
			{ event: { id, formattedAmount: "€5.50", parameters: { formattedMessage: "hi &lt;3" } } },
			{ event: { id } },
			{ event: null },
			"nonsense",
		]);
	});

	it("pushes posted events if enabled", async () => {
		const { received } = await startWithClient();
		const fields = { type: "follow", "params[username]": "posted" };
		await service.change({ echoPosted: "off" });
		await post(service, fields);
		await service.change({ echoPosted: "on" });
		await post(service, fields);
		await waitForAssertions(() => expect(received).toHaveLength(1));
		expect(service.truth().followers).toBe(2);
	});

	it("pushes events late if enabled", async () => {
		const { received } = await startWithClient();
		service.setFaults({ pushDelayMs: 40 });
		const late = service.follow({ username: "late" });
		service.clearFaults();
		const early = service.follow({ username: "early" });
		await waitForAssertions(() =>
			expect(received).toMatchObject([{ event: { id: early.id } }, { event: { id: late.id } }]),
		);
	});

	it("delivers a burst completely", async () => {
		const { received } = await startWithClient();
		expect(service.burst(400)).toHaveLength(400);
		await waitForAssertions(() => expect(received).toHaveLength(400));
		expect(service.truth()).toMatchObject({
			followers: 100,
			subscribers: 100,
			donations: { minorUnits: 1000 },
		});
	});

	it("has the currently selected shapes", async () => {
		const { received } = await startWithClient({ shapes: "field" });
		service.donate({ username: "ada", amount: 5 });
		service.setShapes({ roomKey: "apiKey", amounts: "dotted-key-only", socketParameters: "own" });
		service.donate({ username: "ada", amount: 5 });
		await waitForAssertions(() => expect(received).toHaveLength(2));
		expect(received[0]).not.toHaveProperty("appKey");
		expect(received[0]).toMatchObject({
			event: { parameters: { username: "ada", amount: "5.00", resub: "0", viewers: "0" } },
		});
		expect(received[0]).not.toHaveProperty("event.parameters.message");
		expect(received[1]).toMatchObject({
			apiKey: service.apiKey,
			event: { parameters: { username: "ada" }, "parameters.amount": "5.00" },
		});
		expect(received[1]).not.toHaveProperty("event.parameters.amount");
	});
});
