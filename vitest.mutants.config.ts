import { defineConfig } from "vitest/config";

import { projectFolder } from "./scripts/paths";

/** The unit tests of one room, as the mutation tool runs them: a room is held by its own tests. */
export default defineConfig({
	root: projectFolder,
	test: {
		include: [`test/unit/${process.env["MUTATED_ROOM"] ?? "*"}/**/*.test.ts`],
		isolate: false,
	},
});
