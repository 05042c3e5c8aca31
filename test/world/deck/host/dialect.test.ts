import { basename } from "node:path";
import { describe, expect, it } from "vitest";

import {
	fakeKey,
	fakePluginDir,
	fakeToggle,
	launchedDeck,
	sendFromPlugin,
	sentToPlugin,
} from "../fixtures/fake-plugin";
import { waitUntil } from "../wait-until";

const openDeck = () => launchedDeck({ dialect: "opendeck", devices: ["mk2", "plus"] });

describe("the OpenDeck dialect", () => {
	it("derives contexts from positions", async () => {
		const deck = await openDeck();
		const device = deck.devices[0]?.id;
		expect(deck.place({ action: fakeKey, at: { column: 2, row: 1 } }).context).toBe(
			`${device}.Default.Keypad.7.0`,
		);
		expect(deck.placeInMultiAction({ action: fakeKey }).context).toBe(`${device}.Default.Keypad.0.1`);
	});

	it("gives steps coordinates, and no resources and no desired state", async () => {
		const deck = await openDeck();
		const step = deck.placeInMultiAction({ action: fakeToggle });
		await deck.runMultiAction(step);
		expect(sentToPlugin(deck, "keyDown")[0]?.["payload"]).toEqual({
			settings: {},
			coordinates: { column: 0, row: 0 },
			controller: "Keypad",
			isInMultiAction: true,
			state: 0,
		});
	});

	it("never reports that a dial is pressed while it rotates, nor its controller", async () => {
		const deck = await openDeck();
		const dial = deck.placeDial({ action: fakeKey, column: 3 });
		deck.rotate(dial, 2, { pressed: true });
		expect(sentToPlugin(deck, "dialRotate")[0]?.["payload"]).toEqual({
			settings: {},
			coordinates: { column: 0, row: 1 },
			ticks: 2,
			pressed: false,
		});
	});

	it("repeats no ids", async () => {
		const deck = await openDeck();
		const key = deck.place({ action: fakeKey });
		sendFromPlugin(deck, { event: "getSettings", context: key.context, id: "asked" });
		await waitUntil(() => sentToPlugin(deck, "didReceiveSettings").length > 0);
		expect(sentToPlugin(deck, "didReceiveSettings")[0]).not.toHaveProperty("id");
	});

	it("gives every inspector its key's context as uuid, keeps all open, and sends all of them global settings", async () => {
		const deck = await openDeck();
		const first = deck.openInspector(deck.place({ action: fakeKey }));
		const second = deck.openInspector(deck.place({ action: fakeKey }));
		expect(first.connectInfo.uuid).toBe(first.key.context);
		first.getGlobalSettings();
		await second.waitFor(({ event }) => event === "didReceiveGlobalSettings");
		expect(first.isOpen).toBe(true);
	});

	it("loads inspectors that send requests before any is announced, and announces the selected one", async () => {
		const deck = await openDeck();
		const keys = [deck.place({ action: fakeKey }), deck.place({ action: fakeKey })];
		const [first, second] = keys.map((key) => deck.loadInspector(key));
		if (!first || !second) throw new Error("no inspectors");
		first.send("from the first");
		second.send("from the second");
		expect(await first.waitForMessage(() => true)).toEqual({ heard: "from the first" });
		expect(await second.waitForMessage(() => true)).toEqual({ heard: "from the second" });
		expect(sentToPlugin(deck, "propertyInspectorDidAppear")).toEqual([]);
		expect(deck.openInspector(first.key)).toBe(first);
		expect(deck.openInspector(second.key)).toBe(second);
		const received = sentToPlugin(deck).filter(({ event }) => String(event).startsWith("propertyInspector"));
		expect(received.map(({ event, context }) => [event, context])).toEqual([
			["propertyInspectorDidAppear", first.key.context],
			["propertyInspectorDidDisappear", first.key.context],
			["propertyInspectorDidAppear", second.key.context],
		]);
		expect(deck.inspectors).toEqual([first, second]);
	});

	it("drops unknown commands", async () => {
		const deck = await openDeck();
		sendFromPlugin(deck, { event: "getSecrets", context: "plugin" });
		await waitUntil(() => deck.complaints.length > 0);
		expect(deck.complaints).toMatchObject([{ kind: "unsupported" }]);
		expect(sentToPlugin(deck, "didReceiveSecrets")).toEqual([]);
	});

	it("names the plugin after its folder", async () => {
		const deck = await openDeck();
		sendFromPlugin(deck, { event: "setGlobalSettings", context: basename(fakePluginDir), payload: { a: 1 } });
		await waitUntil(() => deck.globalSettings["a"] === 1);
	});

	it("repeats what was sent before the first start to a restarted plugin, and keeps its faces", async () => {
		const deck = await launchedDeck({ dialect: "opendeck" });
		const key = deck.place({ action: fakeKey, settings: { value: 1 } });
		await deck.face(key);
		await deck.restartPlugin();
		expect(deck.currentFace(key)?.value).toBe("1");
		expect(sentToPlugin(deck, "deviceDidConnect")).toHaveLength(2);
		expect(sentToPlugin(deck, "willAppear")).toHaveLength(1);
	});
});
