import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { parseStreamEvent } from "../../../../src/service/schemas/event-schema";

const nowMs = Date.UTC(2026, 5, 1);
const context = { now: () => nowMs };
const created = "2026-05-01T12:00:00+0200";
const createdAtMs = Date.UTC(2026, 4, 1, 10);

function parse(entry: unknown) {
	return parseStreamEvent(entry, context);
}

/** Returns a donation in the format of the event list. */
function donation(
	fields: Record<string, unknown> = {},
	parameters: unknown = { username: "ann", amount: 5, currency: "EUR" },
) {
	return {
		id: 42276942,
		type: "donation",
		user: { username: "owner", avatar: false },
		ref: "REF1",
		created_at: created,
		inserted_at: created,
		parameters,
		"parameters.amount": 5,
		...fields,
	};
}

describe("parseStreamEvent", () => {
	it("parses each documented type", () => {
		expect(parse(donation({}, { username: "ann", amount: 5.5, currency: "eur", message: " hi " }))).toEqual({
			id: "42276942",
			ref: "REF1",
			type: "donation",
			createdAtMs,
			isDeleted: false,
			person: "ann",
			amount: { minorUnits: 550, currency: "EUR" },
			message: "hi",
		});
		expect(parse({ id: 1, type: "follow", created_at: created, parameters: { username: "bob" } })).toEqual({
			id: "1",
			type: "follow",
			createdAtMs,
			isDeleted: false,
			person: "bob",
		});
		expect(
			parse({ id: 2, type: "subscription", created_at: created, parameters: { username: "cy", resub: "3" } }),
		).toEqual({
			id: "2",
			type: "subscription",
			createdAtMs,
			isDeleted: false,
			person: "cy",
			resub: 3,
		});
		expect(
			parse({ id: 3, type: "hosting", created_at: created, parameters: { viewers: "168", hostname: "dee" } }),
		).toEqual({
			id: "3",
			type: "hosting",
			createdAtMs,
			isDeleted: false,
			person: "dee",
			viewers: 168,
		});
	});

	it.each(["cheer", "raid", "superchat", "shopCampaign", "", 5, null, undefined])(
		"returns undefined for type %j",
		(type) => {
			expect(parse(donation({ type }))).toBeUndefined();
		},
	);

	it.each([null, undefined, "follow", 5, [], {}, true])("returns undefined for %j", (entry) => {
		expect(parse(entry)).toBeUndefined();
	});

	it("never uses the stream owner as the person", () => {
		expect(parse(donation({}, {}))?.person).toBeUndefined();
		expect(parse(donation({}, { username: "" }))?.person).toBeUndefined();
	});

	it("uses the username of a hosting without a hostname", () => {
		expect(parse({ id: 1, type: "hosting", parameters: { username: "eve" } })?.person).toBe("eve");
	});

	it("parses an id sent as text, and accepts a missing one", () => {
		expect(parse(donation({ id: "42276942" }))?.id).toBe("42276942");
		expect(parse(donation({ id: undefined }))).toMatchObject({ ref: "REF1" });
		expect(parse(donation({ id: "abc" }))?.id).toBeUndefined();
		expect(parse(donation({ id: "1234567890123456789" }))?.id).toBe("1234567890123456789");
	});

	it("rejects an id from a number that JSON has rounded", () => {
		const events = [1, 2, 3].map((last) =>
			parse(donation({ id: JSON.parse(`123456789012345678${last}`), ref: `REF${last}` })),
		);
		for (const event of events) expect(event?.id).toBeUndefined();
		expect(events.map((event) => event?.ref)).toEqual(["REF1", "REF2", "REF3"]);
	});

	it("derives a ref from the content of an event without id and ref", () => {
		const anonymous = { id: undefined, ref: undefined };
		const ref = parse(donation(anonymous))?.ref;
		expect(ref).toMatch(/^content:/);
		expect(parse(donation(anonymous))?.ref).toBe(ref);
		expect(parse(donation(anonymous, { username: "ann", amount: 6, currency: "EUR" }))?.ref).not.toBe(ref);
		expect(parse(donation({ ...anonymous, created_at: "2026-05-01T12:00:01+0200" }))?.ref).not.toBe(ref);
	});

	it.each([[[]], [null], [undefined], ["x"], [{}]])("accepts parameters %j", (parameters) => {
		expect(parse(donation({}, parameters))).toMatchObject({ id: "42276942", isDeleted: false });
	});

	describe("amount", () => {
		it.each([
			[{ amount: "5.50", currency: "EUR" }, 5, { minorUnits: 550, currency: "EUR" }],
			[{ amount: 5, currency: " usd " }, 0, { minorUnits: 500, currency: "USD" }],
			[{ currency: "EUR" }, "7.25", { minorUnits: 725, currency: "EUR" }],
			[{ amount: "abc", currency: "EUR" }, 7, { minorUnits: 700, currency: "EUR" }],
			[{ amount: null, currency: "JPY" }, 1500, { minorUnits: 1500, currency: "JPY" }],
			[{ amount: "1.234", currency: "BHD" }, 0, { minorUnits: 1234, currency: "BHD" }],
			[{ amount: 1, currency: "zzz" }, 0, { minorUnits: 100_000_000, currency: "ZZZ" }],
			[{ amount: "0.00012345", currency: "btc" }, 0, { minorUnits: 12_345, currency: "BTC" }],
			[{ amount: "5,50", currency: "EUR" }, 0, { minorUnits: 550, currency: "EUR" }],
			[{ amount: "1.234,50 €", currency: "EUR" }, 0, { minorUnits: 123_450, currency: "EUR" }],
			[{ amount: "five", currency: "EUR" }, 0, undefined],
			[{ amount: "1,234", currency: "EUR" }, 0, undefined],
			[{ currency: "EUR" }, 0, { minorUnits: 0, currency: "EUR" }],
			[{ amount: "", currency: "EUR" }, undefined, undefined],
			[{ amount: -5, currency: "EUR" }, undefined, undefined],
			[{ amount: NaN, currency: "EUR" }, null, undefined],
		])("of %j with dotted key %j is %j", (parameters, dotted, amount) => {
			const event = parse(donation({ "parameters.amount": dotted }, parameters));
			expect(event?.amount).toEqual(amount);
			expect(event).not.toHaveProperty("isCurrencyAssumed");
		});

		it("without a currency is in the account's, and marked as assumed", () => {
			expect(parse(donation({}, { amount: 5 }))).toMatchObject({
				amount: { minorUnits: 50_000, currency: "" },
				isCurrencyAssumed: true,
			});
		});

		it("is only parsed for donations", () => {
			expect(
				parse({ id: 1, type: "follow", "parameters.amount": 0, parameters: { amount: 3 } })?.amount,
			).toBeUndefined();
		});
	});

	it.each([
		[0, 0],
		["0", 0],
		["12", 12],
		[true, 1],
		["", undefined],
		[null, undefined],
		[-1, undefined],
	])("parses resub %j as %j", (resub, renewals) => {
		expect(parse({ id: 1, type: "subscription", parameters: { resub } })?.resub).toBe(renewals);
	});

	describe("time", () => {
		it.each(["2026-05-01T12:00:00+0200", "2026-05-01T12:00:00+02:00", "2026-05-01T10:00:00Z"])(
			"parses %s",
			(time) => {
				expect(parse(donation({ created_at: time }))?.createdAtMs).toBe(createdAtMs);
			},
		);

		it.each([1, 1_000, 1_000_000])(
			"parses a number of seconds times %i since 1970, also as text",
			(factor) => {
				for (const time of [(createdAtMs / 1_000) * factor, String((createdAtMs / 1_000) * factor)]) {
					const event = parse(donation({ created_at: time }));
					expect(event).toMatchObject({ createdAtMs });
					expect(event).not.toHaveProperty("isTimeAssumed");
				}
			},
		);

		it("falls back to the insertion time, then to the arrival time", () => {
			expect(parse(donation({ created_at: undefined }))?.createdAtMs).toBe(createdAtMs);
			for (const created_at of ["", "just now", "0000-00-00 00:00:00", 0, 12]) {
				expect(parse(donation({ created_at, inserted_at: null }))).toMatchObject({
					createdAtMs: nowMs,
					isTimeAssumed: true,
				});
			}
		});
	});

	describe("deletion", () => {
		it.each(["2026-05-02T00:00:00+0200", true, 1, "yes"])("is reported by deleted_at %j", (deletedAt) => {
			expect(parse(donation({ deleted_at: deletedAt }))?.isDeleted).toBe(true);
		});

		it.each([
			undefined,
			null,
			false,
			"",
			" ",
			0,
			"0",
			"-0001-11-30T00:00:00+0000",
			"0000-00-00 00:00:00",
			created,
		])("is not reported by deleted_at %j", (deletedAt) => {
			expect(parse(donation({ deleted_at: deletedAt }))?.isDeleted).toBe(false);
		});

		it.each(["created_at", "inserted_at"])("is not certain if its time only equals %s", (field) => {
			const fields = { created_at: undefined, inserted_at: undefined, [field]: created, deleted_at: created };
			expect(parse(donation(fields))?.isDeleted).toBe(false);
		});
	});

	it("has the platform", () => {
		expect(parse(donation({ origin: " Twitch " }))?.provider).toBe("twitch");
		expect(parse(donation())).not.toHaveProperty("provider");
	});

	it("never throws, for any input", () => {
		const types = fc.constantFrom("follow", "subscription", "donation", "hosting");
		const event = fc.record({
			type: types,
			parameters: fc.anything(),
			id: fc.anything(),
			deleted_at: fc.anything(),
		});
		fc.assert(
			fc.property(fc.oneof(fc.anything(), event), (entry) => {
				const parsed = parse(entry);
				if (parsed) expect(parsed.id ?? parsed.ref).toBeDefined();
			}),
		);
	});
});
