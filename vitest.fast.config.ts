import { defineConfig } from "vitest/config";

import { projectFolder } from "./scripts/paths";

const room = process.env["MUTATED_ROOM"] ?? "*";
const histories = "test/unit/connection/histories.test.ts";

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
		// What the numbers promise in all orders of things is told by whole histories. They take too long to notice what each
		// class of the connection has a test of its own for.
		include: [`test/unit/${room}/**/*.test.ts`, ...(room === "never" ? [histories] : [])],
		exclude: room === "never" ? [] : [histories],
		isolate: false,
	},
});
