import { expect, it } from "vitest";

import { StringInterner } from "../../../../src/service/schemas/string-interner";

it("returns every text unchanged, after any number of other texts", () => {
	const texts = new StringInterner();
	expect(texts.intern(undefined)).toBeUndefined();
	for (let round = 0; round < 2; round++)
		for (let index = 0; index < 12_000; index++) expect(texts.intern(`Ada ${index}`)).toBe(`Ada ${index}`);
});
