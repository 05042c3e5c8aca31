import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { Coverage } from "../../../../src/ledger/coverage";
import type { LedgerContext } from "../../../../src/ledger/figures/counters";
import { EventLog } from "../../../../src/ledger/log/event-log";
import type { LogEntry } from "../../../../src/ledger/log/log-entry";
import type { StreamEvent } from "../../../../src/state/events/stream-event";
import { Supporters, type SupporterQuery } from "../../../../src/ledger/figures/supporters";
import { someSnapshot } from "../some-events";

const nowMs = Date.UTC(2026, 10, 20, 12);
const context = { nowMs, currency: "EUR" };

class Donations {
	readonly log = new EventLog((entry, before, after) => {
		this.#answers.apply(entry, before, after);
	});
	readonly coverage = new Coverage();
	readonly #answers = new Supporters(this.log, this.coverage);
	#nextId = 1;

	constructor() {
		this.coverage.add(someSnapshot([], { types: ["donation"] }), nowMs);
	}

	give(person: string | undefined, euros: number, fields: Partial<StreamEvent> = {}): LogEntry {
		const id = String(this.#nextId++);
		const event: StreamEvent = {
			id,
			type: "donation",
			createdAtMs: nowMs - 1_000_000 + Number(id) * 1_000,
			isDeleted: false,
			person,
			amount: { minorUnits: Math.round(euros * 100), currency: "EUR" },
			...fields,
		};
		const entry: LogEntry = {
			event,
			listing: "listed",
			arrival: { atMs: nowMs, source: "list" },
		};
		this.log.addAll([entry]);
		return entry;
	}

	change(entry: LogEntry, fields: Partial<StreamEvent>): void {
		this.log.change(entry, { ...entry.event, ...fields });
	}

	answer(query: Partial<SupporterQuery> = {}, more: Partial<LedgerContext> = {}) {
		return this.#answers.value({ by: "donation", scope: "lifetime", ...query }, { ...context, ...more });
	}

	get answers(): Supporters {
		return this.#answers;
	}

	ranks(query: Partial<SupporterQuery> = {}): readonly string[] {
		const answer = this.answer(query);
		if (answer.kind === "unknown") return ["?"];
		return answer.supporters.map(({ person, amount }) => `${person ?? "–"} ${amount.minorUnits / 100}`);
	}
}

describe("the top supporter", () => {
	it("is the user with the largest donation, or the highest total", () => {
		const donations = new Donations();
		for (const [person, euros] of [
			["Ada", 5],
			["Bob", 7],
			["ada", 4],
		] as const)
			donations.give(person, euros);
		expect(donations.ranks()).toEqual(["Bob 7", "Ada 5", "ada 4"]);
		expect(donations.ranks({ by: "total" })).toEqual(["ada 9", "Bob 7"]);
	});

	it("of equal amounts is the earliest", () => {
		const donations = new Donations();
		donations.give("Ada", 5);
		donations.give("Bob", 10);
		donations.give("Cyd", 10);
		donations.give("Ada", 5);
		expect(donations.ranks()).toEqual(["Bob 10", "Cyd 10", "Ada 5", "Ada 5"]);
		expect(donations.ranks({ by: "total" })).toEqual(["Bob 10", "Cyd 10", "Ada 10"]);
	});

	it("of equal amounts and times is the one with the lower id, in any order of arrival", () => {
		const donations = new Donations();
		const atOnce = { createdAtMs: nowMs };
		donations.give("Bob", 5, { ...atOnce, id: "1002" });
		donations.give("Ada", 5, { ...atOnce, id: "1001" });
		expect(donations.ranks()).toEqual(["Ada 5", "Bob 5"]);
		donations.give("Cyd", 5, { ...atOnce, id: "1000" });
		expect(donations.ranks()).toEqual(["Cyd 5", "Ada 5", "Bob 5"]);
	});

	it("is ranked among at most a hundred users", () => {
		const donations = new Donations();
		for (let euros = 1; euros <= 102; euros++) donations.give(`Fan ${euros}`, euros);
		expect(donations.ranks()).toHaveLength(100);
		expect(donations.ranks().at(-1)).toBe("Fan 3 3");
	});

	it("has the name of the last donation, regardless of arrival order and deletion", () => {
		const donations = new Donations();
		donations.give("ADA", 1);
		const last = donations.give("Ada", 1);
		donations.give("aDA", 1, { createdAtMs: nowMs - 2_000_000 });
		expect(donations.ranks({ by: "total" })).toEqual(["Ada 3"]);
		donations.change(last, { isDeleted: true });
		expect(donations.ranks({ by: "total" })).toEqual(["ADA 2"]);
	});

	it("changes with deleted, restored and edited donations", () => {
		const donations = new Donations();
		const ada = donations.give("Ada", 5);
		const bob = donations.give("Bob", 10);
		expect(donations.ranks()).toEqual(["Bob 10", "Ada 5"]);
		donations.change(bob, { isDeleted: true });
		expect(donations.ranks({ by: "total" })).toEqual(["Ada 5"]);
		donations.change(ada, { amount: { minorUnits: 1_200, currency: "EUR" }, person: "Eve" });
		donations.change(bob, { isDeleted: false });
		expect(donations.ranks({ by: "total" })).toEqual(["Eve 12", "Bob 10"]);
	});

	it("is ranked in one currency; amounts without one are in the account's", () => {
		const donations = new Donations();
		donations.give("Ada", 5, { amount: { minorUnits: 500_000, currency: "JPY" } });
		donations.give("Bob", 5, { amount: { minorUnits: 70_000, currency: "" }, isCurrencyAssumed: true });
		donations.give("Cyd", 6);
		expect(donations.ranks()).toEqual(["Bob 7", "Cyd 6"]);
		expect(donations.ranks({ currency: "JPY" })).toEqual(["Ada 5000"]);
	});

	it("is ranked in the currency of the last donation that has one, if the account has none", () => {
		const donations = new Donations();
		const unnamed = { amount: { minorUnits: 70_000, currency: "" }, isCurrencyAssumed: true };
		const ranks = (currency: string | undefined) => {
			const answer = donations.answer({}, { currency });
			return answer.kind === "ranking" ? answer.supporters : answer.kind;
		};
		donations.give("Bob", 5, unnamed);
		expect(ranks(undefined)).toEqual([{ person: "Bob", amount: { minorUnits: 70_000, currency: "" } }]);
		donations.give("Cyd", 5, { amount: { minorUnits: 500, currency: "USD" } });
		donations.give("Eve", 5, { amount: undefined });
		donations.give("Bob", 5, unnamed);
		expect(ranks(undefined)).toEqual([{ person: "Cyd", amount: { minorUnits: 500, currency: "USD" } }]);
		const dollars = [["Bob", 700], ["Bob", 700], ["Cyd", 500]].map(([person, minorUnits]) => ({ person, amount: { minorUnits, currency: "USD" } })); // prettier-ignore
		expect(ranks("USD")).toEqual(dollars);
		expect(ranks("EUR")).toMatchObject([{ person: "Bob" }, { person: "Bob" }]);
	});

	it("of a session is unknown until the session begins", () => {
		const donations = new Donations();
		donations.give("Ada", 5);
		expect(donations.answer({ scope: "session" })).toEqual({ kind: "unknown" });
		const session = { sessionStartedAtMs: nowMs - 1_000_000 };
		expect(donations.answer({ scope: "session" }, session)).toMatchObject({
			supporters: [{ person: "Ada" }],
		});
		expect(
			new Supporters(new EventLog(), new Coverage()).value({ by: "donation", scope: "lifetime" }, context)
				.kind,
		).toBe("unknown");
	});

	it("treats donations without a name as separate users, and ignores tests", () => {
		const donations = new Donations();
		donations.give(undefined, 3);
		donations.give(undefined, 3);
		donations.give("Ada", 100, { isTest: true });
		expect(donations.ranks({ by: "total" })).toEqual(["– 3", "– 3"]);
	});

	it("is ranked with the other amounts if one cannot be parsed", () => {
		const donations = new Donations();
		donations.give("Ada", 5);
		const odd = donations.give("Bob", 0, { amount: undefined });
		expect(donations.answer()).toMatchObject({ kind: "ranking", isIncomplete: false });
		expect(donations.ranks()).toEqual(["Ada 5"]);
		donations.change(odd, { amount: { minorUnits: 900, currency: "EUR" } });
		expect(donations.ranks()).toEqual(["Bob 9", "Ada 5"]);
	});

	it("stays incomplete when a donation with a known time, or of another currency, is deleted", () => {
		const donations = new Donations();
		donations.give("Ada", 5, { createdAtMs: 0, isTimeAssumed: true });
		const ada = donations.give("Ada", 5);
		donations.give("Ada", 6);
		const yen = donations.give("Ada", 5, { amount: { minorUnits: 500_000, currency: "JPY" } });
		expect(donations.ranks({ by: "total", scope: "year" })).toEqual(["Ada 11"]);
		donations.change(ada, { isDeleted: true });
		donations.change(yen, { isDeleted: true });
		expect(donations.ranks({ by: "total", scope: "year" })).toEqual(["Ada 6"]);
		expect(donations.answer({ by: "total", scope: "year" })).toMatchObject({ isIncomplete: true });
	});

	it("is incomplete in every period while a donation has no known time", () => {
		const donations = new Donations();
		const undated = donations.give("Ada", 5, { createdAtMs: 0, isTimeAssumed: true });
		donations.give("Bob", 2);
		expect(donations.answer()).toMatchObject({ isIncomplete: false });
		expect(donations.ranks()).toEqual(["Ada 5", "Bob 2"]);
		expect(donations.answer({ scope: "year" })).toMatchObject({ isIncomplete: true });
		expect(donations.ranks({ scope: "year" })).toEqual(["Bob 2"]);
		donations.change(undated, { createdAtMs: nowMs, isTimeAssumed: false });
		expect(donations.answer({ scope: "year" })).toMatchObject({ isIncomplete: false });
		expect(donations.ranks({ scope: "year" })).toEqual(["Ada 5", "Bob 2"]);
	});

	it("is not determined by follows", () => {
		const donations = new Donations();
		donations.ranks();
		donations.give("Ada", 5, { type: "follow" });
		expect(donations.answer()).toEqual({ kind: "ranking", supporters: [], isIncomplete: false });
	});

	it("is unknown while the list does not reach back far enough", () => {
		const coverage = new Coverage();
		coverage.add(someSnapshot([], { types: ["donation"], reachMs: nowMs - 1_000 }), nowMs);
		const query = { by: "donation", scope: "month" } as const;
		expect(new Supporters(new EventLog(), coverage).value(query, context)).toEqual({ kind: "unknown" });
	});

	it("is the same by incremental updates and by a full recount", () => {
		const change = fc.record({
			kind: fc.constantFrom("give", "delete", "edit", "look"),
			who: fc.nat(5),
			euros: fc.integer({ min: 1, max: 6 }),
			which: fc.nat(200),
		});
		fc.assert(
			fc.property(
				fc.array(change, { maxLength: 150 }),
				fc.constantFrom("donation", "total"),
				(changes, by) => {
					const donations = new Donations();
					const entries: LogEntry[] = [];
					for (const { kind, who, euros, which } of changes) {
						const entry = entries[which % Math.max(1, entries.length)];
						const amount = { minorUnits: euros * 100, currency: "EUR" };
						if (kind === "give") entries.push(donations.give(`Fan ${who}`, euros));
						else if (kind === "look") donations.ranks({ by });
						else if (entry) donations.change(entry, kind === "edit" ? { amount } : { isDeleted: true });
					}
					const recounted = new Supporters(donations.log, donations.coverage).value(
						{ by, scope: "lifetime" },
						context,
					);
					expect(donations.answer({ by })).toEqual(recounted);
				},
			),
		);
	});
});
