import { parseArgs } from "node:util";

import { Soak, type SoakSample } from "../test/world/soak/soak";
import { replaceTable } from "./reliability-table";

/*
 * A simulated evening with the shipped plugin at high speed: events, faults, presses, and changing keys and pages. Prints
 * memory, handles, listeners, mismatches and lost presses over time; a run of five minutes or more writes its table into
 * docs/reliability.md.
 *   npm run soak -- --minutes 5
 */

const { values } = parseArgs({ options: { minutes: { type: "string" }, seed: { type: "string" } } });
const minutes = Number(values.minutes ?? 5);
const seed = Number(values.seed ?? 1);
/** Each sample but the first is taken after this number of equal parts of the time. */
const sampleCount = 10;
/** Every so many samples, the table in docs/reliability.md has a row. */
const samplesPerRow = 5;
const warmUpRounds = 10;
const minMinutesForTable = 5;
/** Expected growth besides stored events: code that is loaded late, tables that grow. */
const maxGrowthBytes = 5e6;
const maxBytesPerEvent = 600;
const maxMoreFunctions = 300;
/** Objects kept for each key that was visible: one key per round, and at most 500 are stored. */
const functionsPerKey = 4;
const maxMoreListeners = 20;
const maxMoreTimers = 8;
const maxMoreHandles = 5;

const columns: Readonly<Record<string, (sample: SoakSample) => string | number>> = {
	"after (min)": (sample) => sample.minutes.toFixed(1),
	rounds: (sample) => sample.rounds,
	events: (sample) => sample.events,
	presses: (sample) => sample.presses,
	mismatches: (sample) => sample.mismatches,
	"slowest (s)": (sample) => (sample.slowestMs / 1_000).toFixed(1),
	"presses lost": (sample) => sample.lostPresses,
	"memory (MB)": (sample) => (sample.untidyBytes / 1e6).toFixed(0),
	"after a collection (MB)": (sample) => (sample.residentBytes / 1e6).toFixed(0),
	"of that heap (MB)": (sample) => (sample.heapBytes / 1e6).toFixed(1),
	listeners: (sample) => sample.listeners,
	functions: (sample) => sample.functions,
	timers: (sample) => sample.timers,
	handles: (sample) => sample.handles,
};

const soak = await Soak.start(seed, (complaint) => console.log(complaint));
const samples: SoakSample[] = [];
// By then, everything loaded on demand has been loaded.
for (let round = 0; round < warmUpRounds; round += 1) await soak.round();
while (samples.length <= sampleCount) {
	await soak.round();
	if (soak.minutes < (samples.length * minutes) / sampleCount) continue;
	const sample = await soak.sample();
	samples.push(sample);
	console.log(
		Object.entries(columns)
			.map(([name, of]) => `${name} ${of(sample)}`)
			.join(", "),
	);
}
const { isSameProcess } = soak;
await soak.stop();
const complaints = checkGrowth();
for (const complaint of complaints) console.log(complaint);
const [first, last] = [samples[0], samples.at(-1)];
if (first && last) {
	const bytes = (last.heapBytes - first.heapBytes) / (last.events - first.events);
	console.log(`kept for each event: ${bytes.toFixed(0)} bytes`);
}
console.log(`complaints: ${complaints.length}`);
if (minutes >= minMinutesForTable) {
	const shown = samples.filter((_, index) => index % samplesPerRow === 0);
	const rows = shown.map((sample) => Object.values(columns).map((of) => String(of(sample))));
	await replaceTable("soak", { head: Object.keys(columns), rows });
}
process.exitCode = complaints.length === 0 ? 0 : 1;

function checkGrowth(): readonly string[] {
	const third = Math.floor(samples.length / 3);
	const growthOf = (of: (sample: SoakSample) => number) =>
		Math.min(...samples.slice(-third).map(of)) - Math.min(...samples.slice(0, third).map(of));
	const { mismatches = NaN, lostPresses = NaN } = samples.at(-1) ?? {};
	const maxHeapGrowth = maxGrowthBytes + maxBytesPerEvent * growthOf(({ events }) => events);
	const maxOfKeys = functionsPerKey * growthOf(({ rounds }) => rounds);
	const checks: readonly [string, number, number][] = [
		["bytes more on the heap", growthOf(({ heapBytes }) => heapBytes), maxHeapGrowth],
		["bytes more of memory", growthOf(({ residentBytes }) => residentBytes), 2 * maxHeapGrowth],
		["listeners more", growthOf(({ listeners }) => listeners), maxMoreListeners],
		["functions more", growthOf(({ functions }) => functions), maxMoreFunctions + maxOfKeys],
		["timers more", growthOf(({ timers }) => timers), maxMoreTimers],
		["handles more", growthOf(({ handles }) => handles), maxMoreHandles],
		["mismatches", mismatches, 0],
		["presses lost", lostPresses, 0],
		["processes that ended", isSameProcess ? 0 : 1, 0],
	];
	return checks.flatMap(([what, is, max]) => (is <= max ? [] : `${is} ${what}, ${max} allowed`));
}
