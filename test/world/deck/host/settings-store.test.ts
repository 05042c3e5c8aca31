import { describe, expect, it } from "vitest";

import { fakeKey, launchedDeck, sendFromPlugin, sentToPlugin } from "../fixtures/fake-plugin";
import { waitUntil } from "../wait-until";

describe("settings", () => {
	it("are sent to the inspector when the plugin writes them, and not to the plugin", async () => {
		const deck = await launchedDeck();
		const key = deck.place({ action: fakeKey });
		const inspector = deck.openInspector(key);
		sendFromPlugin(deck, { event: "setSettings", context: key.context, payload: { value: 5 } });
		const notice = await inspector.waitFor(({ event }) => event === "didReceiveSettings");
		expect(notice).toMatchObject({ context: key.context, payload: { settings: { value: 5 } } });
		expect(notice).not.toHaveProperty("id");
		expect(sentToPlugin(deck, "didReceiveSettings")).toEqual([]);
		expect(deck.settingsOf(key)).toEqual({ value: 5 });
	});

	it("are sent to the plugin when the inspector writes them, and not to the inspector", async () => {
		const deck = await launchedDeck();
		const key = deck.place({ action: fakeKey });
		const inspector = deck.openInspector(key);
		inspector.setSettings({ value: 6 });
		await deck.face(key, ({ value }) => value === "6");
		expect(sentToPlugin(deck, "didReceiveSettings")).toHaveLength(1);
		expect(sentToPlugin(deck, "didReceiveSettings")[0]).not.toHaveProperty("id");
		expect(inspector.received.entries).toEqual([]);
	});

	it("are replaced completely", async () => {
		const deck = await launchedDeck();
		const key = deck.place({ action: fakeKey, settings: { value: 1, other: 2 } });
		deck.setSettings(key, { value: 3 });
		expect(deck.settingsOf(key)).toEqual({ value: 3 });
	});

	it("are returned to the requester, with the id of the request", async () => {
		const deck = await launchedDeck({ globalSettings: { key: "k" } });
		const key = deck.place({ action: fakeKey, settings: { value: 1 } });
		const inspector = deck.openInspector(key);
		inspector.getSettings("mine");
		expect(await inspector.waitFor(({ id }) => id === "mine")).toMatchObject({
			payload: { settings: { value: 1 } },
		});
		inspector.getGlobalSettings("global");
		expect(await inspector.waitFor(({ id }) => id === "global")).toEqual({
			event: "didReceiveGlobalSettings",
			id: "global",
			payload: { settings: { key: "k" } },
		});
		sendFromPlugin(deck, { event: "getSettings", context: key.context, id: "theirs" });
		await waitUntil(() => sentToPlugin(deck, "didReceiveSettings").some(({ id }) => id === "theirs"));
		expect(inspector.received.entries).toHaveLength(2);
	});

	it("of the whole plugin follow the same rule", async () => {
		const deck = await launchedDeck();
		const key = deck.place({ action: fakeKey });
		const inspector = deck.openInspector(key);
		inspector.setGlobalSettings({ by: "inspector" });
		expect(sentToPlugin(deck, "didReceiveGlobalSettings")).toHaveLength(1);
		sendFromPlugin(deck, { event: "setGlobalSettings", context: "plugin", payload: { by: "plugin" } });
		const notice = await inspector.waitFor(({ event }) => event === "didReceiveGlobalSettings");
		expect(notice["payload"]).toEqual({ settings: { by: "plugin" } });
		expect(deck.globalSettings).toEqual({ by: "plugin" });
		expect(sentToPlugin(deck, "didReceiveGlobalSettings")).toHaveLength(2);
	});

	it("survive the plugin, and faces do not", async () => {
		const deck = await launchedDeck();
		const key = deck.place({ action: fakeKey, settings: { value: 1 } });
		await deck.face(key, ({ value }) => value === "1");
		await deck.stopPlugin();
		expect(deck.currentFace(key)?.image).toBeUndefined();
		deck.setSettings(key, { value: 2 });
		await deck.launch();
		await deck.face(key, ({ value }) => value === "2");
	});
});
