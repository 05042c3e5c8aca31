import { describe, expect, it } from "vitest";

import { waitUntil } from "../../world/deck/wait-until";
import type { StandInService } from "../../world/service/stand-in";
import { boundItem, setUpRig, type Rig } from "../rig";

const uuid = "com.example.streamevents.remote-action";

async function arrived(service: StandInService, count: number): Promise<void> {
	await waitUntil(() => service.commands.length >= count, {
		message: () => `${count} commands at the service; ${service.commands.length} arrived`,
	});
}

function targets(service: StandInService) {
	return service.commands.map(({ action, targetId, isCounted }) => ({ action, targetId, isCounted }));
}

async function ready({ deck }: Rig, ...keys: readonly Parameters<Rig["deck"]["face"]>[0][]): Promise<void> {
	await deck.launch();
	for (const key of keys) await deck.face(key, ({ state }) => state === "ready");
}

describe("a press", () => {
	it("that bounces sends once, and two presses send twice", async () => {
		const rig = await setUpRig();
		const { service, deck } = rig;
		const key = rig.remote(boundItem(service));
		await ready(rig, key);
		deck.down(key);
		deck.up(key);
		deck.down(key);
		deck.up(key);
		await arrived(service, 1);
		const [first] = service.commands;
		await waitUntil(() => Date.now() - (first?.atMs ?? Infinity) > 600, { message: "600 ms to pass" });
		await deck.press(key);
		await arrived(service, 2);
		expect(service.commands).toHaveLength(2);
	});

	it("or a hold happens, never both", async () => {
		const rig = await setUpRig();
		const { service, deck } = rig;
		const item = { ...boundItem(service), actionCode: "trigger", holdActionCode: "reset", guardMs: 0 };
		const key = rig.remote({ ...item, sceneToken: "5c3e0001a7", itemId: 312 });
		await ready(rig, key);
		await deck.press(key);
		await arrived(service, 1);
		await deck.hold(key);
		await arrived(service, 2);
		await deck.press(key);
		await arrived(service, 3);
		expect(service.commands.map(({ action }) => action)).toEqual(["trigger", "reset", "trigger"]);
	});

	it("waits for the connection and sends once if it is back within two seconds", async () => {
		const rig = await setUpRig();
		const { service, deck } = rig;
		const key = rig.remote(boundItem(service));
		await ready(rig, key);
		// Without the fault, the connection can be back before a picture is drawn.
		service.setFaults({ handshake: { all: { connection: "hang" } } });
		service.cut();
		await deck.face(key, ({ state }) => state === "offline");
		const pressedAtMs = Date.now();
		await deck.press(key);
		service.clearFaults();
		await deck.ok(key);
		await arrived(service, 1);
		expect(service.commands[0]).toMatchObject({ joined: true, isCounted: true });
		expect((service.commands[0]?.atMs ?? Infinity) - pressedAtMs).toBeLessThan(2_000);
	});

	it("fails after two seconds without a connection, and is never sent later", async () => {
		const rig = await setUpRig();
		const { service, deck } = rig;
		const item = boundItem(service);
		const [key, other] = [rig.remote(item), rig.remote({ ...item, actionCode: "later" })];
		service.scenes.setRemoteActions(item.itemId, [{ code: item.actionCode }, { code: "later" }]);
		await ready(rig, key, other);
		const restarted = service.restart({ downMs: 3_000 });
		await deck.face(key, ({ state }) => state === "offline");
		await deck.press(key);
		await deck.alert(key);
		expect(deck.alerts(other)).toBe(0);
		await restarted;
		await deck.face(other, ({ state }) => state === "ready");
		await deck.press(other);
		await deck.ok(other);
		await arrived(service, 1);
		expect(service.commands.map(({ action }) => action)).toEqual(["later"]);
	});

	it("displays why it failed, on its own key only", async () => {
		const rig = await setUpRig();
		const { service, deck } = rig;
		const item = boundItem(service);
		const [key, other] = [rig.remote(item), rig.remote(item)];
		await ready(rig, key, other);
		service.scenes.removeItem(item.itemId);
		service.cut();
		await deck.face(key, ({ state }) => state === "missing");
		await deck.press(key);
		await deck.alert(key);
		await deck.face(key, ({ svg }) => /Not found/.test(svg ?? ""));
		expect(deck.alerts(other)).toBe(0);
		expect(deck.currentFace(other)?.svg).not.toMatch(/Not found/);
		expect(service.commands).toEqual([]);
	});

	it("displays within 2.5 s that the item is missing, however slow the service is", async () => {
		const rig = await setUpRig();
		const { service, deck } = rig;
		const item = boundItem(service);
		const key = rig.remote(item);
		await ready(rig, key);
		service.scenes.removeItem(item.itemId);
		service.cut();
		await deck.face(key, ({ state }) => state === "missing");
		service.setLatency(7_000);
		const pressedAtMs = performance.now();
		await deck.press(key);
		await deck.alert(key);
		// Two seconds, plus time for a busy computer.
		expect(performance.now() - pressedAtMs).toBeLessThan(2_500);
		await deck.face(key, ({ svg }) => /Not found/.test(svg ?? ""));
		expect(service.commands).toEqual([]);
	});

	it("finds an item that was added again, without a new setup", async () => {
		const rig = await setUpRig();
		const { service, deck } = rig;
		const item = boundItem(service);
		const key = rig.remote(item);
		service.scenes.removeItem(item.itemId);
		await deck.launch();
		await deck.face(key, ({ label, state }) => label === item["itemName"] && state === "missing");
		service.scenes.restoreItem(item.itemId);
		await deck.press(key);
		await deck.ok(key);
		await deck.face(key, ({ state }) => state === "ready");
		await arrived(service, 1);
		expect(deck.settingsOf(key)).toEqual(item);
	});

	it("sends to the same item after it was renamed, and the key displays the new name", async () => {
		const rig = await setUpRig();
		const { service, deck } = rig;
		const item = boundItem(service);
		const key = rig.remote(item);
		service.scenes.renameItem(item.itemId, "Renamed");
		await deck.launch();
		await deck.face(key, ({ label, state }) => label === "Renamed" && state === "ready");
		await deck.press(key);
		await arrived(service, 1);
		expect(service.commands[0]?.targetId).toBe(item.itemId);
	});

	it("works in a multi-action, which has no picture", async () => {
		const rig = await setUpRig();
		const { service, deck } = rig;
		const item = { ...boundItem(service), holdActionCode: "reset" };
		const step = deck.placeInMultiAction({ action: uuid, settings: item });
		const key = rig.remote(item);
		await ready(rig, key);
		await deck.runMultiAction(step);
		await deck.ok(step);
		await arrived(service, 1);
		expect(targets(service)).toEqual([{ action: item.actionCode, targetId: item.itemId, isCounted: true }]);
		expect(deck.complaints).toEqual([]);
	});

	it("on forty keys in one second sends forty commands", async () => {
		const rig = await setUpRig({ deck: { devices: ["xl", "mk2"] } });
		const { service, deck } = rig;
		const keys = Array.from({ length: 40 }, () => rig.remote(boundItem(service)));
		await ready(rig, ...keys);
		await Promise.all(keys.map((key) => deck.press(key)));
		await arrived(service, 40);
		for (const key of keys) await deck.ok(key);
		expect(service.commands).toHaveLength(40);
		expect(service.commands.every(({ isCounted }) => isCounted)).toBe(true);
	});

	it("has no effect if the key disappears while pressed", async () => {
		const rig = await setUpRig();
		const { service, deck } = rig;
		const item = { ...boundItem(service), holdActionCode: "reset" };
		const key = rig.remote(item);
		const elsewhere = deck.place({
			action: uuid,
			profile: "other",
			settings: { ...item, holdActionCode: undefined },
		});
		await ready(rig, key);
		deck.down(key);
		deck.showProfile("other");
		deck.up(key);
		await deck.face(elsewhere, ({ state }) => state === "ready");
		await deck.hold(elsewhere);
		await deck.ok(elsewhere);
		await arrived(service, 1);
		expect(service.commands).toHaveLength(1);
	});

	it("has the effect that the key displayed when it was pressed, regardless of later settings", async () => {
		const rig = await setUpRig();
		const { service, deck } = rig;
		const item = boundItem(service);
		const key = rig.remote({ ...item, holdActionCode: "reset" });
		await ready(rig, key);
		deck.down(key);
		deck.setSettings(key, { ...item, itemId: String(item.itemId), actionCode: "other" });
		await deck.face(key, ({ value }) => value === item["actionName"] || value === "other");
		deck.up(key);
		await arrived(service, 1);
		expect(targets(service)).toEqual([{ action: item.actionCode, targetId: item.itemId, isCounted: true }]);
	});
});

describe("the scene channel", () => {
	it("has its own connection at its own address", async () => {
		const rig = await setUpRig({ service: { sceneAddress: "separate" }, globalSettings: {} });
		const { service, deck } = rig;
		const key = rig.remote(boundItem(service));
		await deck.launch();
		deck.setGlobalSettings({
			baseUrl: service.url,
			apiKey: service.apiKey,
			sceneSocketUrl: service.sceneUrl,
		});
		await deck.face(key, ({ state }) => state === "ready");
		await deck.press(key);
		await arrived(service, 1);
		expect(service.commands[0]).toMatchObject({ channel: "scene", isCounted: true });
		await waitUntil(() => service.connections.event.joined === 1 && service.connections.scene.joined === 1, {
			message: "both channels to be joined",
		});
		expect(service.joins).toHaveLength(2);
	});

	it("shares the event channel's connection if both have one address", async () => {
		const rig = await setUpRig({ globalSettings: {} });
		const { service, deck } = rig;
		const key = rig.remote(boundItem(service));
		await deck.launch();
		deck.setGlobalSettings({
			baseUrl: service.url,
			apiKey: service.apiKey,
			sceneSocketUrl: `${service.eventSocketUrl}/`,
		});
		await deck.face(key, ({ state }) => state === "ready");
		await deck.press(key);
		await arrived(service, 1);
		expect(service.joins).toHaveLength(1);
	});
});

describe("a dial", () => {
	it("chooses by rotation, sends by pushing and touching, and clears the choice with a long touch", async () => {
		const rig = await setUpRig({ deck: { devices: ["plus"] } });
		const { service, deck } = rig;
		const dial = deck.placeDial({
			action: uuid,
			settings: { sceneToken: "5c3e0003c9", itemId: 340, actionCode: "start", guardMs: 0 },
		});
		await deck.launch();
		await deck.strip(dial, ({ title, state }) => title === "Countdown" && state === "ready");
		deck.rotate(dial, 1);
		await deck.strip(dial, ({ value }) => value === "Pause");
		await deck.push(dial);
		await arrived(service, 1);
		deck.rotate(dial, 2);
		await deck.strip(dial, ({ title }) => title === "Schedule");
		deck.tap(dial);
		await arrived(service, 2);
		deck.tap(dial, { hold: true });
		await deck.strip(dial, ({ title, value }) => title === "Countdown" && value === "Start");
		await deck.push(dial);
		await arrived(service, 3);
		expect(targets(service).map(({ targetId, action }) => [targetId, action])).toEqual([
			[340, "pause"],
			[342, "toggle"],
			[340, "start"],
		]);
		expect(deck.complaints).toEqual([]);
	});

	it("pushed and rotated sends nothing, and one touch that bounces sends once", async () => {
		const rig = await setUpRig({ deck: { devices: ["plus"] } });
		const { service, deck } = rig;
		const dial = deck.placeDial({
			action: uuid,
			settings: { sceneToken: "5c3e0003c9", itemId: 340, actionCode: "start" },
		});
		await deck.launch();
		await deck.strip(dial, ({ state, value }) => state === "ready" && value === "Start");
		deck.down(dial);
		deck.rotate(dial, 1);
		deck.up(dial);
		await deck.strip(dial, ({ value }) => value === "Pause");
		const turnedAtMs = Date.now();
		await waitUntil(() => Date.now() - turnedAtMs > 300, { message: "the debounce to pass" });
		deck.tap(dial);
		deck.tap(dial);
		await arrived(service, 1);
		deck.rotate(dial, 1);
		await deck.strip(dial, ({ value }) => value !== "Pause");
		expect(service.commands.map(({ action }) => action)).toEqual(["pause"]);
	});

	it("steps through a counter's scopes, and its metrics while pressed", async () => {
		const { service, deck } = await setUpRig({ deck: { devices: ["plus"] } });
		const dial = deck.placeDial({
			action: "com.example.streamevents.counter",
			settings: { format: "full" },
		});
		await deck.launch();
		await deck.strip(dial, ({ state, value }) => state === "live" && value !== "–");
		deck.rotate(dial, 2);
		const today = (values: Readonly<Record<string, unknown>>) => JSON.stringify(values).includes("today");
		await deck.strip(dial, ({ values, state }) => state === "live" && today(values));
		deck.rotate(dial, -2);
		deck.rotate(dial, 1, { pressed: true });
		const subscribers = new Intl.NumberFormat("en").format(service.truth().subscribers);
		await deck.strip(dial, ({ title, value }) => title === "Subscriptions" && value === subscribers);
		expect(deck.complaints).toEqual([]);
	});
});
