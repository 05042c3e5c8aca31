import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { isCounted } from "../../../src/ledger/figures/counter";
import type { CounterQuery, CounterValue } from "../../../src/state/counters/counter-query";
import { intervalOf } from "../../../src/state/time/scope";
import { Ledger } from "../../../src/ledger/ledger";
import { moneyFromDecimal } from "../../../src/state/money";
import { streamEventTypes, type StreamEvent } from "../../../src/state/events/stream-event";
import { allQueries, describeQuery } from "../../world/chaos/user/queries";
import { countEvents } from "./count-events";
import { noonMs, someEvent, someSnapshot } from "./some-events";

/** A field of an event that one source may not contain. */
type OptionalField = "id" | "ref" | "person" | "amount" | "currency" | "provider" | "viewers" | "time";
const optionalFields: readonly OptionalField[] = [
	"id",
	"ref",
	"person",
	"amount",
	"currency",
	"provider",
	"viewers",
	"time",
];

const dayMs = 86_400_000;

const event = fc.record({
	type: fc.constantFrom(...streamEventTypes),
	agoMs: fc.oneof(fc.nat(7_200_000), fc.nat(40 * dayMs)),
	person: fc.constantFrom("Ada", "ada", "Max", "Zoë", "x"),
	decimal: fc.constantFrom("0.10", "5", "12.34", "1500"),
	currency: fc.constantFrom("EUR", "EUR", "USD", "JPY"),
	resub: fc.constantFrom(0, 3),
	viewers: fc.nat(300),
	/** The field that the push does not contain. */
	missingField: fc.constantFrom(undefined, ...optionalFields),
	delivery: fc.constantFrom("pushed first", "listed first", "listed only"),
	fate: fc.constantFrom("stays", "stays", "edited", "deleted"),
});

type Drawn = typeof event extends fc.Arbitrary<infer T> ? T : never;

function factOf(drawn: Drawn, index: number): StreamEvent {
	const { type, person, decimal, currency, resub, viewers } = drawn;
	const createdAtMs = Math.floor((noonMs - drawn.agoMs) / 1_000) * 1_000;
	const fact = { id: `${index + 1}`, ref: `r${index + 1}`, type, createdAtMs, isDeleted: false, person };
	switch (type) {
		case "follow":
			return fact;
		case "subscription":
			return { ...fact, resub };
		case "donation":
			return { ...fact, amount: moneyFromDecimal(decimal, currency) };
		case "hosting":
			return { ...fact, viewers };
	}
}

function pushOf(fact: StreamEvent, { missingField, decimal }: Drawn): StreamEvent {
	const { id, ref, person, amount, provider, viewers, ...rest } = fact;
	const isOwn = missingField === "currency" && amount?.currency === "EUR";
	return {
		...rest,
		...(missingField !== "id" && { id }),
		...(missingField !== "ref" && { ref }),
		...(missingField !== "person" && { person }),
		...(missingField !== "provider" && provider !== undefined && { provider }),
		...(missingField !== "viewers" && viewers !== undefined && { viewers }),
		...(isOwn && { amount: moneyFromDecimal(decimal, ""), isCurrencyAssumed: true }),
		...(!isOwn && missingField !== "amount" && amount && { amount }),
		...(missingField === "time" && { createdAtMs: noonMs, isTimeAssumed: true }),
	};
}

function editOf(fact: StreamEvent): StreamEvent {
	return {
		...fact,
		person: "slip two",
		...(fact.amount && { amount: { minorUnits: 4_200, currency: "USD" } }),
		...(fact.viewers !== undefined && { viewers: fact.viewers + 7 }),
	};
}

const context = { nowMs: noonMs, sessionStartedAtMs: noonMs - 3_600_000, currency: "EUR" };

/** Counts all events again, without incremental updates. */
function naiveValue(query: CounterQuery, events: readonly StreamEvent[]): CounterValue {
	const fromMs = intervalOf(query, context)?.fromMs ?? -Infinity;
	return countEvents(
		events.filter((one) => isCounted(one, query) && one.createdAtMs >= fromMs),
		query,
		"EUR",
	);
}

const textOf = (value: CounterValue) =>
	value.kind === "money" ? [...value.sums].sort().join(" ") : JSON.stringify(value);
const counted = allQueries.filter(
	({ scope, metric, uniqueOnly }) =>
		scope !== "lifetime" || metric === "viewers" || (metric === "hostings" && uniqueOnly),
);

describe("the ledger with two sources", () => {
	it("has the list's values, equal to a full recount, in any order of arrival", { timeout: 30_000 }, () => {
		fc.assert(
			fc.property(fc.array(event, { maxLength: 30 }), fc.nat(60), (drawn, askedAfter) => {
				const ledger = new Ledger();
				ledger.applySnapshot(someSnapshot([], { startedAtMs: noonMs - 3_600_000 }));
				const facts = drawn.map(factOf);
				const ask = () => counted.map((query) => ledger.value(query, context));
				let step = 0;
				const tell = (action: () => void) => {
					action();
					if (step++ === askedAfter) ask();
				};
				const applySnapshot = (events: readonly StreamEvent[], laterMs: number) => {
					const when = { startedAtMs: noonMs + laterMs, atMs: laterMs };
					tell(() => void ledger.applySnapshot(someSnapshot(events, when)));
				};
				ask();
				const push = (delivery: Drawn["delivery"]) => {
					for (const [index, one] of drawn.entries()) {
						const fact = facts[index];
						if (fact && one.delivery === delivery)
							tell(() => void ledger.applyEvent(pushOf(fact, one), noonMs));
					}
				};
				push("pushed first");
				applySnapshot(facts, 1_000);
				push("listed first");
				const kept = facts.flatMap((fact, index) => {
					const fate = drawn[index]?.fate;
					return fate === "deleted" ? [] : fate === "edited" ? [editOf(fact)] : [fact];
				});
				for (const laterMs of [400_000, 406_000]) applySnapshot(kept, laterMs);
				for (const query of counted) {
					const shown = textOf(ledger.value(query, context));
					expect(`${describeQuery(query)} ${shown}`).toBe(
						`${describeQuery(query)} ${textOf(naiveValue(query, kept))}`,
					);
				}
				const newest = ledger
					.newest(streamEventTypes, 100)
					.map(({ id, person, amount }) => [id, person, amount]);
				expect(newest).toHaveLength(kept.length);
				for (const { id, person, amount } of kept) expect(newest).toContainEqual([id, person, amount]);
			}),
			{ numRuns: 100 },
		);
	});

	it("counts an event once if one source sends its id and another its ref, also among similar events", () => {
		const facts = [1, 2, 3].map((id) => someEvent(id, { person: "Ada", agoMs: 60_000 }));
		const byId = facts.map((fact) => ({ ...fact, ref: undefined }));
		const byRef = facts.map((fact) => ({ ...fact, id: undefined }));
		const sources = fc.shuffledSubarray(byRef, { minLength: 0, maxLength: 3 });
		// The first list can lag behind.
		const listed = fc.shuffledSubarray(byId);
		fc.assert(
			fc.property(sources, sources, fc.shuffledSubarray(facts), listed, (early, late, named, first) => {
				const ledger = new Ledger();
				const follows = () => ledger.newest(["follow"], 10).length;
				ledger.applySnapshot(someSnapshot([], { startedAtMs: noonMs - 3_600_000 }));
				for (const push of early) ledger.applyEvent(push, noonMs);
				expect(follows()).toBe(early.length);
				ledger.applySnapshot(someSnapshot(first, { startedAtMs: noonMs + 1_000, atMs: 1_000 }));
				for (const push of [...late, ...named]) ledger.applyEvent(push, noonMs);
				if (first.length === 3) expect(follows()).toBe(3);
				ledger.applySnapshot(someSnapshot(facts, { startedAtMs: noonMs + 9_000, atMs: 9_000 }));
				expect(follows()).toBe(3);
			}),
		);
	});

	it("waits for the list to decide which of two similar events was deleted, if their keys differ", () => {
		const equals = [1, 2].map((id) => someEvent(id, { person: "Ada", agoMs: 60_000 }));
		const listed = [...equals, someEvent(3, { person: "Max" })].map((fact) => ({ ...fact, id: undefined }));
		for (const [pushed, countAfter] of [
			[equals[1], 3],
			[someEvent(3, { person: "Max" }), 2],
		] as const) {
			const ledger = new Ledger();
			ledger.applySnapshot(someSnapshot(listed));
			if (pushed) ledger.applyEvent({ ...pushed, ref: undefined, isDeleted: true }, noonMs);
			expect(ledger.newest(["follow"], 10)).toHaveLength(countAfter);
		}
	});

	it("removes the deleted one of two similar events, even if their keys were swapped", () => {
		const equals = [1, 2].map((id) => someEvent(id, { person: "Ada", agoMs: 60_000 - id * 1_000 }));
		const ledger = new Ledger();
		ledger.applySnapshot(someSnapshot([]));
		for (const fact of equals) {
			ledger.applyEvent({ ...fact, ref: undefined, createdAtMs: noonMs, isTimeAssumed: true }, noonMs);
		}
		const listed = equals.toReversed().map((fact) => ({ ...fact, id: undefined }));
		ledger.applySnapshot(someSnapshot(listed, { atMs: 1_000 }));
		const [gone, kept] = equals;
		if (!gone || !kept) throw new RangeError("two of them");
		ledger.applyEvent({ ...gone, isDeleted: true }, noonMs + 2_000);
		expect(ledger.current({ ...gone, ref: undefined })).toBeUndefined();
		expect(ledger.current({ ...gone, id: undefined })).toBeUndefined();
		ledger.applySnapshot(someSnapshot([{ ...kept, id: undefined }], { atMs: 9_000 }));
		expect(ledger.newest(["follow"], 10)).toMatchObject([kept]);
	});

	it("finds each event by its ref, whichever keys its reports contain", () => {
		// All reports are equal except for their keys.
		const report = fc
			.record({ number: fc.integer({ min: 1, max: 3 }), keys: fc.constantFrom("id", "ref", "both", "none") })
			.map(({ number, keys }) => {
				const ref = keys === "ref" || keys === "both" ? `r${number}` : undefined;
				const id = keys === "id" || keys === "both" ? String(number) : undefined;
				return {
					number,
					event: someEvent(number, { id, ref: ref ?? (id ? undefined : "content:x"), person: "Ada" }),
				};
			});
		const list = fc.uniqueArray(report, { maxLength: 3, selector: ({ number }) => number });
		fc.assert(
			fc.property(fc.array(fc.oneof(report, list), { maxLength: 8 }), (steps) => {
				const ledger = new Ledger();
				for (const [index, step] of steps.entries()) {
					const atMs = index * 10_000;
					if (!Array.isArray(step)) ledger.applyEvent(step.event, noonMs + atMs);
					else
						ledger.applySnapshot(
							someSnapshot(
								step.map(({ event: listed }) => listed),
								{ startedAtMs: noonMs + atMs, atMs },
							),
						);
				}
				for (const { ref } of ledger.newest(["follow"], 10)) {
					if (ref?.startsWith("r"))
						expect(ledger.stored(someEvent(9, { id: undefined, ref }))?.ref).toBe(ref);
				}
			}),
		);
	});

	it("keeps the arrival time of a push if neither source has a time", () => {
		const ledger = new Ledger();
		const timeless = { ...someEvent(1), isTimeAssumed: true };
		ledger.applySnapshot(someSnapshot([]));
		ledger.applyEvent(timeless, noonMs);
		ledger.applySnapshot(someSnapshot([{ ...timeless, createdAtMs: 0 }], { atMs: 2_000 }));
		expect(ledger.current(timeless)).toMatchObject({ createdAtMs: noonMs });
	});

	it("combines the amount of one source with the currency of another", () => {
		const donation = { type: "donation", person: "Ada" } as const;
		const nameless = someEvent(1, {
			...donation,
			amount: moneyFromDecimal("5", ""),
			isCurrencyAssumed: true,
		});
		const amountless = someEvent(1, { ...donation, currency: "USD" });
		for (const [listed, pushed] of [
			[nameless, amountless],
			[amountless, nameless],
		] as const) {
			for (const order of ["pushed first", "listed first"]) {
				const ledger = new Ledger();
				const applySnapshot = (events: readonly StreamEvent[]) =>
					void ledger.applySnapshot(someSnapshot(events));
				applySnapshot(order === "pushed first" ? [] : [listed]);
				ledger.applyEvent(pushed, noonMs);
				applySnapshot([listed]);
				expect(ledger.current(listed)).toMatchObject({ amount: { minorUnits: 500, currency: "USD" } });
				expect(ledger.current(listed)).not.toHaveProperty("isCurrencyAssumed");
			}
		}
	});

	it("recognises a test by the key that is received later", () => {
		const ledger = new Ledger();
		ledger.ownEvents.restore({ keys: ["1"], posts: [] });
		const { id: _, ...byRef } = someEvent(1);
		ledger.applySnapshot(someSnapshot([byRef]));
		ledger.applySnapshot(someSnapshot([someEvent(1)]));
		expect(ledger.current(someEvent(1))).toMatchObject({ isTest: true });
	});

	it("finds an event by id and by ref, regardless of how the keys arrived", () => {
		fc.assert(
			fc.property(
				fc.shuffledSubarray(["id", "ref", "both", "id", "ref"] as const, { minLength: 1 }),
				fc.constantFrom("live", "listed"),
				(sources, last) => {
					const ledger = new Ledger();
					ledger.applySnapshot(someSnapshot([], { totals: { followers: 10, byProvider: {} } }));
					const fact = { id: "1", ref: "r1", type: "follow", createdAtMs: noonMs, isDeleted: false } as const;
					for (const delivery of sources) {
						const { id, ref, ...rest } = fact;
						ledger.applyEvent(
							{ ...rest, ...(delivery !== "ref" && { id }), ...(delivery !== "id" && { ref }) },
							noonMs,
						);
					}
					if (last === "live") ledger.applyEvent(fact, noonMs);
					else ledger.applySnapshot(someSnapshot([fact], { totals: { followers: 11, byProvider: {} } }));
					const query = { metric: "followers", newOnly: false, uniqueOnly: false } as const;
					for (const [scope, count] of [
						["today", 1],
						["lifetime", 11],
					] as const) {
						expect(ledger.value({ ...query, scope }, context)).toMatchObject({ kind: "count", count });
					}
				},
			),
		);
	});
});

describe("incomplete data", () => {
	const query = { metric: "donationAmount", scope: "today", newOnly: false, uniqueOnly: false } as const;
	const donation: StreamEvent = { id: "1", type: "donation", createdAtMs: noonMs, isDeleted: false };
	const setUp = (events: readonly StreamEvent[]) => {
		const ledger = new Ledger();
		ledger.applySnapshot(someSnapshot(events));
		return ledger;
	};

	it("with an amount that cannot be parsed adds up the others and reports it", () => {
		const none = new Map([["EUR", 0]]);
		expect(setUp([donation]).value(query, context)).toEqual({
			kind: "money",
			sums: none,
			hasUnreadable: true,
		});
		const amount = { minorUnits: 550, currency: "EUR" };
		const ledger = setUp([donation, { ...donation, id: "2", amount }]);
		expect(ledger.value(query, context)).toEqual({
			kind: "money",
			sums: new Map([["EUR", 550]]),
			hasUnreadable: true,
		});
		ledger.applyEvent({ ...donation, amount }, noonMs);
		expect(ledger.value(query, context)).toEqual({ kind: "money", sums: new Map([["EUR", 1_100]]) });
	});

	it("without a currency counts in the account's currency once it is loaded, and follows its changes", () => {
		const own = { amount: moneyFromDecimal("5", ""), isCurrencyAssumed: true };
		const ledger = setUp([
			{ ...donation, ...own },
			{ ...donation, id: "2", amount: { minorUnits: 200, currency: "EUR" } },
		]);
		const { currency: _, ...unknown } = context;
		expect(ledger.value(query, unknown)).toMatchObject({
			sums: new Map([
				["", 50_000],
				["EUR", 200],
			]),
		});
		ledger.setCurrency("EUR");
		expect(ledger.value(query, unknown)).toMatchObject({ sums: new Map([["EUR", 700]]) });
		expect(ledger.newest(["donation"], 9).map(({ amount }) => amount?.minorUnits)).toEqual([200, 500]);
		ledger.setCurrency("JPY");
		expect(ledger.value(query, unknown)).toMatchObject({
			sums: new Map([
				["JPY", 5],
				["EUR", 200],
			]),
		});
	});

	it("without a time makes every period incomplete", () => {
		const timeless: StreamEvent = {
			id: "1",
			type: "follow",
			createdAtMs: 0,
			isTimeAssumed: true,
			isDeleted: false,
		};
		const ledger = setUp([timeless]);
		const followers = { ...query, metric: "followers" } as const;
		expect(ledger.value(followers, context)).toEqual({ kind: "count", count: 0, isIncomplete: true });
		ledger.applyEvent({ ...timeless, createdAtMs: noonMs, isTimeAssumed: false }, noonMs);
		expect(ledger.value(followers, context)).toEqual({ kind: "count", count: 1 });
	});
});
