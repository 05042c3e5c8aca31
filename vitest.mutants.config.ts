import { defineConfig } from "vitest/config";

import { projectFolder } from "./scripts/paths";

const moduleName = process.env["MUTATED_MODULE"] ?? "*";
const histories = "test/unit/connection/histories.test.ts";

/** Configuration of `npm run mutants`: a module is checked with its own unit tests. */
export default defineConfig({
	root: projectFolder,
	plugins: [
		{
			name: "forks",
			// The mutation tool sets threads, which cannot have their own time zone.
			configureVitest: ({ project }) => {
				project.config.pool = "forks";
			},
		},
	],
	test: {
		// The histories check the numbers in any order of events. They are too slow for the modules that have other
		// tests.
		include: [`test/unit/${moduleName}/**/*.test.ts`, ...(moduleName === "state" ? [histories] : [])],
		exclude: moduleName === "state" ? [] : [histories],
		isolate: false,
	},
});
