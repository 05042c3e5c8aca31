import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { parseNewEvent } from "../../../../src/service/socket/event-channel";

const context = { apiKey: "room-key", now: () => 1 };
const event = { id: 7, type: "follow", parameters: { username: "bob" } };

describe("parseNewEvent", () => {
	it("parses an event of the joined room", () => {
		expect(parseNewEvent({ appKey: "room-key", event }, context)).toMatchObject({ id: "7", person: "bob" });
	});

	it.each([{ event }, { apiKey: "room-key", event }, { appKey: "", event }, { appKey: null, event }, event])(
		"also accepts %j",
		(payload) => {
			expect(parseNewEvent(payload, context)).toMatchObject({ id: "7", person: "bob" });
		},
	);

	it.each([
		{ appKey: "other", event },
		{ apiKey: "other", event },
		{ ...event, appKey: "other" },
	])("ignores %j of another room", (payload) => {
		expect(parseNewEvent(payload, context)).toBeUndefined();
	});

	it.each([null, undefined, 5, "x", [], {}, { event: null }, { event: {} }, { event: { type: "cheer" } }])(
		"returns undefined for %j",
		(payload) => {
			expect(parseNewEvent(payload, context)).toBeUndefined();
		},
	);

	it("accepts a donation with only name, amount and currency", () => {
		const parameters = { username: "ann", amount: 5, currency: "EUR" };
		expect(parseNewEvent({ event: { type: "donation", parameters } }, context)).toMatchObject({
			person: "ann",
			amount: { minorUnits: 500, currency: "EUR" },
		});
	});

	it("never throws, for any input", () => {
		fc.assert(
			fc.property(
				fc.oneof(fc.anything(), fc.record({ appKey: fc.anything(), event: fc.anything() })),
				(payload) => {
					parseNewEvent(payload, context);
				},
			),
		);
		fc.assert(fc.property(fc.json(), (json) => void parseNewEvent(JSON.parse(json), context)));
	});
});
