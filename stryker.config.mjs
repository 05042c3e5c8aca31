/**
 * Changes the code in one place after the other and checks whether a unit test fails. `npm run mutants -- <module>`
 * selects the module; the report is in dist/mutants/.
 *
 * Changes in `state` and `ledger` that no test can detect, because the result is the same:
 * - Conditions that only save work: from which number of changes on a ranking or a timeline is sorted again
 *   (`maxSingly`), an entry that keeps its position when it is changed, an index of refs that is created on first use,
 * a
 *   search that is skipped because it cannot find anything, messages that have already been removed.
 * - The order of equal entries (`<` for `<=` in a binary search), and assignments of the current value.
 * - Conditions that the type checker requires and earlier code guarantees (`entry &&` within the bounds of an array).
 */
export default {
	testRunner: "vitest",
	vitest: { configFile: "vitest.mutants.config.ts" },
	plugins: ["@stryker-mutator/vitest-runner", "./scripts/mutants/mutant-sample.mjs"],
	checkers: process.env["MUTANT_SAMPLE"] === undefined ? [] : ["sample"],
	reporters: ["progress-append-only", "clear-text", "html", "json"],
	clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportMutants: true },
	htmlReporter: { fileName: "dist/mutants/mutants.html" },
	jsonReporter: { fileName: "dist/mutants/mutants.json" },
	tempDirName: "dist/mutants/sandbox",
	// Not required by unit tests.
	ignorePatterns: ["dist", "docs", "logs", "test/end-to-end", "*.sdPlugin/bin", "*.sdPlugin/ui"],
	mutator: {
		// A changed literal of a union does not compile, and tests do not check the wording of messages.
		excludedMutations: ["StringLiteral"],
	},
	// A mutant may loop, and a computer may be busy.
	timeoutMS: 10_000,
	disableTypeChecks: false,
	allowEmpty: true,
};
