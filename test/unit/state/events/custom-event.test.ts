import { describe, expect, it } from "vitest";

import {
	customEventOf,
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
		[{ type: "donation", username: "Ada", amount: "5" }, "currency", "missing"],
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
