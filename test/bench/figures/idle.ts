import { setTimeout as delay } from "node:timers/promises";

import type { Bench, BenchContext } from "../figure";
import { counters, startLive, startScenario, type Scenario } from "../scenario";
import { median } from "../statistics";

const settlingMs = 8_000;
const idleMs = 60_000;
const flips = 20;

/** Measures the idle cost of the plugin, and the cost of a page change. */
export const idleFigures: Bench = async (context) => {
	const plugin = await startLive(context, context.plugin, { keys: () => counters(32) });
	const floor = await startScenario(context, context.floor, { keys: () => counters(32) });
	try {
		await delay(settlingMs);
		const before = { cpu: cpuOf(plugin, floor), images: plugin.measured.imageCount };
		const requestsBefore = plugin.service.requests.length;
		await delay(idleMs);
		const after = cpuOf(plugin, floor);
		return [
			{
				name: "memory at rest, 32 keys",
				plugin: plugin.measured.memoryBytes / 2 ** 20,
				floor: floor.measured.memoryBytes / 2 ** 20,
				unit: "MiB",
				target: "≤ 1.15 ×",
			},
			{
				name: "CPU at rest in 10 s, 32 keys",
				plugin: (after.plugin - before.cpu.plugin) / (idleMs / 10_000),
				floor: (after.floor - before.cpu.floor) / (idleMs / 10_000),
				unit: "ms",
				target: "floor + 5 ms",
				note: `${plugin.measured.imageCount - before.images} pictures, ${plugin.service.requests.length - requestsBefore} requests in ${idleMs / 1_000} s`,
			},
			...(await flipFigures(context)),
		];
	} finally {
		await Promise.all([plugin.stop(), floor.stop()]);
	}
};

function cpuOf(plugin: Scenario, floor: Scenario): { readonly plugin: number; readonly floor: number } {
	return { plugin: plugin.measured.cpuMs, floor: floor.measured.cpuMs };
}

/** Replaces 96 keys on three decks by others. */
async function flipFigures(context: BenchContext): Promise<Awaited<ReturnType<Bench>>> {
	const { service, measured, stop } = await startLive(context, context.plugin, {
		keys: () => counters(96),
		decks: 3,
	});
	try {
		await delay(settlingMs);
		const requestsBefore = service.requests.length;
		const durationsMs: number[] = [];
		for (let flip = 0; flip < flips; flip++) {
			const pendingKeys = new Set(measured.contexts);
			let lastMs = NaN;
			const stopWatching = measured.onImage(({ context: key, atMs }) => {
				if (pendingKeys.delete(key)) lastMs = atMs;
			});
			measured.disappear();
			const startMs = performance.now();
			measured.appear();
			await measured.until(() => pendingKeys.size === 0, "a face on every key");
			stopWatching();
			durationsMs.push(lastMs - startMs);
			await delay(300);
		}
		const note = `${service.requests.length - requestsBefore} requests in ${flips} flips`;
		return [
			{
				name: "page flip, 96 keys on 3 decks",
				plugin: median(durationsMs),
				unit: "ms",
				target: "≤ 50 ms",
				note,
			},
		];
	} finally {
		await stop();
	}
}
