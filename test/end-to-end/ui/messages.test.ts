import { afterEach, describe, expect, it } from "vitest";

import { InspectorReplySchema, type InspectorReply } from "../../../src/inspector/messages";
import { startDeck, type Deck } from "../../world/deck/deck";
import type { Settings } from "../../world/deck/frame";
import type { InspectorSession } from "../../world/deck/inspectors/inspector-session";
import { waitUntil } from "../../world/deck/wait-until";
import { startService, type StandInService } from "../../world/service/stand-in";
import { pluginDir } from "./inspector-rig";

let service: StandInService;
let deck: Deck;

afterEach(async () => {
	await deck.stop();
	await service.stop();
});

/** Connects like the page of a Scene Remote. */
async function speak(globalSettings?: Settings): Promise<InspectorSession> {
	service = await startService();
	const account = { baseUrl: service.url, apiKey: service.apiKey };
	deck = await startDeck({ pluginDir, globalSettings: globalSettings ?? account });
	await deck.launch();
	return deck.openInspector(deck.place({ action: "com.example.streamevents.remote-action" }));
}

/** Returns the next response to this event, ignoring earlier ones. */
async function answer<E extends InspectorReply["event"]>(
	inspector: InspectorSession,
	request: { readonly event: E } & Settings,
): Promise<Extract<InspectorReply, { readonly event: E }>> {
	const answers = () =>
		inspector.messages.filter(
			(message): message is Extract<InspectorReply, { readonly event: E }> =>
				InspectorReplySchema.safeParse(message).data?.event === request.event,
		);
	const before = answers().length;
	inspector.send(request);
	return waitUntil(() => answers()[before], { message: `an answer to ${request.event}`, timeoutMs: 15_000 });
}

describe("the plugin's responses", () => {
	it("list the scenes, and the items of one with their remote actions", async () => {
		const inspector = await speak();
		const { event, items, error } = await answer(inspector, { event: "getScenes" });
		expect({ event, error }).toEqual({ event: "getScenes", error: undefined });
		expect(items.map(({ label, value }) => [label, value])).toEqual([
			["Gameplay", "5c3e0001a7"],
			["Just Chatting 💬", "5c3e0002b8"],
			["Starting Soon <3", "5c3e0003c9"],
		]);
		const inside = await answer(inspector, { event: "getSceneItems", scene: "5c3e0001a7" });
		expect(inside.scene).toBe("5c3e0001a7");
		expect(inside.items[3]).toEqual({
			label: "Confetti (1) · #313",
			value: "313",
			name: "Confetti",
			type: "widget",
			actions: [{ label: "Trigger", value: "trigger", description: "Plays it once" }],
			place: { left: 40, top: 40, width: 280, height: 60 },
		});
		expect(inside.items[6]).toMatchObject({ label: "Song title", disabled: true, actions: [] });
	});

	it("contain the ids of the request", async () => {
		const inspector = await speak();
		inspector.send({ event: "ping", page: "this visit", ask: 7 });
		await inspector.waitForMessage((payload) =>
			JSON.stringify(payload).includes('"page":"this visit","ask":7'),
		);
	});

	it("contain the reason for a missing list", async () => {
		const inspector = await speak();
		service.setFaults({ rest: { scenes: { connection: "reset" } } });
		expect(await answer(inspector, { event: "getScenes", isRefresh: true })).toEqual({
			event: "getScenes",
			items: [],
			error: "unreachable",
		});
		service.setFaults({ rest: { scenes: { body: "empty-object" } } });
		expect(await answer(inspector, { event: "getScenes" })).toMatchObject({
			items: [],
			error: "service-error",
		});
	});

	it("are sent without an account too", async () => {
		const inspector = await speak({});
		expect(await answer(inspector, { event: "getScenes" })).toMatchObject({ items: [], error: "not-set-up" });
		expect(await answer(inspector, { event: "getProviders" })).toMatchObject({
			items: [],
			error: "not-set-up",
		});
		expect(await answer(inspector, { event: "setAccount", apiKey: "abc" })).toMatchObject({
			outcome: "no-address",
		});
	});

	it("are sent to invalid requests, which do not end the plugin", async () => {
		const inspector = await speak();
		const { pid } = deck;
		for (const odd of [null, 1, "getScenes", [], {}, { event: 7 }, { event: "getPreview", settings: 4 }]) {
			inspector.send(odd);
		}
		expect(await answer(inspector, { event: "setAccount", baseUrl: 12 })).toMatchObject({
			outcome: "failed",
		});
		expect((await answer(inspector, { event: "getScenes", isRefresh: "yes" })).items).toHaveLength(3);
		expect(
			(await answer(inspector, { event: "getPreview", settings: { itemId: [], guardMs: {} } })).title,
		).toBe("– · – · Not set up");
		expect(deck.pid).toBe(pid);
		expect(deck.complaints).toEqual([]);
	});

	it("never contain the key, or the ending of a short one", async () => {
		const inspector = await speak({ baseUrl: "https://127.0.0.1:1", apiKey: "short1" });
		const { account } = await answer(inspector, { event: "getAccount" });
		expect(account).toMatchObject({ hasKey: true });
		expect(account.keyEnding).toBeUndefined();
		expect(JSON.stringify(inspector.messages)).not.toContain("ort1");
	});

	it("refuse values that exceed the app's store, and keep the stored ones", async () => {
		const inspector = await speak();
		deck.setGlobalSettings({ baseUrl: service.url });
		const sceneSocketUrl = `https://${"a".repeat(2_000)}.example`;
		expect(await answer(inspector, { event: "setAccount", sceneSocketUrl })).toMatchObject({
			outcome: "too-long",
		});
		expect(deck.globalSettings).toMatchObject({ baseUrl: service.url });
	});

	it("distinguish a bad scene address from a bad service address", async () => {
		const inspector = await speak();
		const insecure = { event: "setAccount", sceneSocketUrl: "http://scenes.example" } as const;
		expect(await answer(inspector, insecure)).toMatchObject({ outcome: "insecure", field: "sceneSocketUrl" });
		const emptied = { event: "setAccount", sceneSocketUrl: "" } as const;
		expect(await answer(inspector, emptied)).toMatchObject({ outcome: "saved" });
		expect(deck.globalSettings["sceneSocketUrl"]).toBeUndefined();
	});

	it("mask all counters on request", async () => {
		const inspector = await speak();
		await answer(inspector, { event: "setAccount", hideNumbers: true });
		const counter = deck.place({ action: "com.example.streamevents.counter" });
		await deck.face(counter, ({ value }) => value === "hidden");
	});
});
