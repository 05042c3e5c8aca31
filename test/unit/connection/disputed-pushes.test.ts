import { describe, expect, it, vi } from "vitest";

import type { CounterQuery } from "../../../src/state/counters/counter-query";
import { noDemand } from "../../../src/state/service-demand";
import { formatValue } from "../../world/chaos/checks/expected-value";
import { PluginModel } from "../../world/chaos/plugin-model";
import { toMoney } from "../../world/service/data/currency";
import {
	createQuietStream,
	followersToday,
	pastDonations,
	pastFollows,
} from "../../world/chaos/quiet-stream";

const dayMs = 86_400_000;
const donatedThisYear: CounterQuery = { ...followersToday, metric: "donationAmount", scope: "year" };

vi.setConfig({ testTimeout: 60_000 });

describe("a push that contradicts the list", () => {
	it.each([0, 200, 4_000])(
		"removes an event deleted within the second in which it was created, %d ms after a snapshot",
		async (afterMs) => {
			const { show, value, clock, service } = createQuietStream({ past: pastFollows(3, 3_600_000) });
			show({ queries: [followersToday] });
			await clock.advance(20_000);
			service.addEvent({ type: "follow", username: "Zoe" });
			await clock.advance(1_600 + afterMs);
			await clock.advance(1_000 - (clock.now() % 1_000) + 10);
			const event = service.addEvent({ type: "follow", username: "Ada" });
			await clock.advance(300);
			expect(value(followersToday)).toBe("5");
			service.delete(event, "announced");
			await clock.advance(10_000);
			expect(value(followersToday)).toBe("4");
		},
	);

	it("removes an event in time if the sync in progress may have read the list before the deletion", async () => {
		for (let afterMs = 1_300; afterMs < 2_500; afterMs += 100) {
			const { show, value, clock, service } = createQuietStream({ past: pastFollows(3, 3_600_000) });
			service.conditions.latencyMs = [400, 400];
			show({ queries: [followersToday] });
			await clock.advance(20_000);
			await clock.advance(1_000 - (clock.now() % 1_000) + (900 - (afterMs % 1_000)));
			service.addEvent({ type: "follow", username: "Zoe" });
			await clock.advance(afterMs);
			await clock.advance(1_000 - (clock.now() % 1_000) + 10);
			const event = service.addEvent({ type: "follow", username: "Ada" });
			await clock.advance(100);
			service.delete(event, "announced");
			await clock.advance(10_000);
			expect(value(followersToday), `deleted after ${afterMs} ms`).toBe("4");
		}
	});

	it("keeps an edit that is pushed while the list is read for the first time", async () => {
		for (let afterMs = 500; afterMs < 4_000; afterMs += 100) {
			const past = pastDonations(60, 3_600_000);
			const { show, value, clock, service } = createQuietStream({ past, limitCap: 10 });
			service.conditions.latencyMs = [200, 200];
			show({ queries: [donatedThisYear, { ...followersToday, scope: "lifetime" }] });
			await clock.advance(afterMs);
			const event = service.store.query().at(-1) ?? expect.unreachable();
			service.editAndPush(event, { amount: toMoney("500", "EUR") });
			await clock.advance(10_000);
			expect(value(donatedThisYear), `edited after ${afterMs} ms`).toBe("559.00 EUR");
		}
	});

	it.each([
		["is counted after a restart too, which may read the event from the cached list", undefined, "pushed"],
		["without a time is counted after a restart too", "time", "pushed"],
		["or an edit that only the audit finds is counted after a restart too", undefined, "silent"],
	] as const)("%s", async (_, missingInFrames, kind) => {
		const past = pastDonations(3_000, 300 * dayMs);
		const { show, value, clock, service, plugin, memory } = createQuietStream({ past, missingInFrames });
		show({ queries: [donatedThisYear] });
		await clock.advance(60_000);
		const event = service.store.query()[2_000] ?? expect.unreachable();
		const changes = { amount: toMoney("101", "EUR") };
		if (kind === "pushed") service.editAndPush(event, changes);
		else service.edit(event, changes);
		await clock.advance(300);
		if (kind === "silent") await clock.advanceUntil(() => value(donatedThisYear) === "3100.00 EUR", 600_000);
		plugin.kill(service);
		const { store, manager } = new PluginModel(service, { memory });
		manager.setDemand({ ...noDemand, queries: [donatedThisYear] });
		await clock.advance(10_000);
		const context = store.ledgerContext(clock.now());
		expect(formatValue(store.ledger.value(donatedThisYear, context))).toBe("3100.00 EUR");
	});

	it("lowers a total in time although another deletion is still being verified", async () => {
		const followers: CounterQuery = { ...followersToday, scope: "lifetime" };
		const { show, value, clock, service } = createQuietStream({ past: pastFollows(3, 3_600_000) });
		show({ queries: [followersToday, followers] });
		await clock.advance(20_000);
		await clock.advance(1_000 - (clock.now() % 1_000) + 10);
		expect(value(followers)).toBe("103");
		const [listed = expect.unreachable()] = service.store.query();
		service.delete(listed, "announced");
		const event = service.addEvent({ type: "follow", username: "Ada" });
		await clock.advance(300);
		service.delete(event, "announced");
		await clock.advance(9_700);
		expect([value(followersToday), value(followers)]).toEqual(["2", "102"]);
	});

	it("removes an event in time even if another event causes a sync before the second one", async () => {
		const { show, value, clock, service } = createQuietStream({ past: pastFollows(3, 3_600_000) });
		show({ queries: [followersToday] });
		await clock.advance(20_000);
		service.addEvent({ type: "follow", username: "Zoe" });
		await clock.advance(6_300);
		await clock.advance(1_000 - (clock.now() % 1_000) + 10);
		const event = service.addEvent({ type: "follow", username: "Ada" });
		await clock.advance(30);
		service.delete(event, "announced");
		service.conditions.latencyMs = [300, 300];
		await clock.advance(1_800);
		service.conditions.latencyMs = [10, 10];
		service.addEvent({ type: "follow", username: "Eve" });
		await clock.advance(8_170);
		expect(value(followersToday)).toBe("5");
	});

	it.each(["exact", "low"] as const)(
		"removes an event whose deletion was its only push; count %s",
		async (listCount) => {
			const { show, value, clock, service } = createQuietStream({
				past: pastFollows(3, 3_600_000),
				listCount,
			});
			show({ queries: [followersToday] });
			await clock.advance(20_000);
			await clock.advance(1_000 - (clock.now() % 1_000) + 10);
			const event = service.store.add({ type: "follow", username: "Ada" });
			await clock.advance(300);
			service.delete(event, "announced");
			await clock.advance(10_000);
			expect(value(followersToday)).toBe("3");
		},
	);

	it("counts the events of a service that fills in every pushed deletion time, without additional requests", async () => {
		const { show, value, clock, service, requestsFor } = createQuietStream();
		show({ queries: [followersToday] });
		await clock.advance(20_000);
		const event = service.store.add({ type: "follow", username: "Ada" });
		service.push({ ...event, deletedAtMs: event.createdAtMs });
		await clock.advance(5_000);
		expect(value(followersToday)).toBe("1");
		expect(await requestsFor(100_000)).toBe(0);
	});

	it("keeps an event whose pushed deletion time is a filler", async () => {
		const { show, value, clock, service, requestsFor } = createQuietStream();
		show({ queries: [followersToday] });
		await clock.advance(20_000);
		const event = service.addEvent({ type: "follow", username: "Ada" });
		await clock.advance(2_000);
		service.push({ ...event, deletedAtMs: event.createdAtMs });
		await clock.advance(100_000);
		expect(value(followersToday)).toBe("1");
		expect(await requestsFor(200_000)).toBeLessThanOrEqual(1);
	});

	it.each([3_600_000, 200 * dayMs])(
		"corrects an amount of a listed donation %d ms ago with few requests",
		async (agoMs) => {
			const { show, value, clock, service, requestsFor } = createQuietStream({
				limitCap: 100,
				past: [...pastDonations(3_000, 210 * dayMs)],
			});
			show({ queries: [donatedThisYear] });
			await clock.advance(60_000);
			expect(value(donatedThisYear)).toBe("3000.00 EUR");
			const event = service.store.query().find(({ createdAtMs }) => createdAtMs < clock.now() - agoMs);
			service.edit(event ?? expect.unreachable(), { amount: toMoney("500", "EUR") });
			service.push(service.store.find(event?.id ?? 0) ?? expect.unreachable());
			expect(await requestsFor(10_000)).toBeLessThan(60);
			expect(value(donatedThisYear)).toBe("3499.00 EUR");
			expect(await requestsFor(100_000)).toBeLessThan(60);
		},
	);

	it("does not change an event that the list keeps contradicting, and is verified a limited number of times", async () => {
		const { show, value, clock, service, requestsFor } = createQuietStream({
			past: pastDonations(5, 3_600_000),
		});
		show({ queries: [donatedThisYear] });
		await clock.advance(20_000);
		const [event = expect.unreachable()] = service.store.query();
		service.push({ ...event, amount: toMoney("500", "EUR") });
		await clock.advance(120_000);
		expect(value(donatedThisYear)).toBe("5.00 EUR");
		expect(await requestsFor(100_000)).toBe(0);
	});
});
