import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { stringContaining } from "../clients/matchers";
import { waitForAssertions } from "../clients/plain-clients";
import { get, list } from "../clients/rest-client";
import { startService, type StandInService } from "../stand-in";

const nowMs = Date.parse("2026-03-18T20:30:15.250Z");
let service: StandInService;

beforeAll(async () => {
	service = await startService({ clock: () => nowMs });
});

afterAll(() => service.stop());

describe("the event list", () => {
	it("returns the ten latest without parameters, and never more than the cap", async () => {
		const { events, total_count } = await list(service);
		expect(events).toHaveLength(10);
		expect(events.map(({ created_at }) => created_at)).toEqual(
			events
				.map(({ created_at }) => created_at)
				.sort()
				.reverse(),
		);
		expect(total_count).toBe(service.truth().events.length);
		expect((await list(service, "limit=1000")).events).toHaveLength(100);
		await service.change({ limitCap: 10 });
		expect((await list(service, "limit=1000")).events).toHaveLength(10);
		await service.change({ limitCap: 100 });
	});

	it("returns all that is requested, refuses more than the cap, and records what it cut, as configured", async () => {
		service.journal.clear();
		await list(service, "limit=1000");
		await waitForAssertions(() =>
			expect(service.requests).toMatchObject([{ remark: "limit 1000 cut to 100" }]),
		);
		await service.change({ limitCap: "none" });
		const { events, total_count } = await list(service, "limit=100000");
		expect(events).toHaveLength(total_count);
		await service.change({ limitCap: 100, aboveCap: "refused" });
		expect(await get(service, "/v1.0/events", "limit=101")).toMatchObject({
			status: 400,
			body: { message: stringContaining("limit") },
		});
		expect((await list(service, "limit=100")).events).toHaveLength(100);
		await service.change({ aboveCap: "capped" });
	});

	it("filters by types, and pages without a gap", async () => {
		const types = "type[]=donation&type[]=hosting";
		const all = await list(service, `${types}&limit=20`);
		expect(new Set(all.events.map(({ type }) => type))).toEqual(new Set(["donation", "hosting"]));
		const pages = [
			await list(service, `${types}&limit=7`),
			await list(service, `${types}&limit=13&offset=7`),
		];
		expect(pages.flatMap(({ events }) => events)).toEqual(all.events);
	});

	it("sorts by time and by ref, either way", async () => {
		const refs = async (query: string) =>
			(await list(service, `limit=50&${query}`)).events.map(({ ref }) => ref);
		const ascending = await refs("sort=ref&order=asc");
		expect(ascending).toEqual([...ascending].sort());
		expect(await refs("sort=ref")).toEqual([...(await refs("sort=ref&order=desc"))]);
		const [oldest] = (await list(service, "order=asc&limit=1")).events;
		expect(oldest?.created_at.slice(0, 7)).toBe("2025-03");
	});

	it.each([
		"2026-03-18T20:25:00Z",
		"2026-03-18T21:25:00%2B0100",
		"2026-03-18T21:25:00%2B01:00",
		"2026-03-18T21:25:00+0100",
	])("parses %s as the same start", async (start) => {
		const { events } = await list(service, `start=${start}&end=2026-03-18T20:28:15Z`);
		expect(events.map(({ created_at }) => created_at)).toEqual([
			"2026-03-18T21:28:15+0100",
			"2026-03-18T21:25:15+0100",
		]);
	});

	it.each(["limit=-1", "offset=x", "sort=name", "order=up", "start=yesterday"])(
		"answers 400 for %s",
		async (query) => {
			expect((await get(service, "/v1.0/events", query)).status).toBe(400);
		},
	);
});
