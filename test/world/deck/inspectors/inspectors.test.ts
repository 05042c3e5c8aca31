import { once } from "node:events";
import type { Socket } from "node:net";

import { describe, expect, it } from "vitest";
import { WebSocket } from "ws";

import { fakeFixed, fakeKey, launchedDeck, sentToPlugin } from "../fixtures/fake-plugin";
import type { ConnectInfo } from "./inspector-session";
import { waitUntil } from "../wait-until";

/** Connects as a page does with the five arguments. */
async function connectPage({ port, uuid, registerEvent }: ConnectInfo) {
	const socket = new WebSocket(`ws://localhost:${port}`);
	await once(socket, "open");
	socket.send(JSON.stringify({ event: registerEvent, uuid }));
	return socket;
}

describe("property inspectors", () => {
	it("pass messages to the plugin and back", async () => {
		const deck = await launchedDeck();
		const key = deck.place({ action: fakeKey });
		const inspector = deck.openInspector(key);
		inspector.send({ event: "getScenes" });
		expect(await inspector.waitForMessage(() => true)).toEqual({ heard: { event: "getScenes" } });
		expect(sentToPlugin(deck, "sendToPlugin")).toEqual([
			{ event: "sendToPlugin", action: fakeKey, context: key.context, payload: { event: "getScenes" } },
		]);
	});

	it("appear one at a time", async () => {
		const deck = await launchedDeck();
		const first = deck.openInspector(deck.place({ action: fakeKey }));
		const second = deck.openInspector(deck.place({ action: fakeFixed }));
		expect(first.isOpen).toBe(false);
		second.close();
		const received = sentToPlugin(deck).filter(({ event }) => String(event).startsWith("propertyInspector"));
		expect(received.map(({ event, context }) => [event, context])).toEqual([
			["propertyInspectorDidAppear", first.key.context],
			["propertyInspectorDidDisappear", first.key.context],
			["propertyInspectorDidAppear", second.key.context],
			["propertyInspectorDidDisappear", second.key.context],
		]);
	});

	it("are refused without a complaint when they register after they were closed, whatever else they sent", async () => {
		const deck = await launchedDeck();
		const key = deck.place({ action: fakeKey });
		const { connectInfo } = deck.openInspector(key, { by: "page" });
		deck.openInspector(deck.place({ action: fakeFixed }));
		const socket = new WebSocket(`ws://localhost:${connectInfo.port}`);
		await once(socket, "open");
		const ping = {
			event: "sendToPlugin",
			action: fakeKey,
			context: connectInfo.uuid,
			payload: { event: "ping" },
		};
		const closed = once(socket, "close");
		// Corked, so that both messages arrive in one read; ws has no public access to its stream.
		const { _socket: stream } = socket as unknown as { readonly _socket: Socket };
		stream.cork();
		socket.send(JSON.stringify({ event: connectInfo.registerEvent, uuid: connectInfo.uuid }));
		socket.send(JSON.stringify(ping));
		stream.uncork();
		await closed;
		expect(deck.complaints).toEqual([]);
	});

	it("close with their key", async () => {
		const deck = await launchedDeck();
		const inspector = deck.openInspector(deck.place({ action: fakeKey }));
		deck.showProfile("Other");
		expect(inspector.isOpen).toBe(false);
	});

	it("give a real page everything it requires to connect, and appear when it has connected", async () => {
		const deck = await launchedDeck({ language: "fr" });
		const key = deck.place({ action: fakeKey, settings: { value: 4 } });
		const { connectInfo } = deck.openInspector(key, { by: "page" });
		expect(connectInfo.uuid).not.toBe(key.context);
		expect(connectInfo.pagePath).toBe("ui/inspector.html");
		expect(JSON.parse(connectInfo.info)).toMatchObject({ application: { language: "fr" } });
		expect(JSON.parse(connectInfo.actionInfo)).toMatchObject({
			action: fakeKey,
			context: key.context,
			payload: { settings: { value: 4 }, controller: "Keypad" },
		});
		expect(sentToPlugin(deck, "propertyInspectorDidAppear")).toEqual([]);
		const page = await connectPage(connectInfo);
		await waitUntil(() => sentToPlugin(deck, "propertyInspectorDidAppear").length === 1);
		const answer = once(page, "message");
		const { uuid: context } = connectInfo;
		page.send(JSON.stringify({ event: "sendToPlugin", action: fakeKey, context, payload: 1 }));
		expect(JSON.parse(String((await answer)[0]))).toMatchObject({
			event: "sendToPropertyInspector",
			context: key.context,
			payload: { heard: 1 },
		});
		page.close();
		await waitUntil(() => sentToPlugin(deck, "propertyInspectorDidDisappear").length === 1);
	});

	it("ignore a page that connects when its key is no longer selected, without a complaint", async () => {
		const deck = await launchedDeck();
		const key = deck.place({ action: fakeKey });
		const { connectInfo } = deck.openInspector(key, { by: "page" });
		deck.openInspector(deck.place({ action: fakeFixed }), { by: "page" });
		await once(await connectPage(connectInfo), "close");
		expect(deck.complaints).toEqual([]);
	});

	it("are refused to a uuid that was never announced", async () => {
		const deck = await launchedDeck();
		const { connectInfo } = deck.openInspector(deck.place({ action: fakeKey }), { by: "page" });
		await once(await connectPage({ ...connectInfo, uuid: "unheard of" }), "close");
		expect(deck.complaints).toMatchObject([{ from: "inspector", kind: "malformed" }]);
	});

	it("are refused messages for another action or with another context", async () => {
		const deck = await launchedDeck();
		const key = deck.place({ action: fakeKey });
		const { connectInfo } = deck.openInspector(key, { by: "page" });
		const page = await connectPage(connectInfo);
		page.send(JSON.stringify({ event: "setSettings", action: fakeKey, context: key.context, payload: {} }));
		const { uuid: context } = connectInfo;
		page.send(JSON.stringify({ event: "setSettings", action: fakeFixed, context, payload: {} }));
		page.send(JSON.stringify({ event: "setImage", context, payload: {} }));
		await waitUntil(() => deck.complaints.length >= 3);
		expect(deck.complaints.map(({ from, kind }) => [from, kind])).toEqual([
			["inspector", "wrong-context"],
			["inspector", "wrong-context"],
			["inspector", "unknown-event"],
		]);
	});

	it("are announced to a plugin that starts while they are open", async () => {
		const deck = await launchedDeck();
		deck.openInspector(deck.place({ action: fakeKey }));
		await deck.restartPlugin();
		expect(sentToPlugin(deck).at(-1)?.["event"]).toBe("propertyInspectorDidAppear");
	});

	it("display the action's own page if it has one", async () => {
		const deck = await launchedDeck();
		expect(deck.openInspector(deck.place({ action: fakeFixed })).connectInfo.pagePath).toBe("ui/fixed.html");
	});
});
