import { describe, expect, it } from "vitest";

import { isEqualEvent, compactEvent } from "../../../../src/state/events/compact-event";
import type { StreamEvent } from "../../../../src/state/events/stream-event";
import { someEvent } from "../../ledger/some-events";

const rich: StreamEvent = {
	...someEvent(1, { type: "donation", person: "Ada", amount: { minorUnits: 500, currency: "EUR" } }),
	isCurrencyAssumed: true,
	currency: "EUR",
	resub: 0,
	viewers: 0,
	provider: "twitch",
	nameKey: "k",
	isTimeAssumed: true,
	message: "",
	isTest: true,
};

describe("the stored form of an event", () => {
	it("has all values and no empty fields", () => {
		expect(compactEvent(rich)).toEqual(rich);
		const poor = { ...someEvent(1), isTest: false, isTimeAssumed: false, isCurrencyAssumed: false };
		const silent = { currency: undefined, resub: undefined, provider: undefined, message: undefined };
		expect(Object.keys(compactEvent({ ...poor, ...silent, viewers: undefined, nameKey: undefined }))).toEqual(
			[...["id", "ref", "type", "createdAtMs", "isDeleted", "person", "amount"]],
		);
	});

	it("is equal for equal events", () => {
		expect(isEqualEvent(rich, compactEvent({ ...rich, amount: { minorUnits: 500, currency: "EUR" } }))).toBe(
			true,
		);
		expect(isEqualEvent(someEvent(1), compactEvent(someEvent(1)))).toBe(true);
	});

	it.each<Partial<StreamEvent>>([
		{ id: "2" },
		{ ref: "r2" },
		{ createdAtMs: 1 },
		{ isTimeAssumed: false },
		{ isDeleted: true },
		{ person: "ada" },
		{ nameKey: "other" },
		{ provider: "youtube" },
		{ amount: undefined },
		{ amount: { minorUnits: 501, currency: "EUR" } },
		{ amount: { minorUnits: 500, currency: "USD" } },
		{ isCurrencyAssumed: false },
		{ currency: "USD" },
		{ resub: 1 },
		{ viewers: 1 },
		{ message: "hello" },
		{ isTest: false },
	])("differs with %o", (changes) => {
		expect(isEqualEvent(rich, { ...rich, ...changes })).toBe(false);
		expect(isEqualEvent({ ...rich, ...changes }, rich)).toBe(false);
	});
});
