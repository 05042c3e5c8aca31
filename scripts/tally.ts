import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { projectFolder } from "./paths";

type Results = { readonly numPassedTests: number; readonly numFailedTests: number };

/** Result for a check that failed before any test could run. */
const noTests: Results = { numPassedTests: 0, numFailedTests: 1 };

/** Prints the outcome of the last test run as one plain line. */
const path = join(projectFolder, "logs", "test-results.json");
const results = existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Results) : noTests;
console.log(`${String(results.numPassedTests)} passed, ${String(results.numFailedTests)} failed`);
