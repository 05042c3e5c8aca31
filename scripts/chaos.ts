import { fork } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { parseFeatures } from "../test/world/chaos/features";
import { runHistory } from "../test/world/chaos/history";
import type { HistoryReport } from "../test/world/chaos/history-report";

/*
 * Runs seeded histories of a stream with many faults through the plugin's own modules, on virtual time:
 *   npm run chaos -- --runs 1000
 *   npm run chaos -- --seed 42 --verbose
 *   npm run chaos -- --seed 42 --with all
 * Prints its progress every thousand histories, and the results so far when interrupted.
 */

const { values } = parseArgs({
	options: {
		/** Number of histories. */
		runs: { type: "string" },
		/** Seed of the first history; without `runs`, of the only one. */
		seed: { type: "string" },
		/** Features in addition to the default ones: names from features.ts, `all`, `none`, `-name`. */
		with: { type: "string", default: "" },
		/** Prints everything that happens. */
		verbose: { type: "boolean", default: false },
		/** Runs only every n-th seed, and reports to the parent process. */
		stride: { type: "string" },
	},
});

const firstSeed = wholeNumber(values.seed ?? "1");
const runs = wholeNumber(values.runs ?? (values.seed === undefined ? "200" : "1"));
const lastSeed = firstSeed + runs - 1;
const features = parseFeatures(values.with);
const withOption = values.with === "" ? "" : ` --with ${values.with}`;

if (values.stride === undefined) await main();
else await runHistories(firstSeed, wholeNumber(values.stride), (report) => process.send?.(report));

async function main(): Promise<void> {
	const startedMs = performance.now();
	const faults = new Map<string, number>();
	const limits = new Map<string, number>();
	const failed: HistoryReport[] = [];
	const bounds = new Map<string, { histories: number; slowestMs: number }>();
	let [events, virtualMs, completed] = [0, 0, 0];
	const handleReport = (report: HistoryReport): void => {
		completed++;
		if (completed % 1_000 === 0)
			console.log(`${completed} of ${runs} histories, ${failed.length} with mismatches`);
		events += report.events;
		virtualMs += report.virtualMs;
		const bound = bounds.get(report.needed) ?? { histories: 0, slowestMs: 0 };
		bounds.set(report.needed, {
			histories: bound.histories + 1,
			slowestMs: Math.max(bound.slowestMs, report.settledInMs),
		});
		addAll(faults, report.faults);
		addAll(limits, report.limits);
		if (report.mismatches.length === 0) return;
		failed.push(report);
		console.log(`seed ${report.seed} (${report.timeZone}):`);
		for (const mismatch of report.mismatches.slice(0, 10)) console.log(`  ${mismatch}`);
		console.log(`  again: npm run chaos -- --seed ${report.seed}${withOption} --verbose`);
	};

	if (runs === 1 || values.verbose) await runHistories(firstSeed, 1, handleReport);
	else await runInParallel(handleReport);

	console.log(`runs: ${completed}`);
	console.log(`faults and actions: ${[...faults.values()].reduce((sum, count) => sum + count, 0)}`);
	for (const [name, count] of [...faults].sort()) console.log(`  ${name}: ${count}`);
	console.log("limits crossed (histories):");
	for (const [name, count] of [...limits].sort()) console.log(`  ${name}: ${count}`);
	console.log(`features: ${features.join(", ") || "none"}`);
	console.log(`events: ${events}`);
	console.log(`virtual hours: ${Math.round(virtualMs / 3_600_000)}`);
	console.log("right again within the bound of (histories that needed it, the slowest):");
	for (const [name, { histories, slowestMs }] of bounds)
		console.log(`  ${name}: ${histories}, ${Math.round(slowestMs)} ms`);
	console.log(`took: ${Math.round((performance.now() - startedMs) / 1000)} s`);
	console.log(`mismatches: ${failed.length}`);
	process.exitCode = failed.length === 0 && completed === runs ? 0 : 1;
}

async function runHistories(
	fromSeed: number,
	stride: number,
	handleReport: (report: HistoryReport) => void,
): Promise<void> {
	for (let seed = fromSeed; seed <= lastSeed; seed += stride) {
		handleReport(await runHistory({ seed, features, log: values.verbose ? console.log : undefined }));
	}
}

/** Histories run in parallel processes rather than threads, because the time zone belongs to the process. */
async function runInParallel(handleReport: (report: HistoryReport) => void): Promise<void> {
	const stride = Math.min(availableParallelism(), runs);
	const children = Array.from({ length: stride }, (_, index) => {
		const seed = firstSeed + index;
		const childArguments = ["--seed", `${seed}`, "--runs", `${lastSeed - seed + 1}`, "--stride", `${stride}`];
		childArguments.push("--with", features.length > 0 ? `none,${features.join(",")}` : "none");
		return fork(fileURLToPath(import.meta.url), childArguments, { serialization: "advanced" });
	});
	let isInterrupted = false;
	for (const signal of ["SIGINT", "SIGTERM"] as const) {
		process.once(signal, () => {
			isInterrupted = true;
			for (const child of children) child.kill();
		});
	}
	await Promise.all(
		children.map(async (child) => {
			child.on("message", (report) => handleReport(report as HistoryReport));
			const [code] = (await once(child, "exit")) as [number | null];
			if (code !== 0 && !isInterrupted) throw new Error(`a child process ended with ${code}`);
		}),
	);
}

function addAll(sums: Map<string, number>, counts: ReadonlyMap<string, number>): void {
	for (const [name, count] of counts) sums.set(name, (sums.get(name) ?? 0) + count);
}

function wholeNumber(text: string): number {
	if (!/^\d+$/.test(text)) throw new Error(`${text} is no whole number`);
	return Number(text);
}
