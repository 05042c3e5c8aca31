import { parseArgs } from "node:util";

import { faultNames, remainingKinds, phaseNames, runCell, type Outcome } from "../test/world/matrix/matrix";
import { setup } from "./build-if-outdated";
import { replaceTable } from "./reliability-table";

/*
 * Runs every fault in every phase, with the built plugin between the stand-in service and the virtual deck. Writes the
 * table in docs/reliability.md.
 *   npm run matrix
 *   npm run matrix -- --fault cut --phase live
 */

const { values } = parseArgs({ options: { fault: { type: "string" }, phase: { type: "string" } } });
const faults = faultNames.filter((name) => values.fault === undefined || name === values.fault);
const phases = phaseNames.filter((name) => values.phase === undefined || name === values.phase);
const isWhole = values.fault === undefined && values.phase === undefined;

setup();
const baselines = new Map(
	await Promise.all(
		phases.map(async (phase) => {
			const { remaining, complaints } = await runCell("nothing", phase, { baseline: "to be found out" });
			if (!remaining) throw new Error(`Even without a fault, ${phase}: ${complaints.join("; ")}`);
			console.log(
				`left without a fault, ${phase}: ${remainingKinds.map((kind) => `${remaining[kind]} ${kind}`).join(", ")}`,
			);
			return [phase, remaining] as const;
		}),
	),
);
const rows: string[][] = [];
let failures = 0;
for (const fault of faults) {
	// The phases of one fault run in parallel, because they mostly wait.
	const outcomes = await Promise.all(
		phases.map((phase) => runCell(fault, phase, { baseline: baselines.get(phase) })),
	);
	const cells = outcomes.map(cellOf);
	failures += outcomes.filter(({ complaints }) => complaints.length > 0).length;
	console.log(`${fault}: ${cells.join(" | ")}`);
	rows.push([fault, ...cells]);
}
console.log(`cells: ${faults.length * phases.length}`);
console.log(`failures: ${failures}`);
if (isWhole) await replaceTable("matrix", ["", ...phaseNames], rows);
process.exitCode = failures === 0 ? 0 : 1;

/** Returns the seconds from the end of the fault until all keys were right, and the number of joins. */
function cellOf({ complaints, recoveredMs, attempts }: Outcome): string {
	if (complaints.length > 0) return `**${complaints.join("; ")}**`;
	return `${(recoveredMs / 1_000).toFixed(1)}/${attempts}`;
}
