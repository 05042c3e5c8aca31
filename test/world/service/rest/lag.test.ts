import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { get, list } from "../clients/rest-client";
import { startService, type StandInService } from "../stand-in";

let service: StandInService;
let nowMs: number;

beforeEach(async () => {
	nowMs = Date.parse("2026-03-18T20:30:15Z");
	service = await startService({ seed: "empty", clock: () => nowMs });
});

afterEach(() => service.stop());

const totalOf = async (query = ""): Promise<number> => (await list(service, query)).total_count;
const ask = (path = "/v1.0/events/forever"): Promise<Response> =>
	fetch(`${service.url}${path}?apiKey=${service.apiKey}`);

describe("a cached response", () => {
	it("is the same for the same address until it expires, with its original date", async () => {
		service.setFaults({ rest: { events: { cacheMs: 60_000 } } });
		expect(await totalOf()).toBe(0);
		service.follow({ username: "ada" });
		nowMs += 59_000;
		expect(await totalOf()).toBe(0);
		expect(await totalOf("limit=5")).toBe(1);
		const kept = await ask("/v1.0/events.json");
		expect(kept.headers.get("date")).toBe("Wed, 18 Mar 2026 20:30:15 GMT");
		expect(kept.headers.get("age")).toBe("59");
		nowMs += 1_000;
		expect(await totalOf()).toBe(1);
	});

	it("is not stored if it is a failure", async () => {
		service.setFaults({ refusedKey: "rest", rest: { totals: { cacheMs: 60_000 } } });
		expect((await ask()).status).toBe(401);
		service.setFaults({ refusedKey: "none" });
		expect((await ask()).status).toBe(200);
	});
});

describe("a list that lags behind", () => {
	it("contains no events, deletions or edits younger than its snapshot", async () => {
		const { id } = service.follow({ username: "ada" });
		nowMs += 10_000;
		service.setFaults({ listDelayMs: 5_000 });
		service.editEvent(id, { username: "eve" });
		service.follow({ username: "bob" });
		const names = async () => (await list(service)).events.map(({ parameters }) => parameters);
		expect(await names()).toEqual([{ username: "ada" }]);
		nowMs += 4_999;
		service.deleteEvent(id);
		expect(await names()).toEqual([{ username: "ada" }]);
		nowMs += 1;
		expect(await names()).toEqual([{ username: "bob" }, { username: "eve" }]);
		nowMs += 5_000;
		expect(await names()).toEqual([{ username: "bob" }]);
	});

	it("lags at some addresses and not at others", async () => {
		service.setFaults({ listCopyDelaysMs: [0, 8_000] });
		service.follow({ username: "ada" });
		expect(await totalOf("limit=1")).toBe(1);
		expect(await totalOf("limit=2")).toBe(0);
		expect(await totalOf("limit=3")).toBe(1);
		expect(await totalOf("limit=2")).toBe(0);
		nowMs += 8_000;
		expect(await totalOf("limit=2")).toBe(1);
	});
});

describe("a list with missing fields or a wrong count", () => {
	it("alternates with every request", async () => {
		service.setFaults({ listTurnDelaysMs: [0, 8_000] });
		service.follow({ username: "ada" });
		expect([await totalOf(), await totalOf(), await totalOf()]).toEqual([1, 0, 1]);
	});

	it("omits members of its entries and their parameters", async () => {
		service.setFaults({ listOmits: ["id", "created_at", "currency"] });
		service.donate({ username: "ada", amount: "5", currency: "EUR" });
		const { body } = await get(service, "/v1.0/events");
		expect(body).toMatchObject({
			events: [{ type: "donation", parameters: { username: "ada", amount: 5 } }],
		});
		expect(JSON.stringify(body)).not.toMatch(/"created_at":"2026|"currency"|"id":248/);
	});

	it.each([
		["right", 12],
		["absent", undefined],
		["page", 10],
		[-7, 5],
		[3, 15],
	] as const)("reports its count as %s", async (listCount, count) => {
		service.setFaults({ listCount });
		service.burst(12);
		const { body } = await get(service, "/v1.0/events");
		expect((body as { readonly total_count?: unknown }).total_count).toBe(count);
	});
});

describe("a wrong clock", () => {
	it("affects the service: the date of responses, and the times of events", async () => {
		service.setFaults({ clockOffsetMs: -90_000 });
		service.follow({ username: "ada" });
		expect((await ask()).headers.get("date")).toBe("Wed, 18 Mar 2026 20:28:45 GMT");
		expect((await list(service)).events).toMatchObject([{ created_at: "2026-03-18T21:28:45+0100" }]);
	});

	it("affects only a proxy's date, or sends none", async () => {
		service.setFaults({ dateOffsetMs: 3_600_000 });
		service.follow({ username: "ada" });
		expect((await ask()).headers.get("date")).toBe("Wed, 18 Mar 2026 21:30:15 GMT");
		expect((await list(service)).events).toMatchObject([{ created_at: "2026-03-18T21:30:15+0100" }]);
		service.setFaults({ dateHeader: "absent" });
		expect((await ask()).headers.has("date")).toBe(false);
	});
});

describe("a response with other members", () => {
	it("has them instead of its own, at any depth", async () => {
		service.setFaults({ rest: { totals: { patch: { datas: { followers: null, extra: { deep: [1] } } } } } });
		expect((await get(service, "/v1.0/events/forever")).body).toMatchObject({
			message: "success",
			datas: { followers: null, subscribers: 0, extra: { deep: [1] } },
		});
	});
});
