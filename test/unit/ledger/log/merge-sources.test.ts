import { describe, expect, it } from "vitest";

import { mergeSources } from "../../../../src/ledger/log/merge-sources";
import type { StreamEvent } from "../../../../src/state/stream-event";
import { noonMs, someEvent } from "../some-events";

const merged = (first: Partial<StreamEvent>, other: Partial<StreamEvent>) =>
	mergeSources(someEvent(1, first), someEvent(1, other));
const amount = { minorUnits: 500, currency: "EUR" };
const ownAmount = { amount: { minorUnits: 50_000, currency: "" }, isCurrencyAssumed: true };

describe("two tellings of one event", () => {
	it("say what the first one says, and where it is silent what the other one says", () => {
		expect(merged({ person: "Ada" }, { person: "Bob", message: "hello", resub: 2 })).toMatchObject({
			...{ person: "Ada", message: "hello", resub: 2 },
		});
		expect(merged({ person: undefined, viewers: 0 }, { person: "Bob", viewers: 9 })).toMatchObject({
			...{ person: "Bob", viewers: 0 },
		});
	});

	it.each([
		["r1", "r2", "r1"],
		[undefined, "r2", "r2"],
		["r1", undefined, "r1"],
		["content:[1]", "r2", "r2"],
		["r1", "content:[2]", "r1"],
		["content:[1]", "content:[2]", "content:[1]"],
		[undefined, "content:[2]", "content:[2]"],
	])(
		"have a ref of the service's own rather than one that was made up: of %s and %s, %s",
		(first, other, ref) => {
			expect(merged({ ref: first }, { ref: other }).ref).toBe(ref);
		},
	);

	it.each([
		["a time that is told", { createdAtMs: 1 }, { createdAtMs: 2 }, { createdAtMs: 1 }],
		["one that is told rather than a guess", { createdAtMs: 1, isTimeAssumed: true }, { createdAtMs: 2 }, { createdAtMs: 2 }],
		["the first one's guess", { createdAtMs: 1, isTimeAssumed: true }, { createdAtMs: 2, isTimeAssumed: true }, { createdAtMs: 1, isTimeAssumed: true }],
		["a guess rather than none", { createdAtMs: 0, isTimeAssumed: true }, { createdAtMs: 2, isTimeAssumed: true }, { createdAtMs: 2, isTimeAssumed: true }],
		["the one that is told, though the other is a guess", { createdAtMs: 1 }, { createdAtMs: 2, isTimeAssumed: true }, { createdAtMs: 1 }],
	] as const)("have %s", (_which, first, other, { createdAtMs, ...guess }) => {
		const { createdAtMs: mergedMs, isTimeAssumed } = merged(first, other);
		expect({ createdAtMs: mergedMs, ...(isTimeAssumed && { isTimeAssumed }) }).toEqual({ createdAtMs, ...guess });
	}); // prettier-ignore

	it.each([
		["the first one's amount", { amount }, { amount: { minorUnits: 1, currency: "USD" } }, { amount }],
		["the only amount there is", {}, { amount }, { amount }],
		["an amount in the account's own currency, where none is named", ownAmount, {}, ownAmount],
		["the currency that the other one names", ownAmount, { currency: "EUR" }, { amount }],
		["the currency that the other one's amount is in", ownAmount, { amount: { minorUnits: 7, currency: "EUR" } }, { amount }],
		["a currency without an amount", {}, { currency: "USD" }, { currency: "USD" }],
		["no amount", {}, {}, {}],
		["the amount as it was told, whatever currency the other one names", { amount }, { currency: "USD" }, { amount }],
	] as const)("have %s", (_which, first, other, told) => {
		const { id: _, ref: __, type: ___, createdAtMs, isDeleted, ...rest } = merged(first, other);
		expect([createdAtMs, isDeleted]).toEqual([noonMs, false]);
		expect(rest).toStrictEqual(told);
	}); // prettier-ignore
});
