import { describe, expect, it } from "vitest";
import { z } from "zod/mini";

import {
	countField,
	fieldsSchema,
	listField,
	optionalListField,
	textField,
} from "../../../../src/service/schemas/wire-fields";

const entry = z.object({ id: z.number() });

describe("the fields of a response", () => {
	const schema = fieldsSchema({ name: textField, count: countField });

	it.each([undefined, null, [], "text"])("are all missing in %j", (value) => {
		expect(schema.parse(value)).toEqual({});
	});

	it("are parsed from equivalent numbers and texts", () => {
		expect(schema.parse({ name: " Ada ", count: "3" })).toEqual({ name: "Ada", count: 3 });
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
