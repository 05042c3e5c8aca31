import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { projectFolder } from "../paths";
import { runTool } from "../run-tool";

/**
 * Finds changes to a module's code that its unit tests do not detect: `npm run mutants -- state`, or for one file:
 * `npm run mutants -- ledger/ledger.ts`. With `--sample 200`, only 200 random ones are tried, chosen by `--seed`;
 * the others are errors in the report.
 */
const { positionals, values } = parseArgs({
	allowPositionals: true,
	options: { sample: { type: "string" }, seed: { type: "string", default: "1" } },
});
const [place] = positionals;
if (place === undefined || !existsSync(join(projectFolder, "src", place)))
	throw new Error("Say what to change: a folder or a file in src/, such as `npm run mutants -- state`.");

process.env["MUTATED_MODULE"] = place.split("/")[0];
process.env["MUTANT_SEED"] = values.seed;
if (values.sample !== undefined) process.env["MUTANT_SAMPLE"] = values.sample;
const files = place.endsWith(".ts") ? `src/${place}` : `src/${place}/**/*.ts`;
// Connects the app's SDK to the plugin and requires a separate process: the SDK opens log files when loaded. The tests of
// the built plugin cover it.
const excluded = "!src/actions/deck-action.ts";
runTool("@stryker-mutator/core", "stryker", ["run", "--mutate", `${files},${excluded}`]);
