import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { runHistory } from "../../world/chaos/history";

describe("the connection in any history", () => {
	it("is exact and reports so within ten seconds of the last fault", { timeout: 120_000 }, async () => {
		await fc.assert(
			fc.asyncProperty(fc.integer({ min: 1, max: 2 ** 30 }), async (seed) => {
				const { mismatches } = await runHistory({ seed });
				expect(mismatches).toEqual([]);
			}),
			// Not shrunk: a smaller seed is another history, not a simpler one.
			{ numRuns: 30, seed: 1, endOnFailure: true },
		);
	});
});
