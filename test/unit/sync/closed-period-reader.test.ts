import { describe, expect, it } from "vitest";

import { ServiceError } from "../../../src/service/errors";
import type { EventsQuery } from "../../../src/service/ports";
import type { CounterQuery } from "../../../src/state/counters/counter-query";
import type { StreamEvent } from "../../../src/state/events/stream-event";
import { ClosedPeriodReader } from "../../../src/sync/closed-period-reader";
import { requirementsOf } from "../../../src/sync/snapshot-needs";
import { fakeAccountContext } from "../../world/fakes/account-context";
import { followOf } from "../../world/fakes/fake-client";

const dayMs = 86_400_000;
const nowMs = Date.UTC(2026, 10, 28, 12);
const query: CounterQuery = {
	...{ metric: "followers", scope: "custom", from: "2026-03-01", to: "2026-03-11" },
	...{ newOnly: false, uniqueOnly: false },
};
const atMs = (date: string) => new Date(`${date}T12:00`).getTime();
const follow = (id: number, date: string) => followOf(id, { createdAtMs: atMs(date) });

type Bounds = "honoured" | "start ignored" | "end ignored" | "refused" | "not understood";

function setUp(listed: StreamEvent[], bounds: Bounds = "honoured") {
	const requests: EventsQuery[] = [];
	const parts = fakeAccountContext(
		{
			events: async (request) => {
				requests.push(request);
				const { startMs = -Infinity, endMs = Infinity, offset = 0, limit = 10, types = [] } = request;
				if (bounds === "refused") throw new ServiceError("server-error", "400", { status: 400 });
				const found = listed
					.filter(({ type }) => types.includes(type))
					.filter(({ createdAtMs }) => createdAtMs >= startMs || bounds === "start ignored")
					.filter(({ createdAtMs }) => createdAtMs <= endMs || bounds === "end ignored")
					.filter(() => bounds !== "not understood")
					.sort((a, b) => b.createdAtMs - a.createdAtMs);
				const events = found.slice(offset, offset + limit);
				return { events, totalCount: found.length, entryCount: events.length };
			},
		},
		{ startMs: nowMs },
	);
	parts.need({ queries: [query] });
	const reader = new ClosedPeriodReader(parts.context);
	const { store, clock } = parts;
	const value = (requested = query) => store.ledger.value(requested, store.ledgerContext(clock.now()));
	const requiredFromMs = () =>
		Math.min(
			...requirementsOf(parts.context.demand(), store.ledgerContext(clock.now())).map(({ fromMs }) => fromMs),
		);
	return { ...parts, reader, requests, listed, value, requiredFromMs };
}

const inside = [follow(2, "2026-03-02"), follow(3, "2026-03-10")];
const outside = [follow(1, "2026-02-20"), follow(4, "2026-03-11"), follow(5, "2026-11-20")];

describe("a custom period that ended days ago", () => {
	it.each(["honoured", "start ignored"] as const)("is read by itself: %s", async (bounds) => {
		const { reader, clock, requests, value, requiredFromMs } = setUp([...inside, ...outside], bounds);
		expect([value().kind, requiredFromMs()]).toEqual(["unknown", Infinity]);
		reader.open();
		await clock.advance(100);
		expect(value()).toMatchObject({ kind: "count", count: 2 });
		expect(requests[0]).toMatchObject({
			...{ types: ["follow"], startMs: atMs("2026-03-01") - 1.5 * dayMs },
			endMs: atMs("2026-03-11") + 0.5 * dayMs,
		});
	});

	it.each(["end ignored", "refused", "not understood"] as const)(
		"is part of the regular sync if the bounds are not supported: %s",
		async (bounds) => {
			const { reader, clock, requests, value, requiredFromMs } = setUp([...inside, ...outside], bounds);
			reader.open();
			await clock.advance(100);
			expect([value().kind, requiredFromMs()]).toEqual(["unknown", atMs("2026-03-01") - dayMs / 2]);
			const { length } = requests;
			await clock.advance(3_600_000);
			expect(requests).toHaveLength(length);
		},
	);

	it("contains silent changes within ten minutes, and pushed ones within ten seconds", async () => {
		const { reader, clock, listed, value } = setUp([...inside]);
		reader.open();
		await clock.advance(100);
		listed.push(follow(6, "2026-03-05"));
		await clock.advance(600_000);
		expect(value()).toMatchObject({ count: 3 });
		listed.splice(0, 1);
		await clock.advance(450_000);
		expect(value()).toMatchObject({ count: 2 });
		const late = follow(7, "2026-03-06");
		reader.handleEvent(late);
		expect(value()).toMatchObject({ count: 3 });
		// The list does not contain it: it has been removed.
		await clock.advance(12_000);
		expect(value()).toMatchObject({ count: 2 });
	});

	it("is read for a ranking, and again when the period changes while another one is read", async () => {
		const euros = (id: number, person: string, date: string): StreamEvent => ({
			...{ ...follow(id, date), type: "donation", person },
			amount: { minorUnits: 100 * id, currency: "EUR" },
		});
		const { reader, clock, need, store } = setUp([
			euros(1, "Ann", "2026-03-02"),
			euros(2, "Bob", "2026-04-02"),
		]);
		const ranked = (period: { from: string; to: string }) => {
			const requested = { by: "total", scope: "custom", ...period } as const;
			const value = store.ledger.supporters(requested, store.ledgerContext(clock.now()));
			return value.kind === "ranking" ? value.supporters.map(({ person }) => person) : value.kind;
		};
		const march = { scope: "custom", from: "2026-03-01", to: "2026-04-01" } as const;
		const april = { scope: "custom", from: "2026-04-01", to: "2026-05-01" } as const;
		need({ queries: [], supporters: [march] });
		reader.open();
		need({ supporters: [april] });
		reader.applyDemand();
		await clock.advance(100);
		expect(ranked(april)).toEqual(["Bob"]);
		need({ supporters: [march] });
		reader.applyDemand();
		await clock.advance(100);
		expect([ranked(march), ranked(april)]).toEqual([["Ann"], "unknown"]);
	});

	it("is not read while the regular sync covers it for another key, or after closing", async () => {
		const { reader, clock, need, requests } = setUp([...inside]);
		need({ queries: [query, { ...query, scope: "year" }] });
		reader.open();
		await clock.advance(600_000);
		expect(requests).toEqual([]);
		need({ queries: [query] });
		reader.close();
		reader.applyDemand();
		await clock.advance(600_000);
		expect([requests, clock.pendingCount]).toEqual([[], 0]);
	});

	it("is read separately only two days after its end", () => {
		const { store } = setUp([]);
		const accepts = (toMs: number) => store.ledger.closedPeriods.accepts({ fromMs: 0, toMs }, nowMs);
		expect([Infinity, nowMs, nowMs - 2 * dayMs + 1, nowMs - 2 * dayMs].map(accepts)).toEqual([
			...[false, false, false, true],
		]);
	});
});
