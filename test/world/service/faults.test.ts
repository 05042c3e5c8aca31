import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { stringContaining } from "./clients/matchers";
import { endpointNames } from "./faults";
import { waitForAssertions } from "./clients/plain-clients";
import { get, list, post } from "./clients/rest-client";
import { startService, type StandInService } from "./stand-in";

let service: StandInService;
let nowMs = Date.parse("2026-03-18T20:30:15Z");

const totalsPath = "/v1.0/events/forever";
const askTotals = (init: RequestInit = {}): Promise<Response> =>
	fetch(`${service.url}${totalsPath}?apiKey=${service.apiKey}`, init);

beforeEach(async () => {
	service = await startService({ seed: "empty", clock: () => nowMs });
});

afterEach(() => service.stop());

describe("a broken response", () => {
	it.each([
		[{ status: 503 }, 503, "application/json", '{"message":"Service Unavailable"}'],
		[{ status: 502, body: "html" }, 502, "text/html", "<!DOCTYPE html>"],
		[{ body: "html" }, 200, "text/html", "<!DOCTYPE html>"],
		[{ body: "empty-object" }, 200, "application/json", "{}"],
		[{ body: "failure" }, 200, "application/json", '{"message":"An error occurred"}'],
		[{ body: "truncated" }, 200, "application/json", '{"message":"success"'],
	] as const)("is sent for %j, until it is switched off", async (fault, status, type, start) => {
		service.setFaults({ rest: { totals: fault } });
		const broken = await askTotals();
		expect(broken.status).toBe(status);
		expect(broken.headers.get("content-type")).toContain(type);
		const text = await broken.text();
		expect(text.slice(0, start.length)).toBe(start);
		if ("body" in fault && fault.body === "truncated") expect(() => JSON.parse(text) as unknown).toThrow();
		service.clearFaults();
		expect(await get(service, totalsPath)).toMatchObject({ status: 200, body: { message: "success" } });
	});

	it("sends a Retry-After header", async () => {
		service.setFaults({ rest: { all: { status: 429, retryAfter: 7 } } });
		expect((await askTotals()).headers.get("retry-after")).toBe("7");
	});

	it("to a post can have no body although it was executed", async () => {
		service.setFaults({ rest: { postEvent: { status: 201, body: "none" } } });
		const answer = await fetch(`${service.url}/v1.0/users/${service.username}/events`, {
			method: "POST",
			body: new URLSearchParams({ apiKey: service.apiKey, type: "follow", "params[username]": "ada" }),
		});
		expect([answer.status, await answer.text()]).toEqual([201, ""]);
		expect(service.truth().events).toHaveLength(1);
	});

	it.each(["stalled", "half", "trickle"] as const)("never ends if it is %s", async (body) => {
		service.setFaults({ rest: { totals: { body, trickleMs: 20 } } });
		const stop = new AbortController();
		const answer = await askTotals({ signal: stop.signal });
		expect(answer.status).toBe(200);
		setTimeout(() => stop.abort(), 100);
		await expect(answer.text()).rejects.toThrow();
	});

	it("ends after its duration", async () => {
		service.setFaults({ rest: { totals: { status: 503, forMs: 50 } } });
		expect((await askTotals()).status).toBe(503);
		await waitForAssertions(() => expect(service.faults.active.rest.totals).toBeNull());
		expect((await askTotals()).status).toBe(200);
	});

	it("can be far too large", async () => {
		service.setFaults({ rest: { totals: { body: "oversize", oversizeBytes: 1_000_000 } } });
		const text = await (await askTotals()).text();
		expect(text.length).toBeGreaterThan(1_000_000);
		expect(JSON.parse(text)).toMatchObject({ message: "success" });
	});

	it("applies to a connecting socket, and to nothing else", async () => {
		const knock = () =>
			fetch(`${service.eventSocketUrl}/socket.io/?EIO=4&transport=polling&access_token=${service.apiKey}`);
		service.setFaults({ handshake: { scene: { status: 500 } } });
		expect((await knock()).status).toBe(200);
		service.setFaults({ handshake: { event: { status: 503, retryAfter: "3600", times: 1 } } });
		const answer = await knock();
		expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "3600"]);
		expect((await askTotals()).status).toBe(200);
		expect((await knock()).status).toBe(200);
	});

	it("applies to its endpoints only", async () => {
		const hit = async (name: string): Promise<boolean> => (await callEndpoint(name)).status === 418;
		for (const endpoint of endpointNames) {
			service.clearFaults();
			service.setFaults({ rest: { [endpoint]: { status: 418 } } });
			for (const name of endpointNames) expect(await hit(name)).toBe(name === endpoint);
		}
		service.setFaults({ rest: { all: { status: 418 } } });
		for (const name of endpointNames) expect(await hit(name)).toBe(true);
	});

	it("applies the configured number of times", async () => {
		service.setFaults({ rest: { totals: { status: 500, times: 2 } } });
		const statuses = [await askTotals(), await askTotals(), await askTotals()].map(({ status }) => status);
		expect(statuses).toEqual([500, 500, 200]);
	});

	it("can be a redirect to another origin", async () => {
		const other = await startService({ seed: "empty" });
		service.setFaults({ rest: { totals: { redirectTo: other.url } } });
		const answer = await askTotals();
		expect(answer.redirected).toBe(true);
		expect(other.requests).toMatchObject([{ path: totalsPath }]);
		await other.stop();
	});
});

describe("a broken connection", () => {
	it("is reset", async () => {
		service.setFaults({ rest: { discovery: { connection: "reset" } } });
		await expect(fetch(`${service.url}/v2.0/site/socket`)).rejects.toThrow();
		expect((await askTotals()).status).toBe(200);
		service.setFaults({ rest: { discovery: null } });
		expect((await fetch(`${service.url}/v2.0/site/socket`)).status).toBe(200);
	});

	it("hangs until the fault ends", async () => {
		service.setFaults({ rest: { totals: { connection: "hang" } } });
		let isAnswered = false;
		const answer = askTotals().then((response) => {
			isAnswered = true;
			return response;
		});
		await waitForAssertions(() => expect(service.requests).toHaveLength(1));
		expect((await get(service, "/v1.0/me")).status).toBe(200);
		expect(isAnswered).toBe(false);
		service.clearFaults();
		expect((await answer).status).toBe(200);
	});

	it("is slow before the request is handled, or after", async () => {
		service.setLatency(30, "totals");
		const fresh = askTotals();
		await waitForAssertions(() => expect(service.requests).toHaveLength(1));
		service.follow({ username: "ada" });
		expect(await (await fresh).json()).toHaveProperty("datas.followers", 1);

		service.setFaults({ rest: { totals: { answerDelayMs: 30 } } });
		const old = askTotals();
		await waitForAssertions(() => expect(service.requests).toHaveLength(2));
		service.follow({ username: "bob" });
		expect(await (await old).json()).toHaveProperty("datas.followers", 1);
	});
});

describe("a key that the service no longer accepts", () => {
	it("is refused over REST until it is accepted again", async () => {
		service.setFaults({ refusedKey: "rest" });
		expect(await get(service, "/v1.0/me")).toEqual({
			status: 401,
			body: { message: stringContaining("authentification") },
		});
		expect((await post(service, { type: "follow", "params[username]": "ada" })).status).toBe(401);
		service.setFaults({ refusedKey: "socket" });
		expect((await get(service, "/v1.0/me")).status).toBe(200);
	});
});

describe("stale data", () => {
	const followers = async (): Promise<unknown> => (await get(service, totalsPath)).body;

	type Lag = readonly [name: string, fault: { forMs?: number; reads?: number }, end: () => void];
	const lags: readonly Lag[] = [
		["until switched off", {}, () => service.clearFaults()],
		["for a number of reads", { reads: 1 }, () => undefined],
		["for a time", { forMs: 5000 }, () => void (nowMs += 5000)],
	];

	it.each(lags)("keeps the totals %s", async (_, cachedTotals, end) => {
		service.setFaults({ cachedTotals });
		service.follow({ username: "ada" });
		expect(await followers()).toHaveProperty("datas.followers", 0);
		end();
		expect(await followers()).toHaveProperty("datas.followers", 1);
	});

	it("keeps new events out of the list", async () => {
		service.setFaults({ listDelayMs: 5000 });
		service.follow({ username: "ada" });
		expect((await list(service)).total_count).toBe(0);
		nowMs += 5000;
		expect((await list(service)).total_count).toBe(1);
		service.follow({ username: "bob" });
		service.clearFaults();
		expect((await list(service)).total_count).toBe(2);
	});
});

function callEndpoint(name: string): Promise<Response> {
	const paths: Readonly<Record<string, string>> = {
		me: "/v1.0/me",
		apiKey: "/v1.0/me/api",
		postEvent: `/v1.0/users/${service.username}/events`,
		discovery: "/v2.0/site/socket",
		scenes: "/v1.0/scenes/remote",
		scene: "/v1.0/scenes/5c3e0001a7",
		events: "/v1.0/events",
		chart: "/v1.0/events/chart",
		totals: totalsPath,
	};
	const url = `${service.url}${paths[name] ?? ""}?apiKey=${service.apiKey}`;
	return fetch(url, name === "postEvent" ? { method: "POST", body: new URLSearchParams() } : {});
}

it("an empty fault has no effect", async () => {
	service.setFaults({ rest: { all: {} } });
	expect((await askTotals()).status).toBe(200);
});
