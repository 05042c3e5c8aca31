import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { projectFolder } from "./paths";
import { runTool } from "./run-tool";

/**
 * Looks which changes to a room's code its unit tests don't notice: `npm run mutants -- state`, or one file of it:
 * `npm run mutants -- state/ledger.ts`. With `--sample 200`, so many are drawn by lot, others with another `--seed`; what is
 * not drawn stands in the report as an error.
 */
const { positionals, values } = parseArgs({
	allowPositionals: true,
	options: { sample: { type: "string" }, seed: { type: "string", default: "1" } },
});
const [place] = positionals;
if (place === undefined || !existsSync(join(projectFolder, "src", place)))
	throw new Error("Say what to change: a folder or a file in src/, such as `npm run mutants -- state`.");

process.env["MUTATED_ROOM"] = place.split("/")[0];
process.env["MUTANT_SEED"] = values.seed;
if (values.sample !== undefined) process.env["MUTANT_SAMPLE"] = values.sample;
const files = place.endsWith(".ts") ? `src/${place}` : `src/${place}/**/*.ts`;
// Hands over between the app's SDK and us, and needs a process of its own: loaded, the SDK opens log files. The tests of the
// built plugin hold it.
const excluded = "!src/actions/deck-action.ts";
runTool("@stryker-mutator/core", "stryker", ["run", "--mutate", `${files},${excluded}`]);
