import { describe, expect, it } from "vitest";
import { z } from "zod/mini";

import {
	amountField,
	countField,
	fieldsSchema,
	idField,
	listField,
	optionalListField,
	textField,
	timestampField,
} from "../../../../src/service/schemas/wire-fields";

const entry = z.object({ id: z.number() });

describe("the fields of a response", () => {
	const schema = fieldsSchema({
		name: textField,
		count: countField,
		amount: amountField,
		id: idField,
		at: timestampField,
	});

	it.each([undefined, null, [], "text"])("are all missing in %j", (value) => {
		expect(schema.parse(value)).toEqual({});
	});

	it("are parsed from equivalent numbers and texts", () => {
		const wire = { name: " Ada ", count: "3", amount: "5,50", id: "007", at: "2026-03-04 12:00:00" };
		expect(schema.parse(wire)).toEqual({
			name: "Ada",
			count: 3,
			amount: "5.50",
			id: "7",
			at: { ms: Date.UTC(2026, 2, 4, 12), isLocal: true },
		});
	});

	it("distinguish an unreadable amount from a missing one", () => {
		expect(amountField.parse("a lot")).toBeNull();
		expect([amountField.parse(undefined), amountField.parse(" ")]).toEqual([undefined, undefined]);
		expect(amountField.parse(0)).toBe(0);
	});
});

describe("a list in a response", () => {
	const wire = [{ id: 1 }, { id: "one" }, null, { id: 2 }];

	it("loses only its invalid entries", () => {
		expect(listField(entry).parse(wire)).toEqual([{ id: 1 }, { id: 2 }]);
		expect(optionalListField(entry).parse(wire)).toEqual([{ id: 1 }, { id: 2 }]);
	});

	it("is required, unless it may be missing", () => {
		expect(listField(entry).safeParse(undefined).success).toBe(false);
		expect(optionalListField(entry).parse(undefined)).toEqual([]);
	});
});
