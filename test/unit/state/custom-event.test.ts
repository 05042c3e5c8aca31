import { describe, expect, it } from "vitest";

import {
	customEventOf,
	matchesCustomEvent,
	mayMatchCustomEvent,
	type CustomEvent,
	type CustomEventFields,
} from "../../../src/state/custom-event";
import type { StreamEvent } from "../../../src/state/stream-event";

const event = (fields: Partial<StreamEvent>): StreamEvent => ({
	id: "1",
	type: "follow",
	createdAtMs: 0,
	isDeleted: false,
	...fields,
});

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
	])("makes %j complete", (fields, made) => {
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
	])("says what stands in the way of %j", (fields, field, fault) => {
		expect(customEventOf(fields)).toEqual({ kind: "incomplete", problem: { field, fault } });
	});
});

describe("isMadeFrom", () => {
	const donation: CustomEvent = { type: "donation", username: "Zoë", amount: "5.00", currency: "EUR" };

	it.each<[Partial<StreamEvent>, CustomEvent, boolean]>([
		[{ person: "Ada" }, { type: "follow", username: "Ada" }, true],
		[{ person: "Zoe\u0308" }, { type: "follow", username: "Zoë" }, true],
		[{ person: "Bob" }, { type: "follow", username: "Ada" }, false],
		[{}, { type: "follow", username: "Ada" }, false],
		[{ type: "subscription", person: "Ada" }, { type: "subscription", username: "Ada", resub: 0 }, true],
		[
			{ type: "subscription", person: "Ada", resub: 1 },
			{ type: "subscription", username: "Ada", resub: 0 },
			false,
		],
		[{ type: "donation", person: "Zoë", amount: { minorUnits: 500, currency: "EUR" } }, donation, true],
		[{ type: "donation", person: "Zoë", amount: { minorUnits: 501, currency: "EUR" } }, donation, false],
		[{ type: "donation", person: "Zoë", amount: { minorUnits: 500, currency: "USD" } }, donation, false],
		[
			{
				type: "donation",
				person: "Zoë",
				amount: { minorUnits: 500, currency: "USD" },
				isCurrencyAssumed: true,
			},
			donation,
			true,
		],
		[{ type: "donation", person: "Zoë" }, donation, false],
		[
			{ type: "hosting", person: "Raid", viewers: 3 },
			{ type: "hosting", hostname: "Raid", viewers: 3 },
			true,
		],
		[
			{ type: "hosting", person: "Raid", viewers: 4 },
			{ type: "hosting", hostname: "Raid", viewers: 3 },
			false,
		],
	])("of %j and %j is as it should be", (told, custom, isSame) => {
		expect(matchesCustomEvent(event(told), custom)).toBe(isSame);
	});

	it.each<[Partial<StreamEvent>, CustomEvent, boolean]>([
		[{}, { type: "follow", username: "Ada" }, true],
		[{ person: " Ada" }, { type: "follow", username: "Ada " }, true],
		[{ type: "hosting" }, { type: "follow", username: "Ada" }, false],
		[{ type: "follow", person: "Raid" }, { type: "hosting", hostname: "Raid", viewers: 3 }, false],
		[{ type: "donation", person: "Bob" }, donation, false],
		[{ type: "donation", person: "Zoë", currency: "EUR" }, donation, true],
		[{ type: "hosting" }, { type: "hosting", hostname: "Raid", viewers: 3 }, true],
		[{ type: "hosting", viewers: 4 }, { type: "hosting", hostname: "Raid", viewers: 3 }, false],
		[{ type: "donation", person: "Zoë" }, donation, true],
		[{ type: "donation", person: "Zoë", currency: "USD" }, donation, false],
		[{ type: "donation", amount: { minorUnits: 501, currency: "EUR" } }, donation, false],
	])("may be of %j and %j, as far as is told", (told, custom, isPossible) => {
		expect(mayMatchCustomEvent(event(told), custom)).toBe(isPossible);
	});
});
