import { afterAll, beforeAll, describe, expect, it } from "vitest";

import {
	objectContaining,
	anyNumber,
	anyString,
	stringMatching,
	stringContaining,
} from "../clients/matchers";
import { get, list } from "../clients/rest-client";
import { startService, type StandInService } from "../stand-in";

const nowMs = Date.parse("2026-03-18T20:30:15.250Z");
const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0[12]00$/;
let service: StandInService;

beforeAll(async () => {
	service = await startService({ clock: () => nowMs });
});

afterAll(() => service.stop());

describe("the endpoints as documented", () => {
	it.each(["", ".json"])("return the profile at /v1.0/me%s", async (suffix) => {
		expect(await get(service, `/v1.0/me${suffix}`)).toMatchObject({
			status: 200,
			body: {
				avatar: anyString,
				hasPayment: true,
				currency: { code: "EUR", symbol: "€", label: "Euro", available: true },
				country: "FR",
				username: "nova_live",
				providers: [{ code: "twitch" }, { code: "youtube" }],
				created_at: stringMatching(timestamp),
			},
		});
	});

	it("return the profile and the API key for an access token", async () => {
		const query = `access_token=${service.accessToken}`;
		const profile = await fetch(`${service.url}/v1.0/me?${query}`);
		expect(profile.status).toBe(200);
		const answer = await fetch(`${service.url}/v1.0/me/api.json?${query}`);
		expect(await answer.json()).toEqual({ apiKey: service.apiKey });
	});

	it("return the socket address without a key", async () => {
		const { port } = new URL(service.eventSocketUrl);
		const answer = await fetch(`${service.url}/v2.0/site/socket`);
		expect(await answer.json()).toEqual({
			code: 200,
			message: "success",
			datas: { port, host: "http://127.0.0.1" },
		});
	});

	it("lists scenes without items, and one scene with them", async () => {
		const { body } = await get(service, "/v1.0/scenes/remote.json");
		expect(body).toMatchObject({
			user: { id: anyNumber, username: "nova_live", mediaId: anyNumber },
			scenes: [{ token: "5c3e0001a7", name: "Gameplay" }, {}, {}],
		});
		expect(JSON.stringify(body)).not.toContain("items");
		const scene = await get(service, "/v1.0/scenes/5c3e0001a7");
		expect(scene.body).toMatchObject({ name: "Gameplay", thumbnailUrl: stringMatching(/^\//) });
		expect(scene.body).toHaveProperty("items[2]", {
			id: 312,
			name: "Donation goal",
			type: "widget",
			top: anyNumber,
			left: anyNumber,
			width: 420.75,
			height: 64,
			parameters: { token: anyString, type: "goal_donations" },
			remote_actions: [
				{ code: "trigger", name: "Trigger", description: anyString },
				{ code: "reset", name: "Reset", description: anyString },
			],
		});
		expect(scene.body).toHaveProperty("items[6].remote_actions", []);
		expect((await get(service, "/v1.0/scenes/nothing")).status).toBe(404);
	});

	it("return lifetime totals that include more than the listed events", async () => {
		const { followers, subscribers } = service.truth();
		expect((await get(service, "/v1.0/events/forever.json")).body).toEqual({
			message: "success",
			datas: {
				followers,
				subscribers,
				donations: anyNumber,
				details: {
					twitch: { followers: anyNumber, subscribers: anyNumber },
					youtube: { followers: stringMatching(/^\d+$/), subscribers: anyNumber },
				},
			},
		});
		expect(followers).toBeGreaterThan(service.count({ types: ["follow"] }));
	});

	it.each([
		["day", 24, "00:00"],
		["week", 7, "Monday"],
		["month", 31, "1"],
		["year", 12, "January"],
	])("charts a %s in %i points from %s", async (rangeType, points, label) => {
		const { body } = await get(service, "/v1.0/events/chart", `rangeType=${rangeType}&start=2026-03-18`);
		expect(body).toHaveProperty("message", "success");
		expect(body).toHaveProperty("datas.xAxis.length", points);
		expect(body).toHaveProperty("datas.xAxis[0]", label);
		for (const name of ["Followers", "Subscriptions", "Donations", "Donations amount"]) {
			expect(body).toHaveProperty(`datas.series.${name}`, {
				details: objectContaining({ length: points }),
				total: anyNumber,
			});
		}
	});

	it("chart the list's events", async () => {
		const { body } = await get(service, "/v1.0/events/chart.json", "rangeType=week&start=2026-03-18");
		const monday = "start=2026-03-15T23:00:00Z&end=2026-03-22T22:59:59Z&limit=100";
		const { total_count } = await list(service, `type[]=follow&${monday}`);
		expect(total_count).toBeGreaterThan(0);
		expect(body).toHaveProperty("datas.series.Followers.total", total_count);
	});

	it("answer 406 for undocumented formats, and 404 and 405 elsewhere", async () => {
		expect((await get(service, "/v1.0/me.xml")).status).toBe(406);
		expect((await get(service, "/v1.0/events/forever.html")).status).toBe(406);
		expect((await get(service, "/v1.0/nothing")).status).toBe(404);
		expect((await get(service, "/v1.0/users/nova_live/events")).status).toBe(405);
	});

	it.each([
		"/v1.0/me",
		"/v1.0/me/api",
		"/v1.0/scenes/remote",
		"/v1.0/scenes/x",
		"/v1.0/events",
		"/v1.0/events/chart",
		"/v1.0/events/forever",
	])("answer 401 at %s for a wrong key and for none", async (path) => {
		for (const query of ["", "?apiKey=not-a-key&access_token=not-a-token"]) {
			const answer = await fetch(service.url + path + query);
			expect(answer.status).toBe(401);
			expect(await answer.json()).toEqual({ message: stringContaining("authentification") });
		}
		expect(JSON.stringify(service.requests)).not.toMatch(/not-a-key|not-a-token/);
		expect(service.requests.at(-1)).toMatchObject({ path, query: { apiKey: ["***"] }, credential: "wrong" });
	});
});
