import { parseArgs } from "node:util";

import { runHistory, type HistoryReport } from "../test/chaos/history";

/*
 * Seeded histories of a stream with everything going wrong, lived through by the plugin's own modules on virtual time:
 *   npm run chaos -- --runs 1000
 *   npm run chaos -- --seed 42 --verbose
 */

const { values } = parseArgs({
	options: {
		runs: { type: "string", default: "200" },
		seed: { type: "string" },
		verbose: { type: "boolean", default: false },
	},
});

const runs = values.seed === undefined ? Number(values.runs) : 1;
const firstSeed = Number(values.seed ?? 1);
const startedMs = performance.now();
const faults = new Map<string, number>();
const failed: HistoryReport[] = [];
let [events, virtualMs, slowestMs] = [0, 0, 0];

for (let seed = firstSeed; seed < firstSeed + runs; seed++) {
	const report = await runHistory({ seed, tell: values.verbose ? console.log : undefined });
	events += report.events;
	virtualMs += report.virtualMs;
	slowestMs = Math.max(slowestMs, report.settledInMs);
	for (const [name, count] of report.faults) faults.set(name, (faults.get(name) ?? 0) + count);
	if (report.mismatches.length === 0) continue;
	failed.push(report);
	console.log(`seed ${seed} (${report.timeZone}):`);
	for (const mismatch of report.mismatches) console.log(`  ${mismatch}`);
	console.log(`  again: npm run chaos -- --seed ${seed} --verbose`);
}

const faultCount = [...faults.values()].reduce((sum, count) => sum + count, 0);
console.log(`runs: ${runs}`);
console.log(`faults injected: ${faultCount}`);
for (const [name, count] of [...faults].sort()) console.log(`  ${name}: ${count}`);
console.log(`events: ${events}`);
console.log(`virtual hours: ${Math.round(virtualMs / 3_600_000)}`);
console.log(`right again after, at worst: ${Math.round(slowestMs)} ms`);
console.log(`took: ${Math.round((performance.now() - startedMs) / 1000)} s`);
console.log(`mismatches: ${failed.length}`);
process.exitCode = failed.length === 0 ? 0 : 1;
