import { describe, expect, it } from "vitest";

import { fakeKey, fakeToggle, launchedDeck, sentToPlugin } from "./fixtures/fake-plugin";

describe("gestures", () => {
	it("presses and releases a key with its position and settings", async () => {
		const deck = await launchedDeck();
		const key = deck.place({ action: fakeKey, settings: { value: 1 }, at: { column: 3, row: 2 } });
		await deck.press(key);
		const payload = {
			settings: { value: 1 },
			coordinates: { column: 3, row: 2 },
			controller: "Keypad",
			isInMultiAction: false,
			resources: {},
		};
		const { context } = key;
		const device = deck.devices[0]?.id;
		expect(sentToPlugin(deck).slice(-2)).toEqual([
			{ event: "keyDown", action: fakeKey, context, device, payload },
			{ event: "keyUp", action: fakeKey, context, device, payload },
		]);
		await deck.ok(key);
	});

	it("refuses to press a removed key, but releases one", async () => {
		const deck = await launchedDeck();
		const key = deck.place({ action: fakeKey });
		deck.down(key);
		deck.showProfile("Other");
		expect(() => deck.down(key)).toThrow(/not on the deck/);
		deck.up(key);
		expect(sentToPlugin(deck).at(-1)).toMatchObject({ event: "keyUp", context: key.context });
	});

	it("toggles a key of two states, and sends the state", async () => {
		const deck = await launchedDeck();
		const key = deck.place({ action: fakeToggle });
		await deck.press(key);
		expect(key.state).toBe(1);
		expect(sentToPlugin(deck).at(-1)).toMatchObject({ payload: { state: 1 } });
	});

	it("rotates, presses and taps a dial", async () => {
		const deck = await launchedDeck({ devices: ["plus"] });
		const dial = deck.placeDial({ action: fakeKey, column: 2 });
		deck.rotate(dial, -3);
		deck.down(dial);
		deck.rotate(dial, 1);
		deck.up(dial);
		deck.tap(dial);
		deck.tap(dial, { hold: true, at: [10, 20] });
		const received = sentToPlugin(deck).slice(-6);
		expect(received.map(({ event }) => event)).toEqual([
			"dialRotate",
			"dialDown",
			"dialRotate",
			"dialUp",
			"touchTap",
			"touchTap",
		]);
		expect(received[0]).toMatchObject({
			payload: { ticks: -3, pressed: false, controller: "Encoder", coordinates: { column: 2, row: 0 } },
		});
		expect(received[2]).toMatchObject({ payload: { ticks: 1, pressed: true } });
		expect(received[4]).toMatchObject({ payload: { tapPos: [100, 50], hold: false } });
		expect(received[5]).toMatchObject({ payload: { tapPos: [10, 20], hold: true } });
	});

	it("runs a multi-action's steps without coordinates, with the state the user chose", async () => {
		const deck = await launchedDeck();
		const step = deck.placeInMultiAction({ action: fakeToggle, desiredState: 1, settings: { value: 2 } });
		await deck.runMultiAction(step);
		const [down, up] = sentToPlugin(deck).slice(-2);
		expect(down).toMatchObject({ event: "keyDown", context: step.context });
		expect(down?.["payload"]).toEqual({
			settings: { value: 2 },
			controller: "Keypad",
			isInMultiAction: true,
			state: 0,
			resources: {},
			userDesiredState: 1,
		});
		expect(up).toMatchObject({ event: "keyUp", payload: { userDesiredState: 1 } });
		await deck.ok(step);
	});
});
