import { describe, expect, it } from "vitest";

import {
	fakeDeck,
	fakeFixed,
	fakeKey,
	fakeToggle,
	launchedDeck,
	sendFromPlugin,
	sentToPlugin,
} from "./fixtures/fake-plugin";
import { waitUntil } from "./wait-until";

const eventsFor = (deck: Parameters<typeof sentToPlugin>[0], context: string) =>
	sentToPlugin(deck)
		.filter((frame) => frame["context"] === context && frame["event"] !== "titleParametersDidChange")
		.map(({ event }) => event);

describe("the board", () => {
	it("fills keys row by row and refuses keys beyond the last position", async () => {
		const deck = await fakeDeck({ devices: ["mini"] });
		const keys = Array.from({ length: 6 }, () => deck.place({ action: fakeKey }));
		expect(keys.map(({ coordinates }) => [coordinates.column, coordinates.row])).toEqual([
			[0, 0],
			[1, 0],
			[2, 0],
			[0, 1],
			[1, 1],
			[2, 1],
		]);
		expect(() => deck.place({ action: fakeKey })).toThrow(/No free place/);
		expect(() => deck.placeDial({ action: fakeKey })).toThrow(/No free place/);
	});

	it("refuses actions that the manifest does not offer there", async () => {
		const deck = await fakeDeck({ devices: ["plus"] });
		expect(() => deck.place({ action: "com.example.other" })).toThrow(/no action/);
		expect(() => deck.placeDial({ action: fakeToggle })).toThrow(/not for Encoder/);
		expect(() => deck.placeInMultiAction({ action: fakeFixed })).toThrow(/not for multi-actions/);
		deck.place({ action: fakeKey, at: { column: 1, row: 1 } });
		expect(() => deck.place({ action: fakeKey, at: { column: 1, row: 1 } })).toThrow(/No free place/);
	});

	it("makes the content of another profile appear and disappear", async () => {
		const deck = await launchedDeck();
		const first = deck.place({ action: fakeKey });
		const second = deck.place({ action: fakeKey, profile: "Other" });
		deck.showProfile("Other");
		deck.showProfile("Default");
		expect(eventsFor(deck, first.context)).toEqual(["willAppear", "willDisappear", "willAppear"]);
		expect(eventsFor(deck, second.context)).toEqual(["willAppear", "willDisappear"]);
	});

	it("separates two devices", async () => {
		const deck = await launchedDeck({ devices: ["mk2", "mini"] });
		const [first, second] = deck.devices;
		const here = deck.place({ action: fakeKey, device: first });
		const there = deck.place({ action: fakeKey, device: second });
		if (second) deck.disconnect(second);
		expect(here.isVisible).toBe(true);
		expect(eventsFor(deck, there.context)).toEqual(["willAppear", "willDisappear"]);
		expect(sentToPlugin(deck).at(-1)).toEqual({ event: "deviceDidDisconnect", device: second?.id });
		if (second) deck.connect(second);
		expect(eventsFor(deck, there.context)).toEqual(["willAppear", "willDisappear", "willAppear"]);
	});

	it("adds a device that is plugged in later", async () => {
		const deck = await launchedDeck();
		const device = deck.addDevice("xl");
		expect(sentToPlugin(deck).at(-1)).toEqual({
			event: "deviceDidConnect",
			device: device.id,
			deviceInfo: { name: "Stream Deck XL", type: 2, size: { columns: 8, rows: 4 } },
		});
	});

	it("complains of commands for a key that the plugin knows is hidden, not of those that crossed with the message", async () => {
		const deck = await launchedDeck();
		const key = deck.place({ action: fakeKey });
		await deck.face(key);
		deck.remove(key);
		sendFromPlugin(deck, { event: "showAlert", context: key.context });
		await waitUntil(() => key.isDisappearanceHandled);
		expect(deck.complaints).toEqual([]);
		sendFromPlugin(deck, { event: "showAlert", context: key.context });
		await waitUntil(() => deck.complaints.length > 0);
		expect(deck.complaints).toMatchObject([{ kind: "hidden-key" }]);
		expect(deck.alerts(key)).toBe(0);
	});

	it("makes everything appear again after system sleep, with one wake event", async () => {
		const deck = await launchedDeck();
		const key = deck.place({ action: fakeKey });
		deck.sleep();
		expect(() => deck.down(key)).toThrow(/asleep/);
		deck.wake();
		expect(eventsFor(deck, key.context)).toEqual(["willAppear", "willAppear"]);
		expect(sentToPlugin(deck, "systemDidWakeUp")).toHaveLength(1);
	});

	it("can wake without a message", async () => {
		const deck = await launchedDeck();
		const key = deck.place({ action: fakeKey });
		deck.sleep();
		deck.wake({ announce: "silent" });
		expect(eventsFor(deck, key.context)).toEqual(["willAppear"]);
		expect(sentToPlugin(deck, "systemDidWakeUp")).toEqual([]);
	});
});
