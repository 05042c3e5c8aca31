import { expect, it } from "vitest";

import { runCell } from "../world/matrix/matrix";

/** A few of what `npm run matrix` tries whole. */
it.concurrent.each([
	["connection cut", "press under way"],
	["stops after headers", "live"],
	["nothing passes", "catching up"],
	["socket address moves", "inspector loading"],
	["websockets only", "press under way"],
	["two nodes", "first connect"],
] as const)("%s, %s: lives, and all is right again unaided", async (fault, phase) => {
	expect((await runCell(fault, phase)).complaints).toEqual([]);
});
