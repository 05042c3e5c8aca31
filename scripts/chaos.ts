import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "vite";

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
	},
});

const firstSeed = wholeNumber(values.seed ?? "1");
const runs = wholeNumber(values.runs ?? (values.seed === undefined ? "200" : "1"));
const lastSeed = firstSeed + runs - 1;
const features = parseFeatures(values.with);
const withOption = values.with === "" ? "" : ` --with ${values.with}`;

await main();

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

	if (runs === 1 || values.verbose) await runHere(handleReport);
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

async function runHere(handleReport: (report: HistoryReport) => void): Promise<void> {
	const log = values.verbose ? console.log : undefined;
	for (let seed = firstSeed; seed <= lastSeed; seed++)
		handleReport(await runHistory({ seed, features, log }));
}

async function runInParallel(handleReport: (report: HistoryReport) => void): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), "chaos-"));
	try {
		await runWorkers(await bundleWorker(folder), handleReport);
	} finally {
		await rm(folder, { recursive: true });
	}
}

async function runWorkers(workerPath: string, handleReport: (report: HistoryReport) => void): Promise<void> {
	const stride = Math.min(availableParallelism(), runs);
	const withFeatures = ["none", ...features].join(",");
	const children = Array.from({ length: stride }, (_, index) =>
		fork(workerPath, [`${firstSeed + index}`, `${lastSeed}`, `${stride}`, withFeatures], {
			serialization: "advanced",
			execArgv: [],
		}),
	);
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

/**
 * Bundles the worker. Loaded by tsx, histories take a tenth longer: tsx names every function at each creation.
 * @returns The path of the bundle.
 */
async function bundleWorker(folder: string): Promise<string> {
	const entry = fileURLToPath(new URL("../test/world/chaos/worker.ts", import.meta.url));
	const output = { entryFileNames: "worker.mjs" };
	await build({
		configFile: false,
		logLevel: "warn",
		ssr: { noExternal: true },
		build: { ssr: entry, outDir: folder, emptyOutDir: true, target: "node20", rollupOptions: { output } },
	});
	return join(folder, "worker.mjs");
}

function addAll(sums: Map<string, number>, counts: ReadonlyMap<string, number>): void {
	for (const [name, count] of counts) sums.set(name, (sums.get(name) ?? 0) + count);
}

function wholeNumber(text: string): number {
	if (!/^\d+$/.test(text)) throw new Error(`${text} is no whole number`);
	return Number(text);
}
