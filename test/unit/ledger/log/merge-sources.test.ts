import { describe, expect, it } from "vitest";

import { mergeSources } from "../../../../src/ledger/log/merge-sources";
import type { StreamEvent } from "../../../../src/state/events/stream-event";
import { noonMs, someEvent } from "../some-events";

const merged = (first: Partial<StreamEvent>, other: Partial<StreamEvent>) =>
	mergeSources(someEvent(1, first), someEvent(1, other));
const amount = { minorUnits: 500, currency: "EUR" };
const ownAmount = { amount: { minorUnits: 50_000, currency: "" }, isCurrencyAssumed: true };

describe("two sources of one event", () => {
	it("are merged with the fields of the first, completed by the second", () => {
		expect(merged({ person: "Ada" }, { person: "Bob", message: "hello", resub: 2 })).toMatchObject({
			person: "Ada",
			message: "hello",
			resub: 2,
		});
		expect(merged({ person: undefined, viewers: 0 }, { person: "Bob", viewers: 9 })).toMatchObject({
			person: "Bob",
			viewers: 0,
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
	])("prefer a ref of the service to a derived one: of %s and %s, %s", (first, other, ref) => {
		expect(merged({ ref: first }, { ref: other }).ref).toBe(ref);
	});

	it.each([
		["the time of the first", { createdAtMs: 1 }, { createdAtMs: 2 }, { createdAtMs: 1 }],
		["a time rather than an assumed one", { createdAtMs: 1, isTimeAssumed: true }, { createdAtMs: 2 }, { createdAtMs: 2 }],
		["the assumed time of the first", { createdAtMs: 1, isTimeAssumed: true }, { createdAtMs: 2, isTimeAssumed: true }, { createdAtMs: 1, isTimeAssumed: true }],
		["an assumed time rather than none", { createdAtMs: 0, isTimeAssumed: true }, { createdAtMs: 2, isTimeAssumed: true }, { createdAtMs: 2, isTimeAssumed: true }],
		["the time of the first if the other is assumed", { createdAtMs: 1 }, { createdAtMs: 2, isTimeAssumed: true }, { createdAtMs: 1 }],
	] as const)("keep %s", (_which, first, other, { createdAtMs, ...guess }) => {
		const { createdAtMs: mergedMs, isTimeAssumed } = merged(first, other);
		expect({ createdAtMs: mergedMs, ...(isTimeAssumed && { isTimeAssumed }) }).toEqual({ createdAtMs, ...guess });
	}); // prettier-ignore

	it.each([
		["the amount of the first", { amount }, { amount: { minorUnits: 1, currency: "USD" } }, { amount }],
		["the only amount", {}, { amount }, { amount }],
		["an amount without a currency in the account's currency", ownAmount, {}, ownAmount],
		["the currency of the other", ownAmount, { currency: "EUR" }, { amount }],
		["the currency of the other's amount", ownAmount, { amount: { minorUnits: 7, currency: "EUR" } }, { amount }],
		["a currency without an amount", {}, { currency: "USD" }, { currency: "USD" }],
		["no amount", {}, {}, {}],
		["the amount of the first, regardless of the other's currency", { amount }, { currency: "USD" }, { amount }],
	] as const)("keep %s", (_which, first, other, expected) => {
		const { id: _, ref: __, type: ___, createdAtMs, isDeleted, ...rest } = merged(first, other);
		expect([createdAtMs, isDeleted]).toEqual([noonMs, false]);
		expect(rest).toStrictEqual(expected);
	}); // prettier-ignore
});
