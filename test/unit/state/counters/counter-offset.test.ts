import { describe, expect, it } from "vitest";

import { withOffset } from "../../../../src/state/counters/counter-offset";

describe("an offset", () => {
	it("is added to counts and figures exactly", () => {
		expect(withOffset({ kind: "count", count: 3 }, -5, "EUR")).toEqual({ kind: "count", count: -2 });
		expect(withOffset({ kind: "figure", value: 0.1 }, 0.2, "EUR")).toEqual({ kind: "figure", value: 0.3 });
	});

	it("is added to the account's currency, even if there is no amount in it", () => {
		const sums = new Map([["JPY", 500]]);
		expect(withOffset({ kind: "money", sums, hasUnreadable: true }, 12.5, "EUR")).toEqual({
			kind: "money",
			hasUnreadable: true,
			sums: new Map([
				["JPY", 500],
				["EUR", 1250],
			]),
		});
		expect(withOffset({ kind: "money", sums }, 12.5, undefined)).toEqual({ kind: "money", sums });
	});

	it("does not make an unknown value known", () => {
		expect(withOffset({ kind: "unknown" }, 12.5, "EUR")).toEqual({ kind: "unknown" });
	});
});
