import { beforeEach, describe, expect, it } from "vitest";

import { Ledger } from "../../../src/ledger/ledger";
import { matchesCached, withoutUserName } from "../../../src/ledger/cached-list";
import { streamEventTypes, type StreamEvent } from "../../../src/state/stream-event";
import { noonMs, someEvent, someSnapshot } from "./some-events";

const hashName = (name: string) => `key of ${name}`;
const dayMs = 86_400_000;
const context = { nowMs: noonMs, currency: "EUR" };
const year = { scope: "year", newOnly: false, uniqueOnly: false } as const;

/** A follow and a donation of each, the older half as they are remembered. */
const real = ["Ada", "Bob", "ada", "Cyd"].flatMap((person, index) => [
	someEvent(20 - 2 * index, { agoMs: index * dayMs, person, message: "hello" }),
	someEvent(19 - 2 * index, {
		agoMs: index * dayMs + 1_000,
		...{ type: "donation", person, amount: { minorUnits: 100, currency: "EUR" } },
	}),
]);
const listed = real.map((event, index) => (index < 4 ? event : withoutUserName(event, hashName)));
const namedFromMs = noonMs - dayMs - 1_000;

let ledger: Ledger;
const count = (query: { readonly uniqueOnly?: boolean }) => {
	const value = ledger.value({ metric: "followers", ...year, ...query }, context);
	return value.kind === "count" ? value.count : value;
};
const look = (events: readonly StreamEvent[], changes = {}) =>
	ledger.applySnapshot(someSnapshot(events, { totalCount: events.length + 30, reachMs: 0, ...changes }));

beforeEach(() => {
	ledger = new Ledger(hashName);
	look(listed, { namedFromMs });
});

describe("events of which only a key of the name is remembered", () => {
	it("count as before: all, each name once, and what was given", () => {
		expect(count({})).toBe(4);
		expect(count({ uniqueOnly: true })).toBe(3);
		expect(ledger.value({ metric: "donationAmount", ...year }, context)).toEqual({
			kind: "money",
			sums: new Map([["EUR", 400]]),
		});
	});

	it("are of the same name as what comes live", () => {
		ledger.applyEvent(someEvent(40, { person: "CYD" }), noonMs);
		expect(count({ uniqueOnly: true })).toBe(3);
		ledger.applyEvent(someEvent(41, { person: "Dan" }), noonMs);
		expect(count({ uniqueOnly: true })).toBe(4);
	});

	it("are shown to nobody, and rank nobody, until they are read", () => {
		expect(ledger.newest(["follow"], 10).map(({ person }) => person)).toEqual(["Ada", "Bob"]);
		expect(ledger.coverage.namedFromMs("donation")).toBe(namedFromMs);
		const query = { by: "total", scope: "year" } as const;
		expect(ledger.supporters(query, context).kind).toBe("unknown");
		const donations = real.filter(({ type }) => type === "donation");
		look(donations, { types: ["donation"] });
		expect(ledger.supporters(query, context)).toMatchObject({
			supporters: [{ person: "Ada" }, { person: "Cyd" }, { person: "Bob" }],
		});
		expect(ledger.coverage.namedFromMs("follow")).toBe(namedFromMs);
	});

	it("say what the list says once it is read", () => {
		look(real);
		expect(ledger.newest(["follow"], 10).map(({ person }) => person)).toEqual(["Ada", "Bob", "ada", "Cyd"]);
		expect(count({ uniqueOnly: true })).toBe(3);
	});
});

describe("what can be remembered", () => {
	const remembered = () => ledger.cacheableList(streamEventTypes);

	it("is the list as it was looked at, the newest first, and how much is older", () => {
		expect(remembered()?.events.map(({ id }) => id)).toEqual(real.map(({ id }) => id));
		expect(remembered()?.olderCount).toBe(30);
		expect(ledger.cacheableList(["follow"])).toBeUndefined();
	});

	it("is nothing while an event has not been listed, nor once one can't be told from others", () => {
		const told = someEvent(40, { person: "Dan" });
		ledger.applyEvent(told, noonMs);
		expect(remembered()).toBeUndefined();
		look([told, ...listed]);
		expect(remembered()?.events).toHaveLength(9);
		look([someEvent(41, { id: undefined }), told, ...listed]);
		expect(remembered()).toBeUndefined();
	});

	it("goes as far back as all kinds have been read", () => {
		ledger = new Ledger(hashName);
		look(
			listed.filter(({ type }) => type === "follow"),
			{ types: ["follow"] },
		);
		look(listed.slice(0, 3), { reachMs: noonMs - dayMs });
		expect(ledger.cacheableList(streamEventTypes)?.events.map(({ id }) => id)).toEqual(["20", "19", "18"]);
	});

	it("is nothing while the list doesn't count itself", () => {
		ledger = new Ledger(hashName);
		look(listed, { totalCount: undefined });
		expect(remembered()).toBeUndefined();
	});

	it("leaves out what was deleted", () => {
		ledger.applyEvent({ ...(real[0] as StreamEvent), isDeleted: true }, noonMs);
		expect(remembered()?.events).toHaveLength(7);
		expect(remembered()?.olderCount).toBe(30);
	});
});

describe("what is remembered of an event", () => {
	const event = someEvent(1, {
		...{ type: "donation", person: "Ada", message: "hello", provider: "twitch" },
		amount: { minorUnits: 500, currency: "EUR" },
	});
	const remembered = withoutUserName(event, hashName);

	it("is all but its words, its platform and who it was", () => {
		expect(remembered).toEqual({
			...{ id: "1", type: "donation", createdAtMs: noonMs, isDeleted: false, nameKey: "key of ada" },
			amount: { minorUnits: 500, currency: "EUR" },
		});
		expect(withoutUserName(someEvent(2), hashName)).not.toHaveProperty("nameKey");
	});

	it("is still so whatever is said besides", () => {
		expect(matchesCached({ ...event, person: "ADA", message: "changed" }, remembered, hashName)).toBe(true);
	});

	it.each([
		{ id: "2" },
		{ type: "follow" },
		{ createdAtMs: noonMs + 1 },
		{ isTimeAssumed: true },
		{ isDeleted: true },
		{ amount: { minorUnits: 501, currency: "EUR" } },
		{ amount: { minorUnits: 500, currency: "USD" } },
		{ amount: undefined },
		{ isCurrencyAssumed: true },
		{ resub: 1 },
		{ viewers: 1 },
		{ person: "Bob" },
	] as const)("is not so any more with %o", (changes) => {
		expect(matchesCached({ ...event, ...changes }, remembered, hashName)).toBe(false);
	});
});
