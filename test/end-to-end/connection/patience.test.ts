import { describe, expect, it } from "vitest";

import { waitUntil } from "../../world/deck/wait-until";
import { boundItem, setUpRig } from "../rig";

const connectionKey = "com.example.streamevents.connection";

describe("a service that requires a back-off", () => {
	it("is not called often if it sends a zero back-off, and is called again soon on a press", async () => {
		const { service, deck, counter } = await setUpRig();
		const busy = { status: 503, retryAfter: 0 };
		service.setFaults({ rest: { all: busy }, handshake: { all: busy } });
		const followers = counter({ format: "full" });
		const key = deck.place({ action: connectionKey, settings: {} });
		await deck.launch();
		await deck.face(followers, ({ state }) => state !== "live");
		const startMs = Date.now();
		await waitUntil(() => Date.now() - startMs > 3_000);
		expect(service.requests.length).toBeLessThan(30);
		const long = { status: 503, retryAfter: 1_800 };
		service.setFaults({ rest: { all: long }, handshake: { all: long } });
		const countBefore = service.requests.length;
		await waitUntil(() => service.requests.length > countBefore);
		service.clearFaults();
		await deck.press(key);
		await deck.face(followers, ({ state }) => state === "live");
	});

	it("is not called at the endpoint that required it, and is at the others", async () => {
		const { service, deck, counter, remote } = await setUpRig();
		const followers = counter({ format: "full" });
		const trigger = remote(boundItem(service));
		await deck.launch();
		await deck.face(followers, ({ state }) => state === "live");
		service.setFaults({
			rest: { chart: { status: 429, retryAfter: 60 }, totals: { status: 403, times: 1 } },
		});
		deck.place({ action: "com.example.streamevents.chart", settings: {} });
		service.follow({ username: "Ada" });
		await waitUntil(() => service.faults.active.rest.totals === null);
		await deck.press(trigger);
		await deck.ok(trigger);
		const shown = String(service.truth().followers);
		await deck.face(followers, ({ value, state }) => value === shown && state === "live");
		expect(service.joins).toHaveLength(1);
	});
});

describe("the scene channel's own address", () => {
	it("accepts commands while discovery hangs", async () => {
		const { service, deck, remote } = await setUpRig({
			service: { sceneAddress: "separate" },
			globalSettings: {},
		});
		service.setFaults({ rest: { discovery: { connection: "hang" } } });
		const trigger = remote(boundItem(service));
		await deck.launch();
		deck.setGlobalSettings({
			baseUrl: service.url,
			apiKey: service.apiKey,
			sceneSocketUrl: service.sceneUrl,
		});
		await deck.face(trigger, ({ state }) => state === "ready");
		await deck.press(trigger);
		await deck.ok(trigger);
		await waitUntil(() => service.commands.length > 0);
		expect(service.commands).toMatchObject([{ channel: "scene", isCounted: true }]);
	});
});
