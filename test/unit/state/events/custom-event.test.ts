import { describe, expect, it } from "vitest";

import {
	customEventOf,
	inCurrency,
	type CustomEvent,
	type CustomEventFields,
} from "../../../../src/state/events/custom-event";

describe("customEventOf", () => {
	it.each<[CustomEventFields, CustomEvent]>([
		[
			{ type: "follow", username: " Ada ", amount: "5" },
			{ type: "follow", username: "Ada" },
		],
		[
			{ type: "subscription", username: "Ada" },
			{ type: "subscription", username: "Ada", resub: 0 },
		],
		[
			{ type: "subscription", username: "Ada", resub: " 12 " },
			{ type: "subscription", username: "Ada", resub: 12 },
		],
		[
			{ type: "donation", username: "Ada", amount: "12,5", currency: " eur ", message: " hi " },
			{ type: "donation", username: "Ada", amount: "12.50", currency: "EUR", message: "hi" },
		],
		[
			{ type: "hosting", username: "Ada", hostname: " ", viewers: " 3 " },
			{ type: "hosting", hostname: "Ada", viewers: 3 },
		],
		[
			{ type: "donation", username: "Ada", amount: "1,000", currency: "EUR" },
			{ type: "donation", username: "Ada", amount: "1000.00", currency: "EUR" },
		],
		[
			{ type: "hosting", hostname: "Raid", viewers: "1 000" },
			{ type: "hosting", hostname: "Raid", viewers: 1000 },
		],
		[
			{ type: "donation", username: "Ada", amount: " 5 ", currency: "USD" },
			{ type: "donation", username: "Ada", amount: "5.00", currency: "USD" },
		],
		[
			{ type: "donation", username: "Ada", amount: "1,234.5", currency: " " },
			{ type: "donation", username: "Ada", amount: "1234.50", currency: "" },
		],
		[
			{ type: "donation", username: "Ada", amount: "1500", currency: "JPY" },
			{ type: "donation", username: "Ada", amount: "1500", currency: "JPY" },
		],
		[
			{ type: "donation", username: "Ada", amount: "1.2345", currency: "BHD", message: " " },
			{ type: "donation", username: "Ada", amount: "1.235", currency: "BHD" },
		],
		[
			{ type: "hosting", hostname: "Raid", viewers: "0" },
			{ type: "hosting", hostname: "Raid", viewers: 0 },
		],
		[
			{ type: "hosting", username: "Raid", viewers: "42" },
			{ type: "hosting", hostname: "Raid", viewers: 42 },
		],
	])("completes %j", (fields, made) => {
		expect(customEventOf(fields)).toEqual({ kind: "complete", event: made });
	});

	it.each<[CustomEventFields, string, string]>([
		[{ type: "follow" }, "username", "missing"],
		[{ type: "follow", username: "  " }, "username", "missing"],
		[{ type: "subscription" }, "username", "missing"],
		[{ type: "subscription", username: "Ada", resub: "-1" }, "resub", "not-a-count"],
		[{ type: "subscription", username: "Ada", resub: "1.5" }, "resub", "not-a-count"],
		[{ type: "donation", amount: "5", currency: "EUR" }, "username", "missing"],
		[{ type: "donation", username: "Ada", currency: "EUR" }, "amount", "missing"],
		[{ type: "donation", username: "Ada", amount: "5", currency: "€" }, "currency", "not-a-currency"],
		[{ type: "donation", username: "Ada", amount: "5", currency: "EURO" }, "currency", "not-a-currency"],
		[{ type: "donation", username: "Ada", amount: "5", currency: "1EUR" }, "currency", "not-a-currency"],
		[{ type: "donation", username: "Ada", amount: " ", currency: "EUR" }, "amount", "missing"],
		[{ type: "hosting", hostname: "Raid", viewers: " " }, "viewers", "missing"],
		[{ type: "donation", username: "Ada", amount: "0", currency: "EUR" }, "amount", "not-an-amount"],
		[{ type: "donation", username: "Ada", amount: "-5", currency: "EUR" }, "amount", "not-an-amount"],
		[{ type: "donation", username: "Ada", amount: "1e3", currency: "EUR" }, "amount", "not-an-amount"],
		[
			{ type: "donation", username: "Ada", amount: "9".repeat(20), currency: "EUR" },
			"amount",
			"not-an-amount",
		],
		[{ type: "hosting", viewers: "5" }, "hostname", "missing"],
		[{ type: "hosting", hostname: "Raid" }, "viewers", "missing"],
		[{ type: "hosting", hostname: "Raid", viewers: "many" }, "viewers", "not-a-count"],
	])("returns the problem of %j", (fields, field, fault) => {
		expect(customEventOf(fields)).toEqual({ kind: "incomplete", problem: { field, fault } });
	});
});

describe("a donation without a currency", () => {
	it.each([
		["5", "EUR", "5.00"],
		["12,345", "JPY", "12345"],
		["1.2345", "BHD", "1.235"],
		["0.4", "JPY", undefined],
		["5", undefined, undefined],
	])("of %s is posted in the account's, %s, as %s", (amount, currency, posted) => {
		const draft = customEventOf({ type: "donation", username: "Ada", amount });
		const event = draft.kind === "complete" ? inCurrency(draft.event, currency) : undefined;
		expect(event).toEqual(posted && { type: "donation", username: "Ada", amount: posted, currency });
	});

	it("keeps a currency of its own", () => {
		const event = { type: "donation", username: "Ada", amount: "5.00", currency: "USD" } as const;
		expect(inCurrency(event, "EUR")).toBe(event);
	});
});
