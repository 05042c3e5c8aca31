import fc from "fast-check";
import { expect, it } from "vitest";

import { assertSafeOutput } from "../world/fuzz/assert-safe-output";
import { targets } from "../world/fuzz/targets";

it.each(targets)(
	"whatever comes as $name does no harm",
	({ input, check }) => {
		fc.assert(fc.property(input, check), { seed: 12, numRuns: 400 });
	},
	30_000,
);

it.each([
	[{ a: [NaN] }, /NaN/],
	[new Map([["a", Infinity]]), /Infinity/],
	["x".repeat(300_000), /bytes/],
	[Object.create({ inherited: 1 }), /kind/],
])("the judge of it finds what is wrong", (output, words) => {
	expect(() => assertSafeOutput(output, 10)).toThrow(words);
});
