import { describe, expect, it } from "vitest";

import { accountCurrency, moneyFromDecimal } from "../../../../src/state/money";
import {
	hasSameContent,
	identityOf,
	withCurrency,
	isKeyless,
	isRenewal,
	isSameEvent,
	mayBeSameEvent,
	isUnrecognisable,
	contentRefPrefix,
	maxClockErrorMs,
	onlyKeyOf,
	type StreamEvent,
} from "../../../../src/state/events/stream-event";
import { noonMs, someEvent } from "../../ledger/some-events";

const nameless = { id: undefined, ref: `${contentRefPrefix}x` };
const donation = (minorUnits: number, currency: string, changes: Partial<StreamEvent> = {}) =>
	someEvent(1, { type: "donation", person: "Ada", amount: { minorUnits, currency }, ...changes });

describe("the key of an event", () => {
	it.each([
		[{}, false, undefined],
		[{ ref: undefined }, false, "id"],
		[{ ref: nameless.ref }, false, "id"],
		[{ id: undefined }, false, "ref"],
		[nameless, true, undefined],
		[{ id: undefined, ref: undefined }, true, undefined],
	] as const)("with %o is missing: %s; the only one: %s", (changes, isMissing, only) => {
		const event = someEvent(1, changes);
		expect([isKeyless(event), onlyKeyOf(event)]).toEqual([isMissing, only]);
	});

	it("is its id, else its ref", () => {
		expect(identityOf(someEvent(1))).toBe("1");
		expect(identityOf(someEvent(1, { id: undefined }))).toBe("ref:r1");
		expect(identityOf(someEvent(1, { id: undefined, ref: undefined }))).toBe("ref:");
	});

	it.each([
		[{}, {}, true],
		[{}, { ref: "other" }, true],
		[{}, { id: "2" }, false],
		[{}, { id: undefined }, true],
		[{ id: undefined }, {}, true],
		[{}, { id: undefined, ref: "other" }, false],
		[{ ref: undefined }, { id: undefined, ref: undefined }, false],
	])("makes %o and %o one event: %s", (a, b, isOne) => {
		expect(isSameEvent(someEvent(1, a), someEvent(1, b))).toBe(isOne);
	});

	it("is a key, or else its person or time", () => {
		const odd = { ...nameless, isTimeAssumed: true };
		expect(isUnrecognisable(someEvent(1, odd))).toBe(true);
		expect(isUnrecognisable(someEvent(1, { ...odd, person: "Ada" }))).toBe(false);
		expect(isUnrecognisable(someEvent(1, nameless))).toBe(false);
		expect(isUnrecognisable(someEvent(1, { isTimeAssumed: true }))).toBe(false);
	});
});

describe("two sources", () => {
	const received = (changes: Partial<StreamEvent> = {}) => someEvent(1, { person: "Ada", ...changes });

	it.each([
		[{}, {}, true],
		[{}, { type: "hosting" }, false],
		[{}, { person: "Bob" }, false],
		[{}, { createdAtMs: noonMs + 1 }, false],
		[{}, { createdAtMs: noonMs + maxClockErrorMs, isTimeAssumed: true }, true],
		[{ isTimeAssumed: true }, { createdAtMs: noonMs - maxClockErrorMs }, true],
		[{ isTimeAssumed: true }, { createdAtMs: noonMs - maxClockErrorMs - 1 }, false],
		[{ viewers: 5 }, { viewers: 6 }, false],
		[{ viewers: 5 }, {}, true],
		[{ resub: 2 }, { resub: 3 }, false],
		[{}, { resub: 3 }, true],
	] as const)("%o and %o may be one event: %s", (a, b, mayBe) => {
		expect(mayBeSameEvent(received(a), received(b))).toBe(mayBe);
		expect(hasSameContent(received(a), received(b))).toBe(mayBe);
	});

	it("without a person cannot be matched by content", () => {
		expect(hasSameContent(received({ person: undefined }), received({ person: undefined }))).toBe(false);
	});

	it("have equal amounts if they have the same currency or one has none", () => {
		const assumed = (decimal: string) => ({
			...donation(0, accountCurrency, { isCurrencyAssumed: true }),
			amount: moneyFromDecimal(decimal, accountCurrency),
		});
		expect(mayBeSameEvent(donation(500, "EUR"), donation(500, "EUR"))).toBe(true);
		expect(mayBeSameEvent(donation(500, "EUR"), donation(501, "EUR"))).toBe(false);
		expect(mayBeSameEvent(donation(10, "EUR"), donation(0, "JPY"))).toBe(false);
		expect(mayBeSameEvent(assumed("5.00"), donation(500, "EUR"))).toBe(true);
		expect(mayBeSameEvent(donation(500, "EUR"), assumed("4.00"))).toBe(false);
		expect(mayBeSameEvent(donation(500, "EUR"), { ...donation(1, "EUR"), amount: undefined })).toBe(true);
	});
});

describe("an event", () => {
	it("is a renewal if it is a repeated subscription", () => {
		const subscription = (resub?: number) => someEvent(1, { type: "subscription", resub });
		expect([undefined, 0, 1].map((resub) => isRenewal(subscription(resub)))).toEqual([false, false, true]);
		expect(isRenewal(someEvent(1, { resub: 2 }))).toBe(false);
	});

	it("is in the account's currency if it has none, once the account is loaded", () => {
		expect(withCurrency(donation(500, accountCurrency), "USD").amount?.currency).toBe("USD");
		expect(withCurrency(donation(500, "EUR"), "USD").amount?.currency).toBe("EUR");
		expect(withCurrency(donation(500, accountCurrency), undefined).amount?.currency).toBe(accountCurrency);
	});
});
