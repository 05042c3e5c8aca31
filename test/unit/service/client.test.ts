import { inspect } from "node:util";

import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { apiKeyByAccessToken, createServiceClient } from "../../../src/service/client";
import { ServiceError } from "../../../src/service/errors";
import type { CustomEvent } from "../../../src/state/events/custom-event";
import { answering, deadOrigin, listen } from "./loopback";
import { serviceErrorOf } from "./service-error-of";

const apiKey = "k3y-of/the+streamer";
const follow = {
	id: 7,
	type: "follow",
	created_at: "2026-05-01T12:00:00+0200",
	parameters: { username: "bob" },
};

async function clientOf(body: unknown, answer: Parameters<typeof answering>[1] = {}) {
	const service = await listen(answering(body, answer));
	const client = createServiceClient({
		baseUrl: `${service.origin}/dashboard?x=1`,
		apiKey: apiKey,
		now: () => 1000,
	});
	return { client, requests: service.requests };
}

describe("createServiceClient", () => {
	it("uses only the origin of the address", async () => {
		const { client, requests } = await clientOf({ username: "owner" });
		await client.account();
		expect(client.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
		expect(requests[0]?.url.pathname).toBe("/v1.0/me.json");
	});

	it.each([
		["Thu, 01 Jan 2026 00:00:30 GMT", [Date.UTC(2026, 0, 1, 0, 0, 30)]],
		["soon", []],
		[undefined, []],
	])("reports the service's time from a response that has it: %s", async (date, expected) => {
		const service = await listen((_request, response) => {
			response.sendDate = false;
			if (date !== undefined) response.setHeader("date", date);
			response.end('{"username":"owner"}');
		});
		const dates: number[] = [];
		const onDate = (dateMs: number, origin: string) => {
			dates.push(dateMs);
			expect(origin).toBe(service.origin);
		};
		await createServiceClient({ baseUrl: service.origin, apiKey, onDate }).account();
		expect(dates).toEqual(expected);
	});

	it.each([
		["http://api.example.com", "insecure"],
		["", "bad-address"],
	])("rejects %j", (baseUrl, kind) => {
		expect(() => createServiceClient({ baseUrl, apiKey })).toThrow(expect.objectContaining({ kind }));
	});
});

describe("account", () => {
	it.each([
		{ username: "owner" },
		{ data: { username: "owner" } },
		{ message: "success", datas: { username: "owner" } },
		{ user: { username: "owner" } },
	])("parses %j", async (body) => {
		const { client, requests } = await clientOf(body);
		expect(await client.account()).toMatchObject({ username: "owner" });
		expect(Object.fromEntries(requests[0]?.url.searchParams ?? [])).toEqual({ apiKey });
	});
});

describe("socketAddress", () => {
	it("returns the event socket without sending the key", async () => {
		const { client, requests } = await clientOf({
			code: 200,
			message: "success",
			datas: { port: "4242", host: "https://io.example.com/" },
		});
		expect(await client.socketAddress()).toBe("https://io.example.com:4242");
		expect(requests[0]?.url.href).toBe("http://here/v2.0/site/socket");
	});

	it.each([
		[{ message: "success", datas: {} }, "bad-answer"],
		[{}, "bad-answer"],
		[{ datas: { host: "http://io.example.com" } }, "insecure"],
		[{ code: 500, message: "error" }, "server-error"],
	])("rejects %j", async (body, kind) => {
		const { client } = await clientOf(body);
		expect(await serviceErrorOf(client.socketAddress())).toMatchObject({ kind });
	});
});

describe("totals", () => {
	it.each([
		{ message: "success", datas: { followers: "12", details: [] } },
		{ data: { followers: 12 } },
		{ followers: 12 },
	])("parses %j", async (body) => {
		const { client, requests } = await clientOf(body);
		expect(await client.totals()).toEqual({ followers: 12, byProvider: {} });
		expect(requests[0]?.url.pathname).toBe("/v1.0/events/forever.json");
	});

	it("is empty for a success without figures", async () => {
		const { client } = await clientOf({ message: "success", datas: [] });
		expect(await client.totals()).toEqual({ byProvider: {} });
	});

	it.each([
		[{}, 200, "bad-answer"],
		[{ message: "success" }, 200, "bad-answer"],
		["<html>", 200, "not-this-service"],
		[{ message: "error", datas: { followers: 0 } }, 200, "server-error"],
		["", 500, "server-error"],
		["", 410, "server-error"],
		['{"message":"success","datas":{"foll', 200, "bad-answer"],
		[{ message: "authentification required" }, 401, "refused"],
	])("does not return zero for %j with status %i", async (body, status, kind) => {
		const { client } = await clientOf(body, { status });
		expect((await serviceErrorOf(client.totals())).kind).toBe(kind);
	});
});

describe("events", () => {
	it.each([
		{ message: "success", total_count: 30, events: [follow] },
		{ message: "success", datas: { items: [follow], total_count: "30" } },
		{ message: "success", total_count: 30, datas: { events: { 1: follow } } },
	])("parses %j", async (body) => {
		const { client } = await clientOf(body);
		const page = await client.events({});
		expect(page).toMatchObject({ totalCount: 30, entryCount: 1, events: [{ id: "7", person: "bob" }] });
	});

	it("counts unknown entries without returning them or losing others", async () => {
		const { client } = await clientOf({ events: [null, "x", { id: 1, type: "cheer" }, [], follow, 5] });
		const page = await client.events({});
		expect(page).toMatchObject({ entryCount: 6, events: [{ id: "7" }] });
		expect(page.totalCount).toBeUndefined();
	});

	it.each([{}, { message: "success" }, { events: null }, { datas: {} }])("rejects %j", async (body) => {
		const { client } = await clientOf(body);
		expect(await serviceErrorOf(client.events({}))).toMatchObject({ kind: "bad-answer" });
	});

	it("returns an empty list", async () => {
		const { client } = await clientOf({ message: "success", total_count: 0, events: [] });
		expect(await client.events({})).toMatchObject({ events: [], entryCount: 0, totalCount: 0 });
	});

	it("sends no parameters without a query, and no time for an event without one", async () => {
		const { client, requests } = await clientOf({ events: [{ id: 1, type: "follow" }] });
		const { events } = await client.events({});
		expect([...(requests[0]?.url.searchParams ?? [])]).toEqual([["apiKey", apiKey]]);
		expect(events[0]).toMatchObject({ createdAtMs: 0, isTimeAssumed: true });
	});

	it("sends the query in the service's format", async () => {
		const { client, requests } = await clientOf({ events: [] });
		await client.events({
			types: ["follow", "donation"],
			offset: 20,
			limit: 50,
			sort: "createdAt",
			order: "asc",
		});
		expect(requests[0]?.url.pathname).toBe("/v1.0/events.json");
		expect([...(requests[0]?.url.searchParams ?? [])]).toEqual([
			["apiKey", apiKey],
			["type[]", "follow"],
			["type[]", "donation"],
			["offset", "20"],
			["limit", "50"],
			["sort", "createdAt"],
			["order", "asc"],
		]);
	});

	it("marks the assumed currency and time of an event, the time from its neighbours", async () => {
		const { client } = await clientOf({
			events: [
				{ id: 3, type: "follow", created_at: "2026-05-01T12:00:00Z" },
				{ id: 2, type: "donation", parameters: { amount: "5.50" } },
				{ id: 1, type: "follow", created_at: "2026-05-01T11:00:00Z" },
				{ id: 0, type: "follow", created_at: "yesterday" },
			],
		});
		const { events } = await client.events({});
		expect(events[1]).toEqual({
			id: "2",
			type: "donation",
			createdAtMs: Date.UTC(2026, 4, 1, 11),
			isTimeAssumed: true,
			isDeleted: false,
			amount: { minorUnits: 55_000, currency: "" },
			isCurrencyAssumed: true,
		});
		expect(events[3]).toMatchObject({ createdAtMs: Date.UTC(2026, 4, 1, 11), isTimeAssumed: true });
	});

	it("distinguishes pages that contain only unknown types", async () => {
		const outlines = await Promise.all(
			[1, 2].map(async (id) => {
				const { client } = await clientOf({
					events: [{ id, type: "cheer", created_at: "2026-05-01T12:00:00Z" }],
				});
				return client.events({});
			}),
		);
		expect(outlines).toMatchObject([
			{ events: [], entryCount: 1, oldestMs: Date.UTC(2026, 4, 1, 12) },
			{ events: [], entryCount: 1, oldestMs: Date.UTC(2026, 4, 1, 12) },
		]);
		expect(outlines[0]?.fingerprint).not.toBe(outlines[1]?.fingerprint);
	});

	it("reports the service's time", async () => {
		const times: unknown[] = [];
		const service = await clientOf({ events: [] });
		const client = createServiceClient({
			baseUrl: service.client.origin,
			apiKey,
			onDate: (dateMs, origin) => times.push([Math.abs(dateMs - Date.now()) < 60_000, origin]),
		});
		await client.events({});
		expect(times).toEqual([[true, service.client.origin]]);
	});
});

describe("chart", () => {
	it("requests a range and its start", async () => {
		const { client, requests } = await clientOf({
			message: "success",
			datas: { xAxis: ["Mon"], series: { Followers: { details: [1], total: 1 } } },
		});
		const chart = await client.chart({ range: "week", startMs: Date.UTC(2026, 0, 5) });
		expect(chart.series.followers).toEqual({ values: [1], total: 1 });
		expect(requests[0]?.url.pathname).toBe("/v1.0/events/chart.json");
		expect(Object.fromEntries(requests[0]?.url.searchParams ?? [])).toEqual({
			apiKey,
			rangeType: "week",
			start: "2026-01-05T00:00:00Z",
		});
	});

	it("is empty if the service has no data", async () => {
		const { client } = await clientOf({ message: "success", datas: [] });
		expect(await client.chart({ range: "day" })).toEqual({ labels: [], series: {} });
	});

	it("rejects a response without a chart", async () => {
		const { client } = await clientOf({ message: "success" });
		expect(await serviceErrorOf(client.chart({ range: "day" }))).toMatchObject({ kind: "bad-answer" });
	});
});

describe("scenes", () => {
	const content = { user: { username: "owner" }, scenes: [{ token: "a", name: "A" }] };

	it.each([content, { data: content }, { message: "success", datas: content }])("parses %j", async (body) => {
		const { client, requests } = await clientOf(body);
		expect(await client.scenes()).toMatchObject({ username: "owner", scenes: [{ token: "a", name: "A" }] });
		expect(requests[0]?.url.pathname).toBe("/v1.0/scenes/remote");
	});

	it.each([{}, { message: "success" }, { data: [] }])("rejects %j", async (body) => {
		const { client } = await clientOf(body);
		expect(await serviceErrorOf(client.scenes())).toMatchObject({ kind: "bad-answer" });
	});
});

describe("scene", () => {
	const content = { token: "a/b c", name: "A", items: [{ id: "3", name: "Goal" }] };

	it.each([content, { data: content }, { datas: content }])("parses %j", async (body) => {
		const { client, requests } = await clientOf(body);
		expect(await client.scene("a/b c")).toMatchObject({ name: "A", items: [{ id: 3 }] });
		expect(requests[0]?.url.pathname).toBe("/v1.0/scenes/a%2Fb%20c");
	});

	it("distinguishes a removed scene from a service at another address", async () => {
		const { client } = await clientOf({ message: "no such thing" }, { status: 404 });
		expect(await serviceErrorOf(client.scene("gone"))).toMatchObject({ kind: "not-found", status: 404 });
		expect(await serviceErrorOf(client.scenes())).toMatchObject({ kind: "not-this-service", status: 404 });
	});

	it.each(["", ".", ".."])("requests no other path for token %j", async (token) => {
		const { client, requests } = await clientOf(content);
		expect(await serviceErrorOf(client.scene(token))).toMatchObject({ kind: "not-found" });
		expect(requests).toEqual([]);
	});

	it("requests any other token", async () => {
		const { client } = await clientOf(content);
		expect(await client.scene("\uD800…/../?#")).toMatchObject({ name: "A" });
	});
});

describe("postEvent", () => {
	it.each<[CustomEvent, Record<string, string>]>([
		[
			{ type: "follow", username: "bob" },
			{ type: "follow", "params[username]": "bob" },
		],
		[
			{ type: "subscription", username: "bob", resub: 0 },
			{ type: "subscription", "params[username]": "bob", "params[resub]": "0" },
		],
		[
			{ type: "donation", username: "bob", amount: "12.50", currency: "EUR", message: "hi & bye" },
			{
				type: "donation",
				"params[username]": "bob",
				"params[amount]": "12.50",
				"params[currency]": "EUR",
				"params[message]": "hi & bye",
			},
		],
		[
			{ type: "donation", username: "bob", amount: "1", currency: "EUR", message: undefined },
			{ type: "donation", "params[username]": "bob", "params[amount]": "1", "params[currency]": "EUR" },
		],
		[
			{ type: "hosting", viewers: 5, hostname: "ann" },
			{ type: "hosting", "params[viewers]": "5", "params[hostname]": "ann" },
		],
	])("posts %j as a form", async (event, form) => {
		const { client, requests } = await clientOf({ message: "success", event: follow });
		await client.postEvent(event, "own/er", () => true);
		expect(requests[0]).toMatchObject({ method: "POST" });
		expect(requests[0]?.url.href).toBe("http://here/v1.0/users/own%2Fer/events.json");
		expect(Object.fromEntries(new URLSearchParams(requests[0]?.body))).toEqual({ apiKey, ...form });
	});

	it.each([
		{ message: "success", event: follow },
		{ message: "success", datas: { event: follow } },
		{ message: "success", datas: follow },
	])("returns the created event from %j", async (body) => {
		const { client } = await clientOf(body);
		expect(await client.postEvent({ type: "follow", username: "bob" }, "owner", () => true)).toMatchObject({
			id: "7",
		});
	});

	it.each([200, 201, 202, 204])("accepts status %i without a body", async (status) => {
		const { client } = await clientOf("", { status });
		expect(await client.postEvent({ type: "follow", username: "bob" }, "owner", () => true)).toBeUndefined();
	});

	it("uses the current time for a created event without a time", async () => {
		const { client } = await clientOf({ event: { id: 7, type: "follow" } });
		const created = client.postEvent({ type: "follow", username: "bob" }, "owner", () => true);
		expect(await created).toMatchObject({ createdAtMs: 1000, isTimeAssumed: true });
	});

	it("returns undefined if the response contains no event", async () => {
		const { client } = await clientOf({ message: "success" });
		expect(await client.postEvent({ type: "follow", username: "bob" }, "owner", () => true)).toBeUndefined();
	});
});

describe("an access token", () => {
	it("is exchanged for the API key", async () => {
		const service = await listen(answering({ apiKey }));
		expect(await apiKeyByAccessToken(service.origin, "t0ken")).toBe(apiKey);
		expect(service.requests.map(({ url }) => url.pathname + url.search)).toEqual([
			"/v1.0/me/api.json?access_token=t0ken",
		]);
	});

	it("is not part of an error", async () => {
		const service = await listen(answering({ message: "no t0ken like that" }, { status: 400 }));
		const error = await serviceErrorOf(apiKeyByAccessToken(service.origin, "t0ken"));
		expect(error.message).toContain("no ••• like that");
	});

	it("fails with a ServiceError", async () => {
		const service = await listen(answering({}));
		expect(await serviceErrorOf(apiKeyByAccessToken(service.origin, "t0ken"))).toMatchObject({
			kind: "bad-answer",
		});
		expect(await serviceErrorOf(apiKeyByAccessToken("http://example.com", "t0ken"))).toMatchObject({
			kind: "insecure",
		});
	});
});

describe("every call", () => {
	it("sends one request and does not retry", async () => {
		const { client, requests } = await clientOf("", { status: 503, headers: { "retry-after": "1" } });
		expect(await serviceErrorOf(client.totals())).toMatchObject({ kind: "server-error", retryAfterMs: 1000 });
		expect(requests).toHaveLength(1);
	});

	it("returns the duration of a rate limit", async () => {
		const date = new Date(31_000).toUTCString();
		const { client } = await clientOf("", { status: 429, headers: { "retry-after": date } });
		expect(await serviceErrorOf(client.totals())).toMatchObject({
			kind: "rate-limited",
			retryAfterMs: 30_000,
		});
	});

	it("has no key in its errors, even if the response contains it", async () => {
		const dead = createServiceClient({ baseUrl: await deadOrigin(), apiKey });
		const { client } = await clientOf({ message: `no ${apiKey} in /me?apiKey=${apiKey}` }, { status: 400 });
		for (const call of [() => client.totals(), () => client.scene("x"), () => dead.totals()]) {
			const error = await serviceErrorOf(call());
			const views = [
				error.message,
				error.stack,
				JSON.stringify(error),
				inspect(error, { depth: 10, showHidden: true }),
			];
			for (const view of views) {
				expect(view).not.toContain(apiKey);
				expect(view).not.toContain(encodeURIComponent(apiKey));
			}
		}
	});

	it("resolves or rejects with a ServiceError, for any JSON", async () => {
		let body = "";
		const service = await listen((_request, response) => response.end(body));
		const client = createServiceClient({ baseUrl: service.origin, apiKey });
		const json = fc.oneof(
			fc.json(),
			fc
				.record({ datas: fc.jsonValue(), events: fc.jsonValue(), scenes: fc.jsonValue() })
				.map((value) => JSON.stringify(value)),
		);
		await fc.assert(
			fc.asyncProperty(json, async (text) => {
				body = text;
				const calls = [
					client.account(),
					client.totals(),
					client.events({}),
					client.scenes(),
					client.socketAddress(),
				];
				for (const outcome of await Promise.allSettled(calls)) {
					if (outcome.status === "rejected") expect(outcome.reason).toBeInstanceOf(ServiceError);
				}
			}),
			{ numRuns: 40 },
		);
	});
});
