import fc from "fast-check";
import { expect, it } from "vitest";

import { assertSafeOutput } from "../world/fuzz/assert-safe-output";
import { targets } from "../world/fuzz/targets";

it.each(targets)(
	"any input as $name has no side effects",
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
])("the check itself detects faults", (output, words) => {
	expect(() => assertSafeOutput(output, 10)).toThrow(words);
});
