import { describe, expect, it, vi } from "vitest";

import { SyncScheduler } from "../../../src/sync/sync-scheduler";
import type { EventsQuery } from "../../../src/service/ports";
import type { CounterQuery } from "../../../src/state/counters/counter-query";
import {
	createQuietStream,
	followersToday,
	pastDonations,
	pastFollows,
} from "../../world/chaos/quiet-stream";
import { InMemoryListStore } from "../../world/fakes/in-memory-list-store";
import { toMoney } from "../../world/service/data/currency";
import { fakeAccountContext } from "../../world/fakes/account-context";
import { followOf } from "../../world/fakes/fake-client";
import { defaultSyncLimits } from "../../../src/sync/sync-limits";

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const minuteMs = 60_000;
const followersThisYear: CounterQuery = { ...followersToday, scope: "year" };
const followersInSession: CounterQuery = { ...followersToday, scope: "session" };

vi.setConfig({ testTimeout: 60_000 });

describe("a number that becomes visible again", () => {
	it.each([2, 45])("is exact immediately, after a snapshot without it and %d minutes", async (minutes) => {
		const { show, value, clock, service } = createQuietStream({ past: pastFollows(6_000, 300 * dayMs) });
		show({ queries: [followersThisYear, followersToday] });
		await clock.advance(30_000);
		show({ queries: [followersToday] });
		service.addEvent({ type: "follow", username: "Ada" });
		await clock.advance(minutes * minuteMs);
		show({ queries: [followersThisYear, followersToday] });
		await clock.advance(10_000);
		expect(value(followersThisYear)).toBe("6001");
	});

	it("is compared with the list within ten seconds, although other types were compared recently", async () => {
		const { show, value, clock, service } = createQuietStream({ past: pastFollows(50, 300 * dayMs) });
		const donationsToday: CounterQuery = { ...followersToday, metric: "donations" };
		show({ queries: [followersThisYear] });
		await clock.advance(30_000);
		show({ queries: [donationsToday] });
		const [deleted] = service.store.query({ types: ["follow"] }).slice(20);
		if (deleted) service.delete(deleted, "quietly");
		await clock.advance(20 * minuteMs + 40_000);
		show({ queries: [followersThisYear, donationsToday] });
		await clock.advance(10_000);
		expect(value(followersThisYear)).toBe("49");
	});

	it("is exact within ten seconds, although an event was deleted silently while no key was visible", async () => {
		const { show, value, clock, service, plugin } = createQuietStream({
			past: pastFollows(50, 300 * dayMs),
			listCount: "absent",
		});
		service.conditions.latencyMs = [400, 400];
		show({ queries: [followersThisYear] });
		await clock.advance(30_000);
		plugin.hide();
		const [deleted] = service.store.query().slice(20);
		if (deleted) service.delete(deleted, "quietly");
		await clock.advance(20 * minuteMs);
		show({ queries: [followersThisYear] });
		await clock.advance(10_000);
		expect(value(followersThisYear)).toBe("49");
	});

	it("is exact within ten seconds after a restart, although an event of the cached list was edited silently", async () => {
		const memory = new InMemoryListStore();
		const options = { past: pastDonations(600, 300 * dayMs), memory, limits: { sampleSize: 3 } };
		const donatedThisYear: CounterQuery = { ...followersThisYear, metric: "donationAmount" };
		const before = createQuietStream(options);
		before.show({ queries: [donatedThisYear] });
		await before.clock.advance(30_000);
		const { show, value, clock, service } = createQuietStream(options);
		const event = service.store.query()[400] ?? expect.unreachable();
		service.store.edit(event.id, { amount: toMoney("101", "EUR") });
		show({ queries: [donatedThisYear] });
		await clock.advance(10_000);
		expect([memory.loadCount > 0, value(donatedThisYear)]).toEqual([true, "700.00 EUR"]);
	});

	it.each([17, 50])("ranks supporters within ten seconds, %d minutes later", async (minutes) => {
		const { show, clock, ledger, store } = createQuietStream({ past: pastDonations(4_000, 300 * dayMs) });
		const ranking = (scope: "today" | "year") =>
			ledger.supporters({ by: "total", scope }, store.ledgerContext(clock.now()));
		show({ supporters: [{ scope: "year" }] });
		await clock.advance(30_000);
		expect(ranking("year")).toMatchObject({ kind: "ranking", isIncomplete: false });
		show({ supporters: [{ scope: "today" }] });
		await clock.advance(minutes * minuteMs);
		show({ supporters: [{ scope: "year" }] });
		await clock.advance(10_000);
		expect(ranking("year")).toMatchObject({ kind: "ranking", isIncomplete: false });
	});
});

describe("a session reset that is undone", () => {
	it.each([5_000, 40 * minuteMs])("displays the old number plus one, %d ms later", async (afterMs) => {
		const { show, value, clock, service, store, plugin } = createQuietStream({
			past: pastFollows(4_800, 27 * hourMs),
			sessionAgoMs: 28 * hourMs,
		});
		const { sessionStartedAtMs } = store.state;
		show({ queries: [followersInSession] });
		await clock.advance(30_000);
		expect(value(followersInSession)).toBe("4800");
		plugin.resetSession();
		service.addEvent({ type: "follow", username: "Ada" });
		await clock.advance(afterMs);
		store.update({ sessionStartedAtMs });
		await clock.advance(10_000);
		expect(value(followersInSession)).toBe("4801");
	});
});

describe("a service that returns ten entries per page", () => {
	it("is read up to the limit of requests, and again after an hour", async () => {
		const requests: EventsQuery[] = [];
		const listed = Array.from({ length: 400 }, (_, index) =>
			followOf(400 - index, { createdAtMs: Date.UTC(2026, 2, 4) - index * hourMs }),
		);
		const { context, clock, store, need } = fakeAccountContext({
			events: async (query) => {
				requests.push(query);
				const events = listed.slice(query.offset, (query.offset ?? 0) + 10);
				return { events, totalCount: listed.length, entryCount: events.length };
			},
		});
		const limits = { ...defaultSyncLimits, maxRequests: 30 };
		const scheduler = new SyncScheduler({ ...context, limits });
		need({ queries: [followersThisYear] });
		scheduler.open();
		const requestsFor = async (durationMs: number) => {
			const { length: before } = requests;
			await clock.advance(durationMs);
			return requests.length - before;
		};
		const number = () => store.ledger.value(followersThisYear, store.ledgerContext(clock.now()));
		expect(await requestsFor(20_000)).toBeLessThan(40);
		const count = number();
		expect(count).toMatchObject({ kind: "count", isIncomplete: true });
		expect(count.kind === "count" && count.count).toBeGreaterThan(200);
		expect(await requestsFor(4 * minuteMs)).toBe(0);
		// Every five minutes, only the newest events are compared.
		const follow = followOf(401, { createdAtMs: clock.now() });
		listed.unshift(follow);
		store.ledger.applyEvent(follow, clock.now());
		scheduler.handleEvent(follow);
		expect(await requestsFor(10_000)).toBeLessThan(3);
		expect(number()).toMatchObject({ isIncomplete: true });
		await clock.advance(50 * minuteMs);
		listed.splice(200);
		await clock.advance(10 * minuteMs);
		expect(number()).toMatchObject({ kind: "count" });
		expect(number()).not.toHaveProperty("isIncomplete");
	});
});

describe("entries of other kinds above all events", () => {
	it("do not make a read that spends its requests repeat", async () => {
		let requestCount = 0;
		const others = Array.from({ length: 120 }, () => undefined);
		const follows = Array.from({ length: 100 }, (_, index) =>
			followOf(100 - index, { createdAtMs: Date.UTC(2026, 2, 4) - index * hourMs }),
		);
		const listed = [...others, ...follows];
		const { context, clock, need } = fakeAccountContext({
			events: async ({ offset = 0 }) => {
				requestCount++;
				const entries = listed.slice(offset, offset + 10);
				const events = entries.filter((event) => event !== undefined);
				return { events, totalCount: listed.length, entryCount: entries.length };
			},
			totals: async () => ({ followers: 100, byProvider: {} }),
		});
		const scheduler = new SyncScheduler({ ...context, limits: { ...defaultSyncLimits, maxRequests: 20 } });
		need({ queries: [followersThisYear, { ...followersToday, scope: "lifetime" }] });
		scheduler.open();
		await clock.advance(20_000);
		const before = requestCount;
		await clock.advance(4 * minuteMs);
		expect(requestCount).toBe(before);
	});
});

describe("missed events that a limit of requests keeps out of reach", () => {
	it("make the number incomplete, and are not requested without end", async () => {
		const { show, clock, service, plugin, store, requestsFor } = createQuietStream({
			past: pastFollows(20, hourMs),
			limitCap: 10,
			limits: { maxRequests: 10 },
		});
		show({ queries: [followersToday] });
		await clock.advance(minuteMs);
		plugin.hide();
		await clock.advance(minuteMs);
		for (let count = 0; count < 150; count++)
			service.addEvent({ type: "follow", username: `missed ${count}` });
		show({ queries: [followersToday] });
		await clock.advance(10_000);
		const number = store.ledger.value(followersToday, store.ledgerContext(clock.now()));
		expect(number).toMatchObject({ kind: "count", isIncomplete: true });
		expect(await requestsFor(4 * minuteMs)).toBeLessThan(10);
	});
});

describe.each([{ listOrder: "ignored" }, { listOffset: "ignored" }] as const)(
	"a service with %o",
	(habit) => {
		it("leaves numbers of the list incomplete and totals exact, with few requests", async () => {
			const stream = createQuietStream({ ...habit, past: pastFollows(300, 300 * dayMs), limitCap: 10 });
			const { show, value, clock, service, ledger, store, requestsFor } = stream;
			show({ queries: [followersThisYear, { ...followersToday, scope: "lifetime" }] });
			await clock.advance(20_000);
			const thisYear = () => ledger.value(followersThisYear, store.ledgerContext(clock.now()));
			for (let count = 0; count < 25; count++) service.addEvent({ type: "follow", username: `new ${count}` });
			await clock.advance(10_000);
			expect(value({ ...followersToday, scope: "lifetime" })).toBe("425");
			expect(thisYear()).toMatchObject({ kind: "count", isIncomplete: true });
			expect(await requestsFor(10 * minuteMs)).toBeLessThan(60);
			// What was pushed stays, although the list does not contain it.
			expect(Number(value(followersThisYear))).toBeGreaterThanOrEqual(35);
			expect(value({ ...followersToday, scope: "lifetime" })).toBe("425");
		});
	},
);

describe("donations of an unordered list that are older than a ranking", () => {
	it("are dropped after each read", async () => {
		const past = pastDonations(150, 1_000 * dayMs).map((draft) => ({
			...draft,
			agoMs: draft.agoMs + 500 * dayMs,
		}));
		const { show, clock, ledger, plugin } = createQuietStream({
			listOrder: "ignored",
			past,
			minRetainedCount: 5,
		});
		show({ queries: [followersToday], supporters: [{ scope: "year" }] });
		await clock.advance(minuteMs);
		void plugin.manager.refresh("supporters");
		await clock.advance(minuteMs);
		expect(ledger.countFrom(["donation"], 0)).toBe(5);
	});
});

describe("a type that is only displayed as the latest event", () => {
	it("is not read again and again beside a counter that reaches further back", async () => {
		const past = pastFollows(2_500, 300 * dayMs).map(({ agoMs }) => ({
			type: "hosting",
			hostname: "Ada",
			agoMs,
		}));
		const { show, requestsFor, value } = createQuietStream({ past });
		show({ queries: [followersThisYear], recent: [{ types: ["hosting"], count: 1 }] });
		await requestsFor(20_000);
		expect(value(followersThisYear)).toBe("0");
		expect(await requestsFor(60_000)).toBeLessThan(5);
	});
});

describe("a total", () => {
	it("is read when its key appears, although the totals were read without the list of its type", async () => {
		const { show, clock, value } = createQuietStream({ past: pastDonations(3, hourMs) });
		const lifetime = (metric: CounterQuery["metric"]): CounterQuery => ({
			...followersToday,
			metric,
			scope: "lifetime",
		});
		show({ queries: [lifetime("followers")] });
		await clock.advance(20_000);
		show({ queries: [{ ...followersToday, metric: "donations" }] });
		await clock.advance(20_000);
		show({ queries: [lifetime("donations")] });
		await clock.advance(10_000);
		expect(value(lifetime("donations"))).toBe("3");
	});
});

describe("a lower total that waits for confirmation", () => {
	it("causes no syncs once no key displays it", async () => {
		const { show, clock, service, requestsFor, ledger } = createQuietStream({ past: pastFollows(3, hourMs) });
		show({ queries: [followersToday, { ...followersToday, scope: "lifetime" }] });
		await clock.advance(20_000);
		const [follow = expect.unreachable()] = service.store.query();
		service.delete(follow, "announced");
		await clock.advance(2_000);
		expect(ledger.needsConfirmation).toBe(true);
		show({ queries: [followersToday] });
		await clock.advance(70_000);
		expect(await requestsFor(60_000)).toBe(0);
	});
});

describe("a type that no key requires", () => {
	it("is stored only in part, and dropped", async () => {
		const { show, ledger, clock, service, value } = createQuietStream();
		show({ queries: [followersToday] });
		await clock.advance(10_000);
		for (let times = 0; times < 40; times++) {
			for (let count = 0; count < 100; count++) service.addEvent({ type: "donation", username: "Ada" });
			await clock.advance(10_000);
		}
		expect(ledger.countFrom(["donation"], -Infinity)).toBeLessThanOrEqual(2_000);
		await clock.advance(35 * minuteMs);
		expect(ledger.countFrom(["donation"], -Infinity)).toBe(0);
		show({ queries: [{ ...followersToday, metric: "donations" }] });
		await clock.advance(10_000);
		expect(value({ ...followersToday, metric: "donations" })).toBe("4000");
	});
});

describe("a busy second in which the plugin starts", () => {
	it("does not add events to a lifetime figure that includes them", async () => {
		const past = Array.from({ length: 12 }, (_, index) => ({
			type: "follow",
			username: `viewer ${index}`,
			agoMs: 0,
		}));
		const { show, value, clock, store } = createQuietStream({ past, limitCap: 3 });
		const followers: CounterQuery = { ...followersToday, scope: "lifetime" };
		const displayed = new Set<string>();
		store.subscribe(() => displayed.add(value(followers)));
		show({ queries: [followers, followersToday] });
		await clock.advance(10_000);
		expect(value(followersToday)).toBe("12");
		expect([...displayed].filter((text) => text !== "–")).toEqual([value(followers)]);
	});
});

describe("an event dated ahead, which precedes all others in the list", () => {
	const followers: CounterQuery = { ...followersToday, scope: "lifetime" };
	const datedAhead = { type: "follow", username: "early", agoMs: -30 * dayMs } as const;

	it("does not hide new events when the head of the list is read again", async () => {
		for (let afterMs = 1_500; afterMs < 2_000; afterMs += 20) {
			const past = [...pastFollows(30, hourMs), datedAhead];
			const { show, value, clock, service } = createQuietStream({ past, listCount: "absent" });
			service.conditions.latencyMs = [100, 100];
			show({ queries: [followers, followersToday] });
			await clock.advance(20_000);
			service.addEvent({ type: "follow", username: "Ada" });
			await clock.advance(afterMs);
			for (let index = 0; index < 40; index++) service.addEvent({ type: "follow", username: `new ${index}` });
			await clock.advance(10_000);
			expect(value(followers), `a burst after ${afterMs} ms`).toBe(`${100 + 72}`);
		}
	});

	it("is not counted again by a lifetime figure that includes it", async () => {
		const past = [...pastFollows(3, hourMs), datedAhead, { ...datedAhead, agoMs: -dayMs }];
		const { show, value, clock, store } = createQuietStream({ past, limitCap: 1 });
		const displayed = new Set<string>();
		store.subscribe(() => displayed.add(value(followers)));
		show({ queries: [followers, followersToday] });
		await clock.advance(10_000);
		expect(value(followersToday)).toBe("5");
		expect([...displayed].filter((text) => text !== "–")).toEqual([value(followers)]);
	});
});
