import { defineConfig } from "vitest/config";

import { projectFolder } from "./scripts/paths";

/** The unit tests of one room, as the mutation tool runs them: a room is held by its own tests. */
export default defineConfig({
	root: projectFolder,
	plugins: [
		{
			name: "forks",
			// The mutation tool asks for threads, which can't be put into another time zone.
			configureVitest: ({ project }) => {
				project.config.pool = "forks";
			},
		},
	],
	test: {
		include: [`test/unit/${process.env["MUTATED_ROOM"] ?? "*"}/**/*.test.ts`],
		// Whole histories take long to notice what each class's own test has to notice.
		exclude: ["test/unit/connection/histories.test.ts"],
		isolate: false,
	},
});
