import { expect, it } from "vitest";

import { Interner } from "../../../../src/service/schemas/interner";

it("returns one instance for equal keys, and every value after any number of others", () => {
	const values = new Interner<{ readonly name: string }>();
	const ada = { name: "Ada" };
	expect(values.intern("Ada", ada)).toBe(ada);
	expect(values.intern("Ada", { name: "Ada" })).toBe(ada);
	for (let round = 0; round < 2; round++)
		for (let index = 0; index < 12_000; index++)
			expect(values.intern(`Ada ${index}`, { name: `Ada ${index}` }).name).toBe(`Ada ${index}`);
});
