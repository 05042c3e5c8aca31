import { describe, expect, it, vi } from "vitest";

import type { CounterQuery } from "../../../src/state/counters/counter-query";
import {
	createQuietStream,
	followersToday,
	pastDonations,
	pastFollows,
} from "../../world/chaos/quiet-stream";
import { toMoney } from "../../world/service/data/currency";

const dayMs = 86_400_000;
const minuteMs = 60_000;
const donatedThisYear: CounterQuery = { ...followersToday, metric: "donationAmount", scope: "year" };
const donationsThisYear: CounterQuery = { ...followersToday, metric: "donations", scope: "year" };

vi.setConfig({ testTimeout: 60_000 });

type QuietStream = ReturnType<typeof createQuietStream>;

/** Counts today's donations, then those of the year while the list omits times. */
async function readWithoutTimes({ show, clock, service }: QuietStream): Promise<void> {
	show({ queries: [{ ...donatedThisYear, scope: "today" }] });
	await clock.advance(2 * minuteMs);
	service.conditions.missingInList = "time";
	show({ queries: [donatedThisYear] });
	await clock.advance(5_000);
	service.conditions.missingInList = undefined;
}

describe("an event deep in the history", () => {
	it.each([
		[4_000, 1_000, 2_800],
		[20_000, 100, 14_000],
		[1_040, 3, 1_035],
		[1_010, 1, 1_008],
	])(
		"that is edited silently is corrected within ten minutes, with %d donations and pages of %d",
		{ timeout: 60_000 },
		async (count, limitCap, index) => {
			const { show, value, clock, service } = createQuietStream({
				limitCap,
				past: pastDonations(count, 300 * dayMs),
			});
			show({ queries: [donatedThisYear] });
			await clock.advance(2 * minuteMs);
			expect(value(donatedThisYear)).toBe(`${count}.00 EUR`);
			const event = service.store.query()[index] ?? expect.unreachable();
			service.store.edit(event.id, { amount: toMoney("101", "EUR") });
			await clock.advance(10 * minuteMs);
			expect(value(donatedThisYear)).toBe(`${count + 100}.00 EUR`);
		},
	);

	it("is corrected within ten minutes when one is deleted and another one added silently", async () => {
		const { show, value, clock, service } = createQuietStream({ past: pastDonations(3_000, 300 * dayMs) });
		show({ queries: [donatedThisYear, donationsThisYear] });
		await clock.advance(2 * minuteMs);
		const event = service.store.query()[2_500] ?? expect.unreachable();
		service.store.delete(event.id);
		const amount = toMoney("7", "EUR");
		service.store.add({ type: "donation", username: "Zoe", amount, createdAtMs: event.createdAtMs + 5_000 });
		await clock.advance(10 * minuteMs);
		expect([value(donatedThisYear), value(donationsThisYear)]).toEqual(["3006.00 EUR", "3000"]);
	});

	it("is dated within ten minutes after a list without times contains them again", async () => {
		const stream = createQuietStream({
			past: [
				...pastDonations(1_500, 300 * dayMs).map((past) => ({ ...past, agoMs: past.agoMs + 400 * dayMs })),
				...pastDonations(3_000, 300 * dayMs),
				...pastDonations(1_500, 60 * minuteMs),
			],
		});
		const { value, clock, ledger, store } = stream;
		await readWithoutTimes(stream);
		await clock.advance(10 * minuteMs);
		expect(value(donatedThisYear)).toBe("4500.00 EUR");
		const context = store.ledgerContext(clock.now());
		expect(ledger.value(donatedThisYear, context)).not.toHaveProperty("isIncomplete");
	});

	it("is ranked ten seconds after the next event if the list contains times again", async () => {
		const past = [...pastDonations(300, 300 * dayMs), ...pastDonations(100, 60 * minuteMs)];
		const stream = createQuietStream({ limitCap: 100, past });
		const { clock, show, service, ledger, store } = stream;
		show({ queries: [{ ...donatedThisYear, scope: "today" }] });
		await clock.advance(2 * minuteMs);
		service.conditions.missingInList = "time";
		show({ queries: [followersToday], supporters: [{ scope: "year" }] });
		await clock.advance(5_000);
		service.conditions.missingInList = undefined;
		service.addEvent({ type: "donation", username: "Zoe", amount: toMoney("7", "EUR") });
		await clock.advance(10_000);
		const ranking = ledger.supporters(
			{ by: "total", scope: "year", currency: "EUR" },
			store.ledgerContext(clock.now()),
		);
		const sum = { minorUnits: 700, currency: "EUR" };
		const supporters: unknown = expect.arrayContaining([
			expect.objectContaining({ person: "Zoe", amount: sum }),
		]);
		expect(ranking).toMatchObject({ isIncomplete: false, supporters });
	});

	it.each([500, 1_500])(
		"is dated ten seconds after the next event if the list contains times again, below %d others",
		async (count) => {
			const stream = createQuietStream({
				limitCap: 100,
				past: [...pastDonations(600, 300 * dayMs), ...pastDonations(count, 60 * minuteMs)],
			});
			const { value, clock, service, ledger, store } = stream;
			await readWithoutTimes(stream);
			service.addEvent({ type: "donation", username: "Zoe", amount: toMoney("1", "EUR") });
			await clock.advance(10_000);
			expect(value(donatedThisYear)).toBe(`${count + 601}.00 EUR`);
			const context = store.ledgerContext(clock.now());
			expect(ledger.value(donatedThisYear, context)).not.toHaveProperty("isIncomplete");
		},
	);

	it("is kept while the list is empty by mistake, without a time as well", async () => {
		const stream = createQuietStream({
			past: [...pastDonations(3_000, 300 * dayMs), ...pastDonations(1_500, 60 * minuteMs)],
		});
		const { clock, service, ledger } = stream;
		await readWithoutTimes(stream);
		for (const { id } of service.store.query()) service.hiddenIds.add(id);
		await clock.advance(minuteMs);
		service.hiddenIds.clear();
		expect(ledger.countFrom(["donation"], -Infinity)).toBe(4_500);
		await clock.advance(10 * minuteMs);
		expect(ledger.countFrom(["donation"], 1)).toBe(4_500);
	});

	it("is corrected within five minutes after a short pause, with pages of a thousand", async () => {
		const { show, value, clock, service, plugin } = createQuietStream({
			past: pastDonations(3_000, 300 * dayMs),
		});
		show({ queries: [donatedThisYear] });
		await clock.advance(2 * minuteMs);
		plugin.hide();
		await clock.advance(minuteMs);
		const event = service.store.query()[2_800] ?? expect.unreachable();
		service.store.edit(event.id, { amount: toMoney("101", "EUR") });
		show({ queries: [donatedThisYear] });
		await clock.advance(5 * minuteMs);
		expect(value(donatedThisYear)).toBe("3100.00 EUR");
	});

	it("is dated within five minutes, also if pages become shorter after a failure", async () => {
		const stream = createQuietStream({
			past: [...pastDonations(3_000, 300 * dayMs), ...pastDonations(1_500, 60 * minuteMs)],
		});
		const { clock, service, ledger } = stream;
		await readWithoutTimes(stream);
		await clock.advance(100_000);
		service.conditions.failureKinds = { events: "server-error" };
		await clock.advance(100_000);
		service.conditions.failureKinds = {};
		await clock.advance(100_000);
		expect(ledger.countFrom(["donation"], 1)).toBe(4_500);
	});

	it("is removed within ten minutes when it was created in one second with more events than fit on a page", async () => {
		const burst = pastDonations(40, 0).map((donation) => ({ ...donation, agoMs: 2 * dayMs }));
		const { show, value, clock, service } = createQuietStream({
			past: [
				...pastDonations(20, dayMs).map((past) => ({ ...past, agoMs: past.agoMs + 3 * dayMs })),
				...burst,
				...pastDonations(1_050, dayMs),
			],
			limitCap: 10,
			listCount: "absent",
		});
		show({ queries: [donatedThisYear] });
		await clock.advance(2 * minuteMs);
		expect(value(donatedThisYear)).toBe("1110.00 EUR");
		const deleted = service.store.query()[1_070] ?? expect.unreachable();
		service.delete(deleted, "quietly");
		await clock.advance(10 * minuteMs);
		expect(value(donatedThisYear)).toBe("1109.00 EUR");
	});

	it("keeps a pushed edit while the pages of its second are compared one after the other", async () => {
		const burst = pastDonations(60, 0).map((donation) => ({ ...donation, agoMs: 2 * dayMs }));
		const { show, value, clock, service } = createQuietStream({
			past: [...burst, ...pastDonations(40, dayMs)],
			limitCap: 10,
			limits: { maxComparedCount: 10 },
		});
		show({ queries: [donatedThisYear] });
		await clock.advance(2 * minuteMs);
		for (let count = 0; count < 8; count++) {
			const event = service.store.query()[45 + count] ?? expect.unreachable();
			service.editAndPush(event, { amount: toMoney("101", "EUR") });
			await clock.advance(10_000);
			for (let second = 0; second < 60; second++) {
				expect(value(donatedThisYear)).toBe(`${200 + 100 * count}.00 EUR`);
				await clock.advance(1_000);
			}
		}
	});

	it.each([0, 200])(
		"is corrected within ten minutes when a limit of requests ends every sync before it, after %d older events",
		async (pastCount) => {
			const past = pastDonations(pastCount, 2 * dayMs);
			const { show, value, clock, service } = createQuietStream({
				limitCap: 10,
				limits: { maxRequests: 10 },
				past,
			});
			show({ queries: [donatedThisYear] });
			await clock.advance(minuteMs);
			for (let count = 0; count < 300; count++) {
				service.addEvent({ type: "donation", username: "Zoe", amount: toMoney("1", "EUR") });
				await clock.advance(100);
			}
			await clock.advance(minuteMs);
			const before = Number.parseFloat(value(donatedThisYear));
			const event = service.store.query()[250] ?? expect.unreachable();
			service.store.edit(event.id, { amount: toMoney("101", "EUR") });
			await clock.advance(10 * minuteMs);
			expect(Number.parseFloat(value(donatedThisYear)) - before).toBe(100);
		},
	);

	it("is corrected within ten minutes when syncs begin to compare more, because other keys are displayed", async () => {
		const { show, value, clock, service } = createQuietStream({
			limitCap: 7,
			limits: { maxComparedCount: 60 },
			past: [...pastDonations(160, 2 * dayMs), ...pastFollows(50, minuteMs)],
		});
		show({ queries: [donatedThisYear, followersToday] });
		await clock.advance(minuteMs);
		show({ queries: [donatedThisYear] });
		const event = service.store.query({ types: ["donation"] })[155] ?? expect.unreachable();
		service.store.edit(event.id, { amount: toMoney("101", "EUR") });
		await clock.advance(10 * minuteMs);
		expect(value(donatedThisYear)).toBe("260.00 EUR");
	});

	it("is corrected within ten minutes with pages of one, after the list was read past the counted period", async () => {
		const { show, value, clock, service } = createQuietStream({
			limitCap: 1,
			limits: { maxComparedCount: 20 },
			past: [
				...pastDonations(200, 300 * dayMs).map((past) => ({ ...past, agoMs: past.agoMs + 400 * dayMs })),
				...pastDonations(60, 5 * dayMs),
			],
		});
		show({ queries: [donatedThisYear] });
		await clock.advance(10 * minuteMs);
		const event = service.store.query()[40] ?? expect.unreachable();
		service.store.edit(event.id, { amount: toMoney("101", "EUR") });
		await clock.advance(10 * minuteMs);
		expect(value(donatedThisYear)).toBe("160.00 EUR");
	});

	it("is kept when a service that ignores the order lists several newest events of one second last", async () => {
		const { show, clock, service, ledger } = createQuietStream({
			limitCap: 10,
			listOrder: "ignored",
			past: pastDonations(40, 2 * dayMs),
		});
		show({ queries: [donatedThisYear] });
		await clock.advance(minuteMs);
		const first = service.addEvent({ type: "donation", username: "Zoe", amount: toMoney("1", "EUR") });
		await clock.advance(3 * minuteMs);
		for (let count = 0; count < 25; count++)
			service.addEvent({ type: "donation", username: "Zoe", amount: toMoney("1", "EUR") });
		await clock.advance(40 * minuteMs);
		expect(ledger.current(service.parse(first) ?? expect.unreachable())).toBeDefined();
	});

	it("is found for a ranking, while other keys count only today's follows", async () => {
		const past = [...pastDonations(2_000, 300 * dayMs), ...pastFollows(50, 3_600_000)];
		const { show, clock, service, ledger, store } = createQuietStream({ past });
		show({ queries: [followersToday], supporters: [{ scope: "year" }] });
		await clock.advance(2 * minuteMs);
		const event = service.store.query({ types: ["donation"] })[1_500] ?? expect.unreachable();
		service.store.edit(event.id, { amount: toMoney("101", "EUR") });
		await clock.advance(10 * minuteMs);
		const ranking = ledger.supporters({ by: "donation", scope: "year" }, store.ledgerContext(clock.now()));
		expect(ranking).toMatchObject({
			supporters: [
				{ person: event.username, amount: { minorUnits: 10_100 } },
				...Array.from({ length: 99 }, () => ({})),
			],
		});
	});

	it("costs nothing if syncs compare everything that is stored", async () => {
		const { show, requestsFor } = createQuietStream({ past: pastFollows(900, 300 * dayMs) });
		show({ queries: [{ ...followersToday, scope: "year" }] });
		await requestsFor(minuteMs);
		expect(await requestsFor(4 * minuteMs)).toBeLessThanOrEqual(1);
	});
});

it("stores no events from before the periods that keys count", async () => {
	const { show, clock, ledger } = createQuietStream({ past: pastFollows(8_000, 40 * dayMs) });
	show({ queries: [{ ...followersToday, scope: "month" }] });
	await clock.advance(minuteMs);
	const storedCount = ledger.countFrom(["follow"], -Infinity);
	const counts = new Set<number>();
	for (let second = 0; second < 900; second++) {
		await clock.advance(1_000);
		counts.add(ledger.countFrom(["follow"], -Infinity));
	}
	expect(Math.max(...counts)).toBe(storedCount);
});
