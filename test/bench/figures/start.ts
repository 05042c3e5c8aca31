import { parseFace } from "../../world/deck/drawing/face";
import { installPlugin } from "../../world/deck/plugin/installation";
import { startService } from "../../world/service/stand-in";
import type { Bench, BenchContext, Figure } from "../figure";
import { startScenario, type ScenarioOptions } from "../scenario";
import { median } from "../statistics";

/** Latency of each response, as for a remote service, in milliseconds. */
const latencyMs = 40;
const sides = ["plugin", "floor"] as const;
type Side = (typeof sides)[number];

/** One start: times in milliseconds since the process was started. */
type Start = {
	readonly registeredMs: number;
	/** First picture with a number, confirmed or not. */
	readonly numberMs: number;
	/** First picture whose state is `live`. */
	readonly liveMs: number;
};

/** Measures the time from the start of the process to its registration, first number, and first confirmed number. */
export const startFigures: Bench = async (context) => {
	const near = await startBoth(context, {});
	const far = await startBoth(context, {
		prepare: (service) =>
			service.setFaults({ rest: { all: { latencyMs } }, handshake: { all: { latencyMs } } }),
	});
	const restarted = await restartStarts(context);
	const compare = (
		name: string,
		starts: typeof near,
		of: (start: Start) => number,
		target: string,
	): Figure => ({
		name,
		plugin: median(starts.plugin.map(of)),
		floor: median(starts.floor.map(of)),
		unit: "ms",
		target,
	});
	return [
		compare("start → registered", near, (start) => start.registeredMs, "≤ 0.7 ×"),
		compare("start → first value on a key", near, (start) => start.liveMs, "≤ 1.0 ×"),
		compare(`the same, each answer takes ${latencyMs} ms`, far, (start) => start.liveMs, "≤ 1.0 ×"),
		{
			name: "registered → first number at all, the same",
			plugin: median(far.plugin.map((start) => start.numberMs - start.registeredMs)),
			unit: "ms",
			target: "one answer",
		},
		{
			name: "registered → first number after a restart",
			plugin: median(restarted.map((start) => start.numberMs - start.registeredMs)),
			unit: "ms",
			target: "≤ 15 ms",
		},
	];
};

async function startBoth(
	context: BenchContext,
	options: ScenarioOptions,
): Promise<Readonly<Record<Side, readonly Start[]>>> {
	const starts: Record<Side, Start[]> = { plugin: [], floor: [] };
	for (let round = 0; round < 8 * context.effort; round++) {
		for (const side of sides) starts[side].push(await measureStart(context, context[side], options));
	}
	return starts;
}

/** Measures starts of a plugin that has run before. */
async function restartStarts(context: BenchContext): Promise<readonly Start[]> {
	const installation = await installPlugin(context.plugin);
	// The same account each time: the plugin displays the numbers of no other one.
	const existingService = await startService({ seed: "empty" });
	try {
		await measureStart(context, context.plugin, { installation, existingService });
		const starts: Start[] = [];
		for (let round = 0; round < 4 * context.effort; round++) {
			starts.push(await measureStart(context, context.plugin, { installation, existingService }));
		}
		return starts;
	} finally {
		await existingService.stop();
		await installation.remove();
	}
}

async function measureStart(
	context: BenchContext,
	pluginDir: string,
	options: ScenarioOptions,
): Promise<Start> {
	const { measured, stop } = await startScenario(context, pluginDir, options);
	let numberAtMs: number | undefined;
	const unsubscribe = measured.onImage(({ image, atMs }) => {
		if (/^\d+$/.test(parseFace(image).value ?? "")) numberAtMs ??= atMs;
	});
	await measured.until(() => measured.face("key-0").state === "live", "a number");
	unsubscribe();
	const { startedAtMs, registeredAtMs } = measured;
	const liveAtMs = measured.face("key-0").at;
	await (options.existingService ? measured.stop() : stop());
	return {
		registeredMs: registeredAtMs - startedAtMs,
		numberMs: (numberAtMs ?? liveAtMs) - startedAtMs,
		liveMs: liveAtMs - startedAtMs,
	};
}
