import { describe, expect, it } from "vitest";

import type { Settings } from "../world/deck/frame";
import { Dial, Key, type AnyKey } from "../world/deck/keys";
import { waitUntil } from "../world/deck/wait-until";
import { setUpRig, type Rig } from "./rig";

const uuid = (action: string) => `com.example.streamevents.${action}`;
const donation = { type: "donation", username: "Tester", amount: "5", currency: "EUR" };
const shows = (words: string) => (face: { readonly svg?: string | undefined }) =>
	face.svg?.includes(`>${words}</text>`) === true;

function posts({ service }: Rig) {
	return service.requests.filter(({ endpoint }) => endpoint === "postEvent");
}

/** Presses, and resolves when the key has alerted. */
async function alertTimeAfter({ deck }: Rig, key: AnyKey, press: () => unknown): Promise<number> {
	const startMs = performance.now();
	void press();
	await deck.alert(key);
	return performance.now() - startMs;
}

describe("a post that hangs", () => {
	it("is answered within 2.5 s on a key and in a multi-action, sent once, and its late outcome is displayed", async () => {
		const rig = await setUpRig();
		const { service, deck } = rig;
		const key = deck.place({ action: uuid("send-event"), settings: donation });
		const step = deck.placeInMultiAction({ action: uuid("send-event"), settings: donation });
		await deck.launch();
		await deck.face(key, ({ state }) => state === "ready");
		service.setFaults({ rest: { postEvent: { answerDelayMs: 5_000 } } });
		const times = [
			alertTimeAfter(rig, key, () => deck.press(key)),
			alertTimeAfter(rig, step, () => deck.runMultiAction(step)),
		];
		for (const timeMs of await Promise.all(times)) expect(timeMs).toBeLessThan(2_500);
		await deck.face(key, shows("Possibly sent"));
		await deck.face(key, ({ facts }) => facts?.includes("failed: possibly sent") === true);
		await deck.press(key);
		await deck.face(key, shows("Still working"));
		await deck.ok(key);
		await deck.ok(step);
		await deck.face(key, ({ state, facts }) => state === "ready" && facts === undefined);
		expect(posts(rig)).toHaveLength(2);
		expect(deck.complaints).toEqual([]);
	});

	it("alerts once if no response ever arrives", async () => {
		const rig = await setUpRig();
		const { service, deck } = rig;
		const key = deck.place({ action: uuid("send-event"), settings: donation });
		await deck.launch();
		await deck.face(key, ({ state }) => state === "ready");
		service.setFaults({ rest: { postEvent: { connection: "hang" } } });
		expect(await alertTimeAfter(rig, key, () => deck.press(key))).toBeLessThan(2_500);
		await deck.face(key, ({ svg }) => /Possibly sent/.test(svg ?? ""));
		await deck.face(key, shows("Send test"));
		expect(deck.alerts(key)).toBe(1);
		expect(posts(rig)).toHaveLength(1);
	});

	it("because of the account fails within 2.5 s, and is never sent later", async () => {
		const rig = await setUpRig();
		const { service, deck } = rig;
		service.setFaults({ rest: { me: { connection: "hang" } } });
		const key = deck.place({ action: uuid("send-event"), settings: donation });
		await deck.launch();
		await waitUntil(() => service.connections.event.joined > 0, { timeoutMs: 10_000 });
		expect(await alertTimeAfter(rig, key, () => deck.press(key))).toBeLessThan(2_500);
		await deck.face(key, ({ facts }) => facts?.includes("failed: offline") === true);
		service.clearFaults();
		await deck.face(key, ({ state, facts }) => state === "ready" && facts === undefined);
		expect(posts(rig)).toEqual([]);
	});
});

type Placed = { readonly key: AnyKey; readonly press: () => unknown };

describe("a refresh that hangs", () => {
	const kinds: readonly (readonly [string, (rig: Rig) => Placed])[] = [
		["Live Counter", (rig) => keyOf(rig, "counter")],
		["Chart", (rig) => keyOf(rig, "chart")],
		["Top Supporter", (rig) => keyOf(rig, "top-supporter", { scope: "today" })],
		["Stream Control", (rig) => keyOf(rig, "control", { command: "refresh" })],
		["a counter's dial, pushed", (rig) => dialOf(rig, "counter", (dial) => rig.deck.push(dial))],
		["a chart's dial, touched", (rig) => dialOf(rig, "chart", (dial) => rig.deck.tap(dial))],
		["a step with Stream Control", (rig) => stepOf(rig, "control", { command: "refresh" })],
	];
	const reconnecting: typeof kinds = [
		["Connection", (rig) => keyOf(rig, "connection")],
		["a step with Connection", (rig) => stepOf(rig, "connection")],
	];

	it.each([
		["keys, dials and steps", kinds],
		["a Connection key and step", reconnecting],
	])("is answered within 2.5 s on %s, and its late outcome is displayed", async (_name, list) => {
		const rig = await setUpRig({ deck: { devices: ["xl", "plus"] } });
		const { service, deck } = rig;
		const placed = list.map(([name, place]) => ({ name, ...place(rig) }));
		const counter = rig.counter();
		const chart = deck.place({ action: uuid("chart"), settings: {} });
		await deck.launch();
		await deck.face(counter, ({ state }) => state === "live");
		await deck.face(chart, ({ state }) => state === "live");
		service.setFaults({ rest: { all: { connection: "hang" } }, handshake: { all: { connection: "hang" } } });
		const slow: string[] = [];
		const answer = async ({ name, key, press }: (typeof placed)[number]) => {
			const timeMs = await alertTimeAfter(rig, key, press);
			if (timeMs >= 2_500) slow.push(`${name}: ${timeMs}`);
			if (key instanceof Key) await deck.face(key, ({ svg }) => /No answer yet/.test(svg ?? ""));
			if (key instanceof Dial)
				await deck.strip(key, ({ values }) => JSON.stringify(values).includes("No answer yet"));
		};
		await Promise.all(placed.map(answer));
		expect(slow).toEqual([]);
		service.clearFaults();
		for (const { key } of placed) {
			if (key instanceof Dial)
				await deck.strip(key, ({ values }) => JSON.stringify(values).includes("Updated"));
			else await deck.ok(key);
		}
		expect(deck.complaints).toEqual([]);
	});
});

function keyOf({ deck }: Rig, action: string, settings: Settings = {}): Placed {
	const key = deck.place({ action: uuid(action), settings });
	return { key, press: () => deck.press(key) };
}

function dialOf({ deck }: Rig, action: string, press: (dial: Dial) => unknown): Placed {
	const key = deck.placeDial({ action: uuid(action), settings: {} });
	return { key, press: () => press(key) };
}

function stepOf({ deck }: Rig, action: string, settings: Settings = {}): Placed {
	const key = deck.placeInMultiAction({ action: uuid(action), settings });
	return { key, press: () => deck.runMultiAction(key) };
}
