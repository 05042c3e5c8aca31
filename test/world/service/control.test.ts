import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { waitForAssertions } from "./clients/plain-clients";
import { startService, type StandInService } from "./stand-in";

let service: StandInService;

beforeEach(async () => {
	service = await startService({ seed: "empty" });
});

afterEach(() => service.stop());

async function control(
	method: string,
	command: string,
	body?: unknown,
): Promise<{ status: number; body: unknown }> {
	const response = await fetch(`${service.url}/control/${command}`, {
		method,
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});
	return { status: response.status, body: await response.json() };
}

describe("the control API", () => {
	it("returns what a program requires to connect, and the current state", async () => {
		const { url, sceneUrl, eventSocketUrl, username, apiKey } = service;
		expect((await control("GET", "state")).body).toMatchObject({
			url,
			sceneUrl,
			eventSocketUrl,
			username,
			apiKey,
			settings: { generation: "4", shapes: { list: "events" } },
			totals: { followers: 0 },
			connections: { event: { open: 0, joined: 0 } },
		});
	});

	it.each([
		[{ type: "follow", username: "ada", origin: "twitch" }, { followers: 1 }],
		[{ type: "subscription", username: "ada", resub: 0 }, { subscribers: 1 }],
		[
			{ type: "donation", username: "ada", amount: "5.50", message: "hi" },
			{ donations: { minorUnits: 550 } },
		],
		[{ type: "hosting", hostname: "bob", viewers: 3 }, { followers: 0 }],
	])("executes %j", async (event, totals) => {
		expect((await control("POST", "events", event)).body).toMatchObject({ type: event.type });
		expect(service.truth()).toMatchObject(totals);
		expect((await control("GET", "truth")).body).toMatchObject({ ...totals, events: [{ type: event.type }] });
	});

	it("deletes and restores events, and creates many", async () => {
		expect((await control("POST", "burst", { count: 8 })).body).toEqual({ created: 8 });
		const [event] = service.truth().events;
		await control("POST", "delete-event", { id: event?.id });
		expect(service.count()).toBe(7);
		await control("POST", "restore-event", { id: event?.id });
		expect(service.count()).toBe(8);
	});

	it("edits events, and announces it if requested", async () => {
		const { id } = service.donate({ username: "slip", amount: 500 });
		const edit = { id, username: "slip two", amount: "50", telling: "announced" };
		expect((await control("POST", "edit-event", edit)).body).toMatchObject({ id, username: "slip two" });
		expect(service.truth()).toMatchObject({ donations: { minorUnits: 5_000 } });
		await control("POST", "delete-event", { id, telling: "announced" });
		expect((await control("POST", "restore-event", { id, telling: "announced" })).status).toBe(200);
		expect(service.truth()).toMatchObject({ donations: { minorUnits: 5_000 } });
	});

	it("switches faults and settings on and off", async () => {
		await control("POST", "faults", { rest: { all: { status: 500 } }, silentSocket: "on" });
		expect(service.faults.active).toMatchObject({ rest: { all: { status: 500 } }, silentSocket: "on" });
		await control("DELETE", "faults");
		expect(service.faults.active).toMatchObject({ rest: {}, silentSocket: "off" });
		await control("POST", "settings", { shapes: "field", generation: "2-only", limitCap: 5 });
		expect(service.settings).toMatchObject({
			shapes: { list: "datas.items" },
			generation: "2-only",
			limitCap: 5,
		});
	});

	it("changes scenes", async () => {
		await control("POST", "scenes", { change: "renameItem", id: 323, name: "Foghorn" });
		await control("POST", "scenes", { change: "setRemoteActions", id: 323, remoteActions: null });
		const scenes = (await control("GET", "scenes")).body;
		expect(JSON.stringify(scenes)).toContain('"name":"Foghorn"');
		expect((await control("POST", "scenes", { change: "renameItem", id: 1, name: "x" })).status).toBe(400);
	});

	it("moves and restarts the service", async () => {
		const home = service.eventSocketUrl;
		await control("POST", "move");
		expect(service.eventSocketUrl).not.toBe(home);
		await control("POST", "move-back");
		expect(service.eventSocketUrl).toBe(home);
		await control("POST", "restart", { downMs: 0 });
		await waitForAssertions(async () => expect((await control("GET", "state")).status).toBe(200));
	});

	it("lists what arrived, and clears it on request", async () => {
		await fetch(`${service.url}/v1.0/me`);
		expect((await control("GET", "requests")).body).toMatchObject([{ path: "/v1.0/me", status: 401 }]);
		await control("DELETE", "journal");
		expect((await control("GET", "requests")).body).toEqual([]);
	});

	it.each([
		["POST", "events", { type: "raid" }],
		["POST", "faults", { rest: { all: { status: 99 } } }],
		["POST", "settings", { generation: "3" }],
		["POST", "events", undefined],
		["POST", "events", { type: "donation", amount: "-5" }],
		["POST", "delete-event", { id: 1 }],
		["POST", "restore-event", { id: 1 }],
		["POST", "edit-event", { id: 1, username: "ada" }],
		["POST", "repeat", undefined],
		["POST", "raw", undefined],
		["POST", "kick", { who: "everybody" }],
	])("answers 400 for %s %s %j and changes nothing", async (method, command, body) => {
		const before = (await control("GET", "state")).body;
		expect(await control(method, command, body)).toMatchObject({ status: 400 });
		expect((await control("GET", "state")).body).toEqual(before);
	});

	it("lists its commands in response to an unknown one", async () => {
		const { status, body } = await control("GET", "help");
		expect(status).toBe(404);
		expect(body).toHaveProperty("commands");
	});
});
