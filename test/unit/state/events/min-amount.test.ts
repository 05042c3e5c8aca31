import { expect, it } from "vitest";

import { isAtLeast } from "../../../../src/state/events/min-amount";
import { accountCurrency } from "../../../../src/state/money";
import { someEvent } from "../../ledger/some-events";

const donation = (minorUnits: number, currency: string) =>
	someEvent(1, { type: "donation", amount: { minorUnits, currency } });

it("leaves out smaller donations in the account's currency only", () => {
	const min = { amount: 10.1, currency: "EUR" };
	expect(isAtLeast(donation(1_009, "EUR"), min)).toBe(false);
	expect(isAtLeast(donation(1_010, "EUR"), min)).toBe(true);
	expect(isAtLeast(donation(101_000 - 1, accountCurrency), min)).toBe(false);
	expect(isAtLeast(donation(101_000, accountCurrency), min)).toBe(true);
	expect(isAtLeast(donation(1, "JPY"), min)).toBe(true);
	expect(isAtLeast(donation(1, "EUR"), { ...min, currency: undefined })).toBe(true);
	expect(isAtLeast(donation(1, "EUR"), undefined)).toBe(true);
	expect(isAtLeast(someEvent(1, { type: "donation" }), min)).toBe(true);
	expect(isAtLeast(someEvent(1), min)).toBe(true);
});
