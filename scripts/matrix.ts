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
/** A fault that ends within this time in every phase has no row of its own, in milliseconds. */
const quickMs = 3_000;

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
const results: { readonly fault: string; readonly outcomes: readonly Outcome[] }[] = [];
let failures = 0;
for (const fault of faults) {
	// The phases of one fault run in parallel, because they mostly wait.
	const outcomes = await Promise.all(
		phases.map((phase) => runCell(fault, phase, { baseline: baselines.get(phase) })),
	);
	failures += outcomes.filter(({ complaints }) => complaints.length > 0).length;
	console.log(`${fault}: ${outcomes.map(cellOf).join(" | ")}`);
	results.push({ fault, outcomes });
}
console.log(`cells: ${faults.length * phases.length}`);
console.log(`failures: ${failures}`);
if (isWhole) await writeTable();
process.exitCode = failures === 0 ? 0 : 1;

/** Writes a row for each fault that took long in any phase, and names the others below the table. */
async function writeTable(): Promise<void> {
	const isQuick = ({ complaints, recoveredMs }: Outcome) => complaints.length === 0 && recoveredMs < quickMs;
	const quick = results.filter(({ outcomes }) => outcomes.every(isQuick));
	const slow = results.filter((result) => !quick.includes(result));
	const rows = slow.map(({ fault, outcomes }) => [fault, ...outcomes.map(cellOf)]);
	const slowestMs = Math.max(
		...quick.flatMap(({ outcomes }) => outcomes.map(({ recoveredMs }) => recoveredMs)),
	);
	const names = quick.map(({ fault }) => fault).join(" · ");
	const note = `Within ${secondsOf(slowestMs)} s in every phase: ${names}.`;
	await replaceTable("matrix", { head: ["", ...phaseNames], rows, note });
}

function secondsOf(ms: number): string {
	return (ms / 1_000).toFixed(1);
}

/** Returns the seconds from the end of the fault until all keys were right, and the number of joins. */
function cellOf({ complaints, recoveredMs, attempts }: Outcome): string {
	if (complaints.length > 0) return `**${complaints.join("; ")}**`;
	return `${secondsOf(recoveredMs)}/${attempts}`;
}
