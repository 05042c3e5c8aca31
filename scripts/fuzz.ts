import { execFileSync } from "node:child_process";
import { parseArgs } from "node:util";

import fc from "fast-check";

import { RawHost } from "../test/end-to-end/host/raw-host";
import { sendHostileFrames } from "../test/world/fuzz/hostile-host";
import { setup } from "./build-if-outdated";
import { targets, type Target } from "../test/world/fuzz/targets";

/*
 * Hostile input at every interface: REST bodies, frames of both socket generations, settings, inspector messages, pasted texts,
 * and frames of the app for the built plugin itself.
 *   npm run fuzz
 *   npm run fuzz -- --runs 2000 --seed 7
 */

const { values } = parseArgs({ options: { runs: { type: "string" }, seed: { type: "string" } } });
const runs = Number(values.runs ?? 100_000);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
/** Time limit for one input; valid input takes a few milliseconds. */
const maxInputMs = 2_000;
const maxGrowthMb = 150;
/** Batches per sample: among so many, at least one follows a garbage collection. */
const batchesPerSample = 10;

setup();
const runsPerTarget = Math.ceil(runs / (targets.length + 1));
console.log(`seed ${seed}`);
let failures = 0;
for (const target of targets) failures += fuzz(target);
failures += await fuzzHost();
console.log(`inputs: ${runsPerTarget * (targets.length + 1)}`);
console.log(`failures: ${failures}`);
process.exitCode = failures === 0 ? 0 : 1;

function fuzz({ name, input, check }: Target): number {
	let slowestMs = 0;
	const property = fc.property(input, (text) => {
		const startedMs = performance.now();
		check(text);
		const tookMs = performance.now() - startedMs;
		slowestMs = Math.max(slowestMs, tookMs);
		if (tookMs > maxInputMs) throw new Error(`took ${Math.round(tookMs)} ms`);
	});
	const { failed, counterexample, errorInstance } = fc.check(property, { seed, numRuns: runsPerTarget });
	console.log(`${name}: ${runsPerTarget}, slowest ${Math.round(slowestMs)} ms${failed ? ", FAILED" : ""}`);
	if (failed) console.log(JSON.stringify(counterexample).slice(0, 2_000), errorInstance);
	return failed ? 1 : 0;
}

async function fuzzHost(): Promise<number> {
	const host = await RawHost.start();
	const memory: number[] = [];
	try {
		await sendHostileFrames(host, {
			seed,
			frameCount: runsPerTarget,
			afterBatch: () => void memory.push(memoryMb(host.pid)),
		});
		const [early, late] = [memory.slice(0, batchesPerSample), memory.slice(-batchesPerSample)];
		const range = `memory ${Math.min(...early)} → ${Math.min(...late)} MB, at most ${Math.max(...memory)} MB`;
		console.log(`frames of the app: ${runsPerTarget}, ${range}`);
		if (Math.min(...late) - Math.min(...early) > maxGrowthMb) throw new Error("the plugin grows");
		return 0;
	} catch (error) {
		console.log("frames of the app: FAILED", error);
		return 1;
	} finally {
		await host.stop();
	}
}

/** Memory of another process, if the system provides it; otherwise 0. */
function memoryMb(pid: number | undefined): number {
	if (pid === undefined || process.platform === "win32") return 0;
	return Math.round(
		Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1024,
	);
}
