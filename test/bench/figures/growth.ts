import { setTimeout as delay } from "node:timers/promises";

import type { Bench, BenchContext, Figure } from "../figure";
import { counters, startLive } from "../scenario";
import { growthExponent } from "../statistics";

const keyCounts = [1, 4, 16, 64, 128];
const rates = [50, 200, 800];
const measuredMs = 3_000;
const tickMs = 20;

/** Measures how the cost of events grows with the number of keys, and with the event rate. */
export const growthFigures: Bench = async (context) => {
	const byKeys = await points(keyCounts, (keys) => cpuPerSecond(context, keys, 200));
	const byRate = await points(rates, (rate) => cpuPerSecond(context, 32, rate));
	return [
		figure("growth with keys (1 … 128)", byKeys),
		figure("growth with rate (50 … 800 a second)", byRate),
	];
};

type Point = readonly [size: number, cost: number];

async function points(sizes: readonly number[], cost: (size: number) => Promise<number>): Promise<Point[]> {
	const measured: Point[] = [];
	for (const size of sizes) measured.push([size, await cost(size)]);
	return measured;
}

function figure(name: string, measured: readonly Point[]): Figure {
	const note = measured.map(([size, cost]) => `${size}: ${cost.toFixed(0)} ms/s`).join(", ");
	return { name, plugin: growthExponent(measured), unit: "", target: "exponent ≤ 1", note };
}

/** Returns CPU milliseconds per second, for a number of keys and events per second. */
async function cpuPerSecond(context: BenchContext, keyCount: number, rate: number): Promise<number> {
	const { service, measured, stop } = await startLive(context, context.plugin, {
		keys: () => counters(keyCount),
		decks: Math.ceil(keyCount / 32),
		probe: "on",
	});
	try {
		await delay(3_000);
		const before = measured.probe;
		const startMs = performance.now();
		let sent = 0;
		while (performance.now() - startMs < measuredMs) {
			const due = Math.round(((performance.now() - startMs) / 1_000) * rate);
			service.burst(due - sent);
			sent = due;
			await delay(tickMs);
		}
		await delay(300);
		const after = measured.probe;
		return ((after.cpuMs - before.cpuMs) / (after.atMs - before.atMs)) * 1_000;
	} finally {
		await stop();
	}
}
