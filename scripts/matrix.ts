import { parseArgs } from "node:util";

import { faultNames, leftKinds, phaseNames, runCell, type Outcome } from "../test/world/matrix/matrix";
import { setup } from "./build-if-outdated";
import { writeTable } from "./written-table";

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
const calm = new Map(
	await Promise.all(
		phases.map(async (phase) => {
			const { left, complaints } = await runCell("nothing", phase, { calm: "to be found out" });
			if (!left) throw new Error(`Even without a fault, ${phase}: ${complaints.join("; ")}`);
			console.log(
				`left without a fault, ${phase}: ${leftKinds.map((kind) => `${left[kind]} ${kind}`).join(", ")}`,
			);
			return [phase, left] as const;
		}),
	),
);
const rows: string[][] = [];
let failures = 0;
for (const fault of faults) {
	// They mostly wait: the phases of one fault go side by side.
	const outcomes = await Promise.all(phases.map((phase) => runCell(fault, phase, { calm: calm.get(phase) })));
	const cells = [...outcomes.map(cellOf), leftMost(outcomes)];
	failures += outcomes.filter(({ complaints }) => complaints.length > 0).length;
	console.log(`${fault}: ${cells.join(" | ")}`);
	rows.push([fault, ...cells]);
}
console.log(`cells: ${faults.length * phases.length}`);
console.log(`failures: ${failures}`);
if (isWhole) await writeTable("matrix", ["", ...phaseNames, "left over"], rows);
process.exitCode = failures === 0 ? 0 : 1;

/** How much more than after a life without a fault, in the phase where that is most. */
function leftMost(outcomes: readonly Outcome[]): string {
	return leftKinds
		.map((kind) => {
			const more = outcomes.map(({ left }, index) => {
				const phase = phases[index];
				return left && phase ? left[kind] - (calm.get(phase)?.[kind] ?? NaN) : NaN;
			});
			return `${Math.max(0, ...more)} ${kind}`;
		})
		.join(", ");
}

function cellOf({ complaints, recoveredMs, attempts }: Outcome): string {
	if (complaints.length > 0) return `**${complaints.join("; ")}**`;
	return `${(recoveredMs / 1_000).toFixed(1)} s, ${attempts}`;
}
