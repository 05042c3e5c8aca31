import { setTimeout as delay } from "node:timers/promises";

import { boundItem } from "../../world/service/bound-item";
import type { StandInService } from "../../world/service/stand-in";
import type { Bench, BenchContext } from "../figure";
import type { BenchKey } from "../measured-plugin";
import { followers, startLive, type Scenario } from "../scenario";
import { median, quantile } from "../statistics";

/**
 * Time after which the flash of the last event is over and an image can be sent immediately. Up to a second is added at
 * random: the sync that follows an event begins after the same time, and would meet every next event.
 */
const eventIntervalMs = 1_500;
const maxExtraMs = 1_000;
/** Interval between presses, longer than the guard time. */
const pressIntervalMs = 400;

/**
 * Measures the time from an event at the service to its picture at the host, and from a press to its command at the
 * service.
 */
export const reactionFigures: Bench = async (context) => {
	const sides = await startBoth(context);
	const eventPauseMs = () => eventIntervalMs + Math.random() * maxExtraMs;
	try {
		const events = await alternate(sides, 60 * context.effort, eventPauseMs, timeEvent);
		const presses = await alternate(sides, 150 * context.effort, () => pressIntervalMs, timePress);
		const compare = (name: string, samples: typeof events, of: (values: readonly number[]) => number) => ({
			name,
			plugin: of(samples.plugin),
			floor: of(samples.floor),
			unit: "ms",
		});
		const p95 = (values: readonly number[]) => quantile(values, 0.95);
		return [
			{ ...compare("event → image, p50", events, median), target: "≤ 1.25 ×" },
			{ ...compare("event → image, p95", events, p95), target: "≤ 1.25 ×" },
			{ ...compare("press → command, p50", presses, median), target: "≤ 1.1 ×" },
			{ ...compare("press → command, p95", presses, p95), target: "≤ 1.2 ×" },
		];
	} finally {
		await Promise.all([sides.plugin.stop(), sides.floor.stop()]);
	}
};

/** Starts the plugin and the floor, each with a separate service. */
type Sides = { readonly plugin: Scenario; readonly floor: Scenario };

/** The floor draws pictures as large as the plugin's. */
async function startBoth(context: BenchContext): Promise<Sides> {
	const keys = (service: StandInService): readonly BenchKey[] => [
		followers,
		{ action: "remote-action", settings: boundItem(service) },
	];
	const plugin = await startLive(context, context.plugin, { keys });
	const imageLength = plugin.measured.face("key-0").image?.length;
	return { plugin, floor: await startLive(context, context.floor, { keys, imageLength }) };
}

async function alternate(
	{ plugin, floor }: Sides,
	rounds: number,
	pauseMs: () => number,
	time: (scenario: Scenario) => Promise<number>,
): Promise<{ readonly plugin: readonly number[]; readonly floor: readonly number[] }> {
	const samples = { plugin: [] as number[], floor: [] as number[] };
	for (let round = 0; round < rounds; round++) {
		samples.plugin.push(await time(plugin));
		await delay(pauseMs() / 2);
		samples.floor.push(await time(floor));
		await delay(pauseMs() / 2);
	}
	return samples;
}

async function timeEvent({ service, measured }: Scenario): Promise<number> {
	const before = measured.face("key-0").value;
	const seen = measured.nextImage("key-0", () => measured.face("key-0").value !== before);
	const startMs = performance.now();
	service.follow({ username: "somebody", origin: "twitch" });
	return (await seen) - startMs;
}

async function timePress({ service, measured }: Scenario): Promise<number> {
	const arrived = new Promise<number>((resolve) => {
		const stop = service.on("command", () => {
			stop();
			resolve(performance.now());
		});
	});
	const startMs = performance.now();
	measured.press("key-1");
	return (await arrived) - startMs;
}
