/**
 * Breaks the code in one place after the other and looks whether a unit test notices. `npm run mutants -- <room>` says
 * which room; the report is in dist/mutants/.
 *
 * What goes unnoticed in `state` because nobody could notice it:
 * - Conditions that only save work, the result being the same: from how many changes on a ranking or a timeline is sorted
 *   anew (`maxSingly`), an entry that keeps its place when it is changed, an index of refs that is made when it is first
 *   needed, a search that is left out where it can't find anything, messages that are gone already.
 * - Of two equals, which comes first (`<` for `<=` in a search for a place), and setting a value to what it is.
 * - Questions that the compiler asks and the code before has answered (`entry &&` within the bounds of an array).
 */
export default {
	testRunner: "vitest",
	vitest: { configFile: "vitest.mutants.config.ts" },
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
	timeoutMS: 10_000,
	disableTypeChecks: false,
	allowEmpty: true,
};
