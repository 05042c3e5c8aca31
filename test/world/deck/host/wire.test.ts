import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { WebSocket } from "ws";

import {
	fakeDeck,
	fakeKey,
	fakeToggle,
	launchedDeck,
	sendFromPlugin,
	sentToPlugin,
} from "../fixtures/fake-plugin";
import { waitUntil } from "../wait-until";

describe("the wire", () => {
	it("listens on both loopback addresses if the machine has both", async () => {
		const deck = await fakeDeck();
		const socket = new WebSocket(`ws://localhost:${deck.port}`);
		await once(socket, "open");
		socket.terminate();
	});

	it("refuses an unknown uuid", async () => {
		const deck = await fakeDeck();
		const socket = new WebSocket(`ws://127.0.0.1:${deck.port}`);
		socket.on("open", () => socket.send(JSON.stringify({ event: "registerPlugin", uuid: "nobody" })));
		await once(socket, "close");
		expect(deck.complaints.map(({ kind }) => kind)).toEqual(["malformed"]);
		expect(deck.complaints[0]?.reason).toMatch(/register/);
	});

	it("connects devices before anything appears on them, and sends titles after appearances", async () => {
		const deck = await fakeDeck({ devices: ["mk2", "plus"] });
		deck.place({ action: fakeKey });
		deck.placeDial({ action: fakeKey });
		await deck.launch();
		expect(sentToPlugin(deck).map(({ event }) => event)).toEqual([
			"deviceDidConnect",
			"deviceDidConnect",
			"willAppear",
			"titleParametersDidChange",
			"willAppear",
			"titleParametersDidChange",
		]);
	});

	it.each([
		["unknown-event", { event: "setColour", context: "plugin" }],
		["malformed", { event: "setSettings", context: "plugin", payload: [] }],
		["malformed", { event: "setImage", context: "plugin", payload: { img: "x" } }],
		["malformed", { event: "openUrl", payload: { url: "file:///etc/passwd" } }],
		["wrong-context", { event: "showAlert", context: "nowhere" }],
		["wrong-context", { event: "getGlobalSettings", context: "nowhere" }],
		["too-large", { event: "setGlobalSettings", context: "plugin", payload: { note: "x".repeat(1300) } }],
		[
			"profile",
			{ event: "switchToProfile", context: "plugin", device: "none", payload: { profile: "Bundled" } },
		],
	])("complains of %s", async (kind, frame) => {
		const deck = await launchedDeck();
		sendFromPlugin(deck, frame);
		await waitUntil(() => deck.complaints.length > 0);
		expect(deck.complaints).toMatchObject([{ kind, from: "plugin" }]);
	});

	it("complains of commands that are invalid for the key", async () => {
		const deck = await launchedDeck({ devices: ["plus"] });
		const key = deck.place({ action: fakeToggle });
		const dial = deck.placeDial({ action: fakeKey });
		const step = deck.placeInMultiAction({ action: fakeToggle });
		sendFromPlugin(
			deck,
			{ event: "setFeedback", context: key.context, payload: { value: 1 } },
			{ event: "setState", context: key.context, payload: { state: 2 } },
			{ event: "setImage", context: key.context, payload: { image: "data:text/plain,x" } },
			{ event: "showOk", context: dial.context },
			{ event: "setFeedback", context: dial.context, payload: { nothing: 1 } },
			{ event: "setFeedbackLayout", context: dial.context, payload: { layout: "layouts/too-wide.json" } },
			{ event: "setImage", context: step.context, payload: {} },
		);
		await waitUntil(() => deck.complaints.length >= 7);
		expect(deck.complaints.map(({ kind }) => kind)).toEqual([
			"wrong-kind-of-key",
			"state",
			"image",
			"wrong-kind-of-key",
			"feedback",
			"layout",
			"wrong-kind-of-key",
		]);
	});

	it("records requests to the system", async () => {
		const deck = await launchedDeck();
		sendFromPlugin(
			deck,
			{ event: "openUrl", payload: { url: "https://example.com/" } },
			{ event: "logMessage", payload: { message: "hello" } },
		);
		await waitUntil(() => deck.messages.length > 0);
		expect(deck.openedUrls).toEqual(["https://example.com/"]);
		expect(deck.complaints).toEqual([]);
	});
});
