import { describe, expect, it } from "vitest";

import { createServiceClient } from "../../../src/service/client";
import { oldestMsOf, fillMissingTimes } from "../../../src/service/schemas/event-page";
import { parseStreamEvent } from "../../../src/service/schemas/event-schema";
import { parseChart, parseTotals } from "../../../src/service/schemas/figures-schema";
import { parseScene, parseSceneList } from "../../../src/service/schemas/scene-schema";
import { amountFrom, numberFrom, textFrom } from "../../../src/service/schemas/wire-scalars";
import { streamEvent } from "../key-face/gallery/shared";
import { listen } from "./loopback";

/** About as many characters as a body may contain. */
const million = 1_000_000;
const many = <T>(count: number, value: T): T[] => Array<T>(count).fill(value);

/*
 * No test measures time: expensive work for a million entries, or for each pair of them, would exceed the time limit of
 * the test.
 */
describe("a hostile service", () => {
	it("sends scenes, items, actions, points and platforms by the million", () => {
		expect(parseSceneList({ scenes: many(million, { token: "a" }) })?.scenes.length).toBeLessThan(20_000);
		expect(parseScene({ items: many(million, { id: 1 }) }, "a")?.items.length).toBeLessThan(20_000);
		const remote_actions = many(million, { code: "trigger" });
		expect(parseScene({ items: [{ id: 1, remote_actions }] }, "a")?.items).toHaveLength(1);
		const details = many(million, 1);
		const chart = parseChart({ xAxis: many(million, "Mon"), series: { Followers: { details, total: 1 } } });
		expect(chart?.labels.length).toBeLessThan(20_000);
		const providers = Object.fromEntries(many(100_000, 0).map((_, index) => [`p${index}`, { followers: 1 }]));
		expect(Object.keys(parseTotals({ details: providers }).byProvider).length).toBeLessThan(20_000);
	});

	it("sends a page of events without end, with and without times", async () => {
		for (const entry of ['{"type":"follow"}', '{"created_at":"2026-11-20T19:59:00Z"}']) {
			const events = many(120_000, entry).join(",");
			const service = await listen((_, response) =>
				response.end(`{"message":"success","events":[${events}]}`),
			);
			const client = createServiceClient({ baseUrl: service.origin, apiKey: "key" });
			expect((await client.events({})).entryCount).toBeLessThan(20_000);
		}
		expect(oldestMsOf(many(10_000, { created_at: "2026-11-20T19:59:00Z" }))).toBeDefined();
		const timeless = many(million, streamEvent({ isTimeAssumed: true }));
		expect(fillMissingTimes(timeless)).toHaveLength(million);
	});

	it("sends names and numbers of megabytes", () => {
		const parameters = { username: "n".repeat(5 * million), amount: `${"a".repeat(million)}1+` };
		const event = parseStreamEvent({ id: 1, type: "donation", parameters }, { now: () => 0 });
		expect(event?.person?.length).toBeLessThan(5_000);
		expect(event?.amount).toBeUndefined();
		expect(amountFrom("9".repeat(million))).toBeUndefined();
		expect(numberFrom("9".repeat(million))).toBeUndefined();
		expect(textFrom("👩".repeat(million))).not.toMatch(/\p{Cs}/u);
	});
});
