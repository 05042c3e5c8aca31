import { existsSync } from "node:fs";
import { join } from "node:path";

import { projectFolder } from "./paths";
import { runTool } from "./run-tool";

/**
 * Looks which changes to a room's code its unit tests don't notice: `npm run mutants -- state`, or one file of it:
 * `npm run mutants -- state/ledger.ts`.
 */
const [place] = process.argv.slice(2);
if (place === undefined || !existsSync(join(projectFolder, "src", place)))
	throw new Error("Say what to change: a folder or a file in src/, such as `npm run mutants -- state`.");

process.env["MUTATED_ROOM"] = place.split("/")[0];
const files = place.endsWith(".ts") ? `src/${place}` : `src/${place}/**/*.ts`;
runTool("@stryker-mutator/core", "stryker", ["run", "--mutate", files]);
