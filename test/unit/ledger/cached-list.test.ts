import { beforeEach, describe, expect, it } from "vitest";

import { Ledger } from "../../../src/ledger/ledger";
import { matchesCached, noListCache } from "../../../src/ledger/cached-list";
import { streamEventTypes, type StreamEvent } from "../../../src/state/events/stream-event";
import { cachedFormOf } from "../../world/fakes/in-memory-list-store";
import { noonMs, someEvent, someSnapshot } from "./some-events";

const hashName = (name: string) => `key of ${name}`;
const dayMs = 86_400_000;
const context = { nowMs: noonMs, currency: "EUR" };
const year = { scope: "year", newOnly: false, uniqueOnly: false } as const;

/** A follow and a donation of each person. The older half is in its cached form. */
const events = ["Ada", "Bob", "ada", "Cyd"].flatMap((person, index) => [
	someEvent(20 - 2 * index, { agoMs: index * dayMs, person, message: "hello" }),
	someEvent(19 - 2 * index, {
		agoMs: index * dayMs + 1_000,
		type: "donation",
		person,
		amount: { minorUnits: 100, currency: "EUR" },
	}),
]);
const listed = events.map((event, index) => (index < 4 ? event : cachedFormOf(event, hashName)));
const namedFromMs = noonMs - dayMs - 1_000;

let ledger: Ledger;
const count = (query: { readonly uniqueOnly?: boolean }) => {
	const value = ledger.value({ metric: "followers", ...year, ...query }, context);
	return value.kind === "count" ? value.count : value;
};
const applySnapshot = (events: readonly StreamEvent[], changes = {}) =>
	ledger.applySnapshot(someSnapshot(events, { totalCount: events.length + 30, reachMs: 0, ...changes }));

beforeEach(() => {
	ledger = new Ledger({ ...noListCache, hashName });
	applySnapshot(listed, { namedFromMs });
});

describe("cached events, of which only a hashed user name is stored", () => {
	it("are counted as before: all events, unique users, and amounts", () => {
		expect(count({})).toBe(4);
		expect(count({ uniqueOnly: true })).toBe(3);
		expect(ledger.value({ metric: "donationAmount", ...year }, context)).toEqual({
			kind: "money",
			sums: new Map([["EUR", 400]]),
		});
	});

	it("are matched with pushed events of the same user", () => {
		ledger.applyEvent(someEvent(40, { person: "CYD" }), noonMs);
		expect(count({ uniqueOnly: true })).toBe(3);
		ledger.applyEvent(someEvent(41, { person: "Dan" }), noonMs);
		expect(count({ uniqueOnly: true })).toBe(4);
	});

	it("are not displayed or ranked until they are listed", () => {
		expect(ledger.newest(["follow"], 10).map(({ person }) => person)).toEqual(["Ada", "Bob"]);
		expect(ledger.coverage.namedFromMs("donation")).toBe(namedFromMs);
		const query = { by: "total", scope: "year" } as const;
		expect(ledger.supporters(query, context).kind).toBe("unknown");
		const donations = events.filter(({ type }) => type === "donation");
		applySnapshot(donations, { types: ["donation"] });
		expect(ledger.supporters(query, context)).toMatchObject({
			supporters: [{ person: "Ada" }, { person: "Cyd" }, { person: "Bob" }],
		});
		expect(ledger.coverage.namedFromMs("follow")).toBe(namedFromMs);
	});

	it("have the fields from the list once they are listed", () => {
		applySnapshot(events);
		expect(ledger.newest(["follow"], 10).map(({ person }) => person)).toEqual(["Ada", "Bob", "ada", "Cyd"]);
		expect(count({ uniqueOnly: true })).toBe(3);
	});

	it("do not change what was listed after they were cached", () => {
		const amount = { minorUnits: 300, currency: "EUR" };
		const edited = events.map((event) => (event.amount ? { ...event, amount } : event));
		applySnapshot(edited);
		applySnapshot([...edited.slice(0, 4), ...listed.slice(4)], { namedFromMs });
		expect(ledger.value({ metric: "donationAmount", ...year }, context)).toMatchObject({
			sums: new Map([["EUR", 1_200]]),
		});
	});
});

describe("the list that can be cached", () => {
	const cached = () => ledger.cacheableList(streamEventTypes);

	it("is the list of the snapshots, newest first, with the number of older events", () => {
		expect(cached()?.events.map(({ id }) => id)).toEqual(events.map(({ id }) => id));
		expect(cached()?.olderCount).toBe(30);
		expect(ledger.cacheableList(["follow"])).toBeUndefined();
	});

	it("is undefined while an event is not listed, and if an event has no unambiguous key", () => {
		const pushed = someEvent(40, { person: "Dan" });
		ledger.applyEvent(pushed, noonMs);
		expect(cached()).toBeUndefined();
		applySnapshot([pushed, ...listed]);
		expect(cached()?.events).toHaveLength(9);
		applySnapshot([someEvent(41, { id: undefined }), pushed, ...listed]);
		expect(cached()).toBeUndefined();
	});

	it("reaches as far back as the snapshots of all types", () => {
		ledger = new Ledger({ ...noListCache, hashName });
		applySnapshot(
			listed.filter(({ type }) => type === "follow"),
			{ types: ["follow"] },
		);
		applySnapshot(listed.slice(0, 3), { reachMs: noonMs - dayMs });
		expect(ledger.cacheableList(streamEventTypes)?.events.map(({ id }) => id)).toEqual(["20", "19", "18"]);
	});

	it("is undefined while the list sends no total count", () => {
		ledger = new Ledger({ ...noListCache, hashName });
		applySnapshot(listed, { totalCount: undefined });
		expect(cached()).toBeUndefined();
	});

	it("does not contain deleted events", () => {
		ledger.applyEvent({ ...(events[0] as StreamEvent), isDeleted: true }, noonMs);
		expect(cached()?.events).toHaveLength(7);
		expect(cached()?.olderCount).toBe(30);
	});
});

describe("the cached form of an event", () => {
	const event = someEvent(1, {
		type: "donation",
		person: "Ada",
		message: "hello",
		provider: "twitch",
		amount: { minorUnits: 500, currency: "EUR" },
	});
	const cached = cachedFormOf(event, hashName);

	it("omits message, platform and user name", () => {
		expect(cached).toEqual({
			id: "1",
			type: "donation",
			createdAtMs: noonMs,
			isDeleted: false,
			nameKey: "key of ada",
			amount: { minorUnits: 500, currency: "EUR" },
		});
		expect(cachedFormOf(someEvent(2), hashName)).not.toHaveProperty("nameKey");
	});

	it("matches an event that differs only in the omitted fields", () => {
		expect(matchesCached({ ...event, person: "ADA", message: "changed" }, cached, hashName)).toBe(true);
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
	] as const)("does not match after a change of %o", (changes) => {
		expect(matchesCached({ ...event, ...changes }, cached, hashName)).toBe(false);
	});
});
