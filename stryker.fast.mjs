/**
 * Breaks the code in one place after the other and looks whether a unit test notices. `npm run mutants -- <room>` says
 * which room; the report is in dist/mutants/.
 */
export default {
	testRunner: "vitest",
	vitest: { configFile: "vitest.fast.config.ts" },
	plugins: ["@stryker-mutator/vitest-runner", "./scripts/mutant-sample.mjs"],
	checkers: process.env["MUTANT_SAMPLE"] === undefined ? [] : ["sample"],
	reporters: ["progress-append-only", "clear-text", "html", "json"],
	clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportMutants: true },
	htmlReporter: { fileName: "dist/mutants/mutants.html" },
	jsonReporter: { fileName: "dist/mutants/mutants.json" },
	tempDirName: "dist/mutants/sandbox",
	// What unit tests do without.
	ignorePatterns: ["dist", "docs", "logs", "test/end-to-end", "*.sdPlugin/bin", "*.sdPlugin/ui"],
	mutator: {
		// A word of a union that is changed doesn't compile, and one in a message to people is theirs to read.
		excludedMutations: ["StringLiteral"],
	},
	// A mutant may loop; a machine may be busy.
	timeoutMS: 5_000,
	disableTypeChecks: false,
	allowEmpty: true,
};
