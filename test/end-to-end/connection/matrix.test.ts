import { expect, it } from "vitest";

import { runCell } from "../../world/matrix/matrix";

/** A few cells of the table that `npm run matrix` creates. */
it.concurrent.each([
	["connection cut", "press under way"],
	["stops after headers", "live"],
	["nothing passes", "catching up"],
	["socket address moves", "inspector loading"],
	["websockets only", "press under way"],
	["two nodes", "first connect"],
] as const)("%s, %s: the plugin keeps running and recovers by itself", async (fault, phase) => {
	expect((await runCell(fault, phase)).complaints).toEqual([]);
});
