import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { get, list } from "./clients/rest-client";
import { createSeedEvents } from "./data/seed-events";
import { startService, type StandInService } from "./stand-in";

let service: StandInService;

beforeEach(async () => {
	service = await startService({ seed: "empty" });
});

afterEach(() => service.stop());

describe("lifetime totals", () => {
	it("count followers and new subscribers by provider, and no renewals", () => {
		service.follow({ username: "ada", origin: "twitch" });
		service.follow({ username: "bob", origin: "youtube" });
		service.follow({ username: "eve" });
		service.subscribe({ username: "ada", origin: "twitch" });
		service.subscribe({ username: "ada", origin: "twitch", resub: 5 });
		expect(service.truth()).toMatchObject({
			followers: 3,
			subscribers: 1,
			byProvider: { twitch: { followers: 1, subscribers: 1 }, youtube: { followers: 1, subscribers: 0 } },
		});
		expect(service.count({ types: ["subscription"], subscriptions: "new" })).toBe(1);
	});

	it("add up donations exactly, in the account's currency", async () => {
		for (let index = 0; index < 10; index++) service.donate({ amount: "0.10" });
		expect((await get(service, "/v1.0/events/forever")).body).toHaveProperty("datas.donations", 1);
		service.donate({ amount: 1500, currency: "JPY" });
		service.donate({ amount: "1.234", currency: "BHD" });
		expect(service.truth().donations).toEqual({ minorUnits: 100 + 915 + 301, currency: "EUR" });
		expect(service.amounts()).toEqual({ EUR: 100, JPY: 1500, BHD: 1234 });
	});

	it("drop a deleted event, and include it again when it is restored", async () => {
		const { id } = service.follow({ username: "ada" });
		service.deleteEvent(id);
		expect(service.truth()).toMatchObject({ followers: 0, events: [] });
		expect((await list(service)).total_count).toBe(0);
		service.restoreEvent(id);
		expect(service.truth()).toMatchObject({ followers: 1, events: [{ id }] });
	});
});

describe("a seeded year", () => {
	const nowMs = Date.parse("2026-03-18T20:30:15Z");

	it("is the same for the same time", () => {
		expect(createSeedEvents(nowMs, "Europe/Paris")).toEqual(createSeedEvents(nowMs, "Europe/Paris"));
	});

	it("contains everything that a client must handle", () => {
		const events = createSeedEvents(nowMs, "Europe/Paris");
		const types = new Set(events.map(({ type }) => type));
		for (const type of ["follow", "subscription", "donation", "hosting", "cheer"])
			expect(types).toContain(type);
		expect(new Set(events.map(({ amount }) => amount?.currency))).toEqual(
			new Set([undefined, "EUR", "USD", "GBP", "JPY", "BHD"]),
		);
		expect(new Set(events.map(({ origin }) => origin))).toEqual(new Set([undefined, "twitch", "youtube"]));
		expect(events.some(({ type, message }) => type === "donation" && message === undefined)).toBe(true);
		expect(events.some(({ resub = 0 }) => resub > 0)).toBe(true);
		expect(events.some(({ username, hostname }) => username === undefined && hostname === undefined)).toBe(
			true,
		);
		expect(
			events.every(({ createdAtMs = 0 }) => createdAtMs < nowMs && createdAtMs > nowMs - 367 * 86_400_000),
		).toBe(true);
	});
});

describe("scenes", () => {
	const token = "5c3e0001a7";
	const item = async (id: number): Promise<unknown> => {
		const { body } = await get(service, `/v1.0/scenes/${token}`);
		return (body as { items: { id: number }[] }).items.find((candidate) => candidate.id === id);
	};

	it("contain three scenes with twenty items, two of the same name", () => {
		const items = service.scenes.all.flatMap((scene) => scene.items);
		expect(service.scenes.all).toHaveLength(3);
		expect(items).toHaveLength(20);
		expect(items.filter(({ name }) => name === "Confetti")).toHaveLength(2);
	});

	it("can be renamed, removed and put back", async () => {
		service.scenes.renameItem(323, "Foghorn");
		expect(await item(323)).toMatchObject({ name: "Foghorn", type: "widget" });
		service.scenes.removeItem(323);
		expect(await item(323)).toBeUndefined();
		service.scenes.restoreItem(323);
		expect(await item(323)).toMatchObject({ name: "Foghorn" });
		service.scenes.renameScene(token, "Play");
		service.scenes.removeScene(token);
		expect((await get(service, `/v1.0/scenes/${token}`)).status).toBe(404);
		service.scenes.restoreScene(token);
		expect((await get(service, `/v1.0/scenes/${token}`)).body).toMatchObject({ name: "Play" });
	});

	it("can have unknown remote actions and types", async () => {
		service.scenes.setRemoteActions(323, null);
		service.scenes.setItemType(323, "hologram");
		expect(await item(323)).toMatchObject({ remote_actions: null, type: "hologram" });
		service.scenes.setRemoteActions(323, undefined);
		expect(await item(323)).not.toHaveProperty("remote_actions");
	});
});
