import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { anyString, stringContaining } from "../clients/matchers";
import { list, post } from "../clients/rest-client";
import { startService, type StandInService } from "../stand-in";

const nowMs = Date.parse("2026-03-18T20:30:15.250Z");
let service: StandInService;

beforeAll(async () => {
	service = await startService({ clock: () => nowMs });
});

afterAll(() => service.stop());

describe("posting an event", () => {
	it.each([
		[{ type: "follow", "params[username]": "ada" }, { username: "ada" }],
		[
			{ type: "subscription", "params[username]": "ada", "params[resub]": "3" },
			{ username: "ada", resub: 3 },
		],
		[
			{ type: "donation", "params[username]": "ada", "params[amount]": "5.50", "params[currency]": "USD" },
			{ username: "ada", amount: 5.5, currency: "USD", message: "" },
		],
		[
			{ type: "hosting", "params[viewers]": "12", "params[hostname]": "bob" },
			{ viewers: 12, hostname: "bob" },
		],
	])("creates %j", async (fields, parameters) => {
		const { status, body } = await post(service, fields);
		expect(status).toBe(200);
		expect(body).toMatchObject({
			message: "success",
			event: { type: fields.type, parameters, deleted_at: null, ref: anyString },
		});
		expect((await list(service, "limit=1")).events[0]).toMatchObject({ type: fields.type, parameters });
	});

	it("takes all fields from the query", async () => {
		const fields = {
			type: "donation",
			"params[username]": "ada",
			"params[amount]": "5",
			"params[currency]": "EUR",
		};
		const query = new URLSearchParams({ apiKey: service.apiKey, ...fields });
		const path = `/v1.0/users/${service.username}/events.json`;
		const answer = await fetch(`${service.url}${path}?${query}`, { method: "POST" });
		expect(await answer.json()).toMatchObject({ event: { parameters: { username: "ada", amount: 5 } } });
	});

	it.each([
		["5,50", "point before its decimals"],
		["1.000,50", "point before its decimals"],
		["1e2", "digits"],
		["five", "digits"],
		["-1000", "negative"],
		["99999999999999999999", "too large"],
	])("answers 400 for the amount %s, with the reason", async (amount, words) => {
		const before = service.truth();
		const fields = { type: "donation", "params[username]": "ada", "params[currency]": "EUR" };
		const { status, body } = await post(service, { ...fields, "params[amount]": amount });
		expect(status).toBe(400);
		expect(body).toEqual({ message: stringContaining(words) });
		expect(body).toEqual({ message: stringContaining(amount) });
		expect(service.truth()).toEqual(before);
	});

	it.each([
		[{ type: "follow" }, "params[username]"],
		[{ type: "subscription", "params[username]": "ada" }, "params[resub]"],
		[{ type: "donation", "params[username]": "ada", "params[currency]": "EUR" }, "params[amount]"],
		[{ type: "donation", "params[username]": "ada", "params[amount]": "1" }, "params[currency]"],
		[{ type: "hosting", "params[viewers]": "many", "params[hostname]": "bob" }, "params[viewers]"],
		[{ type: "hosting", "params[viewers]": "-3", "params[hostname]": "bob" }, "params[viewers]"],
		[{ type: "raid" }, "type"],
	])("answers 400 for %j with the missing fields", async (fields, name) => {
		const known = service.count();
		const { status, body } = await post(service, fields);
		expect(status).toBe(400);
		expect(body).toEqual({ message: stringContaining(name) });
		expect(service.count()).toBe(known);
	});

	it("accepts the key's own user only", async () => {
		const fields = { type: "follow", "params[username]": "ada" };
		expect((await post(service, fields, "somebody_else")).status).toBe(404);
		expect((await post(service, { ...fields, apiKey: "wrong" })).status).toBe(401);
	});
});
