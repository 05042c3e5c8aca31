import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { format, resolveConfig } from "prettier";

import { faultNames, phaseNames, runCell, type Outcome } from "../test/world/matrix/matrix";
import { setup } from "./build-if-outdated";
import { projectFolder } from "./paths";

/*
 * Every fault in every phase, on the built plugin between stand-in and virtual deck; the table goes into
 * docs/reliability.md.
 *   npm run matrix
 *   npm run matrix -- --fault cut --phase live
 */

const { values } = parseArgs({ options: { fault: { type: "string" }, phase: { type: "string" } } });
const faults = faultNames.filter((name) => values.fault === undefined || name === values.fault);
const phases = phaseNames.filter((name) => values.phase === undefined || name === values.phase);
const isWhole = values.fault === undefined && values.phase === undefined;

setup();
const rows: string[] = [];
let failures = 0;
for (const fault of faults) {
	// They mostly wait: the phases of one fault go side by side.
	const outcomes = await Promise.all(phases.map((phase) => runCell(fault, phase)));
	const cells = outcomes.map(cellOf);
	failures += outcomes.filter(({ complaints }) => complaints.length > 0).length;
	console.log(`${fault}: ${cells.join(" | ")}`);
	rows.push(`| ${fault} | ${cells.join(" | ")} |`);
}
console.log(`cells: ${faults.length * phases.length}`);
console.log(`failures: ${failures}`);
if (isWhole) await writeTable();
process.exitCode = failures === 0 ? 0 : 1;

function cellOf({ complaints, recoveredMs, attempts }: Outcome): string {
	if (complaints.length > 0) return `**${complaints.join("; ")}**`;
	return `${(recoveredMs / 1_000).toFixed(1)} s, ${attempts}`;
}

async function writeTable(): Promise<void> {
	const path = join(projectFolder, "docs", "reliability.md");
	const [before = "", after = ""] = readFileSync(path, "utf8").split(/<!-- matrix -->[^]*<!-- \/matrix -->/);
	const head = `| | ${phaseNames.join(" | ")} |\n|${" --- |".repeat(phaseNames.length + 1)}`;
	const text = `${before}<!-- matrix -->\n\n${head}\n${rows.join("\n")}\n\n<!-- /matrix -->${after}`;
	writeFileSync(path, await format(text, { ...(await resolveConfig(path)), parser: "markdown" }));
}
