import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { countEvents, isCounted } from "../../../src/ledger/figures/counter";
import type { CounterQuery, CounterValue } from "../../../src/state/counter-query";
import { scopeStartMs } from "../../../src/ledger/figures/counters";
import { Ledger } from "../../../src/ledger/ledger";
import { moneyFromDecimal } from "../../../src/state/money";
import { streamEventTypes, type StreamEvent } from "../../../src/state/stream-event";
import { allQueries, describeQuery } from "../../world/chaos/queries";
import { noonMs, someEvent, someSnapshot } from "./some-events";

/** What the service knows of an event, and what one telling of it may leave out. */
type Lack = "id" | "ref" | "person" | "amount" | "currency" | "provider" | "viewers" | "time";
const lacks: readonly Lack[] = ["id", "ref", "person", "amount", "currency", "provider", "viewers", "time"];

const dayMs = 86_400_000;

const event = fc.record({
	type: fc.constantFrom(...streamEventTypes),
	agoMs: fc.oneof(fc.nat(7_200_000), fc.nat(40 * dayMs)),
	person: fc.constantFrom("Ada", "ada", "Max", "Zoë", "x"),
	decimal: fc.constantFrom("0.10", "5", "12.34", "1500"),
	currency: fc.constantFrom("EUR", "EUR", "USD", "JPY"),
	resub: fc.constantFrom(0, 3),
	viewers: fc.nat(300),
	/** What the push lacks; never both names. */
	lack: fc.constantFrom(undefined, ...lacks),
	telling: fc.constantFrom("pushed first", "listed first", "listed only"),
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

function pushOf(fact: StreamEvent, { lack, decimal }: Drawn): StreamEvent {
	const { id, ref, person, amount, provider, viewers, ...rest } = fact;
	const isOwn = lack === "currency" && amount?.currency === "EUR";
	return {
		...rest,
		...(lack !== "id" && { id }),
		...(lack !== "ref" && { ref }),
		...(lack !== "person" && { person }),
		...(lack !== "provider" && provider !== undefined && { provider }),
		...(lack !== "viewers" && viewers !== undefined && { viewers }),
		...(isOwn && { amount: moneyFromDecimal(decimal, ""), isCurrencyAssumed: true }),
		...(!isOwn && lack !== "amount" && amount && { amount }),
		...(lack === "time" && { createdAtMs: noonMs, isTimeAssumed: true }),
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

/** Counted anew from everything there is. */
function naiveValue(query: CounterQuery, events: readonly StreamEvent[]): CounterValue {
	const fromMs = scopeStartMs(query, context) ?? -Infinity;
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

describe("the ledger, told by halves", () => {
	it(
		"says what the list says, kept by differences as if counted anew, whatever came first",
		{ timeout: 30_000 },
		() => {
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
					const look = (events: readonly StreamEvent[], laterMs: number) => {
						const when = { startedAtMs: noonMs + laterMs, atMs: laterMs };
						tell(() => void ledger.applySnapshot(someSnapshot(events, when)));
					};
					ask();
					const push = (telling: Drawn["telling"]) => {
						for (const [index, one] of drawn.entries()) {
							const fact = facts[index];
							if (fact && one.telling === telling)
								tell(() => void ledger.applyEvent(pushOf(fact, one), noonMs));
						}
					};
					push("pushed first");
					look(facts, 1_000);
					push("listed first");
					const kept = facts.flatMap((fact, index) => {
						const fate = drawn[index]?.fate;
						return fate === "deleted" ? [] : fate === "edited" ? [editOf(fact)] : [fact];
					});
					for (const laterMs of [400_000, 406_000]) look(kept, laterMs);
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
		},
	);

	it("counts once what one telling names by its id alone and another one by its ref, equals among them", () => {
		const facts = [1, 2, 3].map((id) => someEvent(id, { person: "Ada", agoMs: 60_000 }));
		const byId = facts.map((fact) => ({ ...fact, ref: undefined }));
		const byRef = facts.map((fact) => ({ ...fact, id: undefined }));
		const tellings = fc.shuffledSubarray(byRef, { minLength: 0, maxLength: 3 });
		fc.assert(
			fc.property(tellings, tellings, fc.shuffledSubarray(facts), (early, late, named) => {
				const ledger = new Ledger();
				const follows = () => ledger.newest(["follow"], 10).length;
				ledger.applySnapshot(someSnapshot([], { startedAtMs: noonMs - 3_600_000 }));
				for (const push of early) ledger.applyEvent(push, noonMs);
				expect(follows()).toBe(early.length);
				ledger.applySnapshot(someSnapshot(byId, { startedAtMs: noonMs + 1_000, atMs: 1_000 }));
				for (const push of [...late, ...named]) ledger.applyEvent(push, noonMs);
				expect(follows()).toBe(3);
				ledger.applySnapshot(someSnapshot(facts, { startedAtMs: noonMs + 9_000, atMs: 9_000 }));
				expect(follows()).toBe(3);
			}),
		);
	});

	it("leaves it to the list which of two equals was deleted, where it names them otherwise", () => {
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

	it("takes out the one of two equals that was deleted, though their names were paired the wrong way round", () => {
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

	it("keeps when a push arrived where neither telling has a time", () => {
		const ledger = new Ledger();
		const timeless = { ...someEvent(1), isTimeAssumed: true };
		ledger.applySnapshot(someSnapshot([]));
		ledger.applyEvent(timeless, noonMs);
		ledger.applySnapshot(someSnapshot([{ ...timeless, createdAtMs: 0 }], { atMs: 2_000 }));
		expect(ledger.current(timeless)).toMatchObject({ createdAtMs: noonMs });
	});

	it("takes an amount from the one telling and its currency from the other", () => {
		const gift = { type: "donation", person: "Ada" } as const;
		const nameless = someEvent(1, { ...gift, amount: moneyFromDecimal("5", ""), isCurrencyAssumed: true });
		const amountless = someEvent(1, { ...gift, currency: "USD" });
		for (const [listed, pushed] of [
			[nameless, amountless],
			[amountless, nameless],
		] as const) {
			for (const order of ["pushed first", "listed first"]) {
				const ledger = new Ledger();
				const look = (events: readonly StreamEvent[]) => void ledger.applySnapshot(someSnapshot(events));
				look(order === "pushed first" ? [] : [listed]);
				ledger.applyEvent(pushed, noonMs);
				look([listed]);
				expect(ledger.current(listed)).toMatchObject({ amount: { minorUnits: 500, currency: "USD" } });
				expect(ledger.current(listed)).not.toHaveProperty("isCurrencyAssumed");
			}
		}
	});

	it("knows a test again by the name that it is told by later", () => {
		const ledger = new Ledger();
		ledger.ownEvents.restore({ keys: ["1"], posts: [] });
		const { id: _, ...byRef } = someEvent(1);
		ledger.applySnapshot(someSnapshot([byRef]));
		ledger.applySnapshot(someSnapshot([someEvent(1)]));
		expect(ledger.current(someEvent(1))).toMatchObject({ isTest: true });
	});

	it("knows an event by its id and by its ref, however they came to be known", () => {
		fc.assert(
			fc.property(
				fc.shuffledSubarray(["id", "ref", "both", "id", "ref"] as const, { minLength: 1 }),
				fc.constantFrom("live", "listed"),
				(tellings, last) => {
					const ledger = new Ledger();
					ledger.applySnapshot(someSnapshot([], { totals: { followers: 10, byProvider: {} } }));
					const fact = { id: "1", ref: "r1", type: "follow", createdAtMs: noonMs, isDeleted: false } as const;
					for (const telling of tellings) {
						const { id, ref, ...rest } = fact;
						ledger.applyEvent(
							{ ...rest, ...(telling !== "ref" && { id }), ...(telling !== "id" && { ref }) },
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

describe("what is not known", () => {
	const query = { metric: "donationAmount", scope: "today", newOnly: false, uniqueOnly: false } as const;
	const donation: StreamEvent = { id: "1", type: "donation", createdAtMs: noonMs, isDeleted: false };
	const setUp = (events: readonly StreamEvent[]) => {
		const ledger = new Ledger();
		ledger.applySnapshot(someSnapshot(events));
		return ledger;
	};

	it("adds up the other amounts when one cannot be parsed, and says so", () => {
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

	it("is whose currency it was, until the account tells: then it is the account's, and changes with it", () => {
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

	it("is when an event was that is listed without any time: no period is sure of it", () => {
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
