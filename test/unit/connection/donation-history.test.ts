import { describe, expect, it } from "vitest";

import { DonationHistory } from "../../../src/connection/donation-history";
import { ServiceError } from "../../../src/service/errors";
import type { EventsQuery } from "../../../src/service/ports";
import type { CounterScope } from "../../../src/state/counter-query";
import { fakeAccountContext } from "../../world/fakes/account-context";
import { followOf } from "../../world/fakes/fake-client";
import { settled } from "../../world/fakes/virtual-clock";

const noon = new Date(2026, 5, 17, 12).getTime();
const dayMs = 86_400_000;

function setUp(count: number, everyMs = dayMs / 4) {
	const donations = Array.from({ length: count }, (_, index) =>
		followOf(index + 1, {
			...{ type: "donation", createdAtMs: noon - (count - index) * everyMs },
			amount: { minorUnits: 100, currency: "EUR" },
		}),
	).reverse();
	const asked: EventsQuery[] = [];
	let failAt = Infinity;
	const { context, clock, store, need } = fakeAccountContext(
		{
			events: async (query) => {
				asked.push(query);
				if (asked.length >= failAt) throw new ServiceError("server-error", "broken");
				const { offset = 0, limit = 10 } = query;
				const events = donations.slice(offset, offset + Math.min(limit, 100));
				return { events, totalCount: donations.length, rawCount: events.length };
			},
		},
		{ startMs: noon },
	);
	const history = new DonationHistory(context);
	return {
		...{ clock, history, asked },
		rank: async (...supporters: readonly CounterScope[]) => {
			need({ supporters });
			history.applyDemand();
			await settled();
		},
		failFrom: (request: number) => (failAt = request),
		completeFromMs: () => store.ledger.completeFromMs("donation"),
	};
}

describe("the history of donations", () => {
	it("is not asked for while nobody ranks anybody, or before a first look", async () => {
		const { history, rank, asked, clock } = setUp(10);
		history.open();
		await clock.advance(600_000);
		history.close();
		await rank("month");
		expect([asked.length, clock.pendingCount]).toEqual([0, 0]);
	});

	it("is read of donations alone, as far back as somebody ranks", async () => {
		const { history, rank, asked, completeFromMs } = setUp(1_000);
		await rank("month");
		history.open();
		await settled();
		expect(asked.every(({ types = [] }) => types.join() === "donation")).toBe(true);
		expect(completeFromMs()).toBeLessThanOrEqual(new Date(2026, 5, 1).getTime());
		expect(completeFromMs()).toBeGreaterThan(noon - 200 * dayMs);
		const before = asked.length;
		await rank("month", "today");
		expect(asked).toHaveLength(before);
		await rank("year");
		expect(asked.length).toBeGreaterThan(before);
		expect(completeFromMs()).toBeLessThanOrEqual(new Date(2026, 0, 1).getTime());
	});

	it("goes on where it failed", async () => {
		const { history, rank, asked, clock, failFrom, completeFromMs } = setUp(1_000);
		await rank("year");
		failFrom(3);
		history.open();
		await settled();
		failFrom(Infinity);
		const { length } = asked;
		await clock.advance(1_000);
		expect(completeFromMs()).toBeLessThanOrEqual(new Date(2026, 0, 1).getTime());
		const offsets = asked.slice(length).map(({ offset = 0 }) => offset);
		expect(offsets.filter((offset) => offset > 0 && offset < 100)).toEqual([]);
	});

	it.each([
		[10, 300_000],
		[800, 799_000],
	])("of %i donations is read again at the earliest after %i ms", async (count, afterMs) => {
		const { history, rank, asked, clock } = setUp(count, 3_600_000 / 4);
		await rank("year");
		history.open();
		await settled();
		const { length } = asked;
		await clock.advance(afterMs - 1);
		expect(asked).toHaveLength(length);
		await clock.advance(2_000);
		expect(asked.length).toBeGreaterThan(length);
	});

	it("is read again when somebody wishes it, and says what went wrong", async () => {
		const { history, rank, asked, failFrom } = setUp(10);
		await rank("month");
		expect(await history.refresh()).toMatchObject({ kind: "closed" });
		history.open();
		await settled();
		const { length } = asked;
		expect(await history.refresh()).toBeUndefined();
		expect(asked.length).toBeGreaterThan(length);
		failFrom(0);
		expect(await history.refresh()).toMatchObject({ kind: "server-error" });
		history.close();
	});
});
