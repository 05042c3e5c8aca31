import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { dataFolderOf, installPlugin, type Installation } from "../../world/deck/plugin/installation";
import { waitUntil } from "../../world/deck/wait-until";
import type { StandInService } from "../../world/service/stand-in";
import type { Bench, BenchContext, Figure } from "../figure";
import type { BenchKey } from "../measured-plugin";
import { startLive, startScenario, type Scenario } from "../scenario";
import { growthExponent, median, quantile } from "../statistics";

const dayMs = 86_400_000;
/** Time after which all work that follows a long sync is done, in milliseconds. */
const afterReadingMs = 20_000;

/** Plain, by unique names, and money: the most expensive counters for a long history. */
const yearKeys: readonly BenchKey[] = [
	{ action: "counter", settings: { scope: "year", flash: false } },
	{ action: "counter", settings: { scope: "year", uniqueOnly: true } },
	{ action: "counter", settings: { metric: "donationAmount", scope: "year" } },
];

/** Measures the cost of history: missed events, a year read at the start, and one more event after it. */
export const historyFigures: Bench = async (context) => [
	...(await missedFigures(context)),
	...(await restartFigures(context)),
	...(await singleEventFigures(context)),
];

async function missedFigures(context: BenchContext): Promise<readonly Figure[]> {
	const points: (readonly [number, number])[] = [];
	let figure: Figure | undefined;
	for (const count of [2_500, 5_000, 10_000]) {
		const scenario = await startLive(context, context.plugin);
		const { service, measured } = scenario;
		await delay(2_000);
		await service.change({ echoPosted: "on" });
		service.setFaults({ silentSocket: "on" });
		service.burst(count, "follow");
		service.clearFaults();
		const requestsBefore = service.requests.length;
		const startMs = performance.now();
		service.cut();
		await measured.until(() => isRight(scenario), "the missed events", 60_000);
		const tookMs = measured.face("key-0").at - startMs;
		points.push([count, tookMs]);
		figure = {
			name: "10,000 missed events",
			plugin: tookMs,
			unit: "ms",
			target: "≤ 900 ms",
			note: `${service.requests.length - requestsBefore} requests; grows with exponent ${growthExponent(points).toFixed(2)}`,
		};
		await scenario.stop();
	}
	return figure ? [figure] : [];
}

/** A year that is read for the first time, and again after a restart. */
async function restartFigures(context: BenchContext): Promise<readonly Figure[]> {
	const installation = await installPlugin(context.plugin);
	const memoryFile = join(dataFolderOf(installation.dir), "event-list-follow-donation.txt");
	try {
		const first = await startWithYear(context, installation);
		await waitUntil(() => existsSync(memoryFile), { message: "what it keeps" });
		await first.scenario.measured.stop();
		const { service } = first.scenario;
		const second = await startWithYear(context, installation, service);
		await second.scenario.stop();
		return [
			{ name: "a year of 100,000 events, first start", ...first.figure, target: "≤ 1200 ms" },
			{ name: "a year of 100,000 events, every other start", ...second.figure, target: "≤ 250 ms" },
		];
	} finally {
		await installation.remove();
	}
}

/** Waits until the year's number, names and money are displayed. */
async function startWithYear(
	context: BenchContext,
	installation: Installation,
	existingService?: StandInService,
) {
	const scenario = await startScenario(context, context.plugin, {
		installation,
		keys: () => yearKeys,
		existingService,
		prepare: (service) => {
			if (!existingService) seedYear(service, 100_000);
		},
	});
	const { service, measured } = scenario;
	const requestsBefore = service.requests.length;
	await measured.until(() => measured.isLive, "the year's numbers", 120_000);
	const plugin = Math.max(...measured.contexts.map((key) => measured.face(key).at)) - measured.startedAtMs;
	const note = `${service.requests.length - requestsBefore} requests`;
	return { scenario, figure: { plugin, unit: "ms", note } };
}

async function singleEventFigures(context: BenchContext): Promise<readonly Figure[]> {
	const [small, large] = [
		await measureSingleEvent(context, 1_000),
		await measureSingleEvent(context, 100_000),
	];
	return [
		{
			name: "event → image, 100,000 events before against 1,000",
			plugin: large.imageMs,
			floor: small.imageMs,
			unit: "ms",
			target: "≤ 1.25 ×",
		},
		{
			name: "event → image, the same, p95",
			plugin: large.imageP95Ms,
			floor: small.imageP95Ms,
			unit: "ms",
			target: "≤ 1.25 ×",
		},
		{
			name: "CPU for one event, the same",
			plugin: large.cpuMs,
			floor: small.cpuMs,
			unit: "ms",
			target: "≤ 1.25 ×",
		},
		{
			name: "memory half a second after the reading, the same",
			plugin: (large.rssAfterReading - small.rssAfterReading) / 2 ** 20,
			unit: "MiB more",
			target: "≤ 60 MiB",
		},
		{
			name: "memory 20 s after the reading, the same",
			plugin: (large.rss - small.rss) / 2 ** 20,
			unit: "MiB more",
			target: "≤ 40 MiB",
		},
	];
}

/** Cost of one more event after this number of events. */
async function measureSingleEvent(context: BenchContext, count: number) {
	const scenario = await startLive(context, context.plugin, {
		keys: () => yearKeys,
		prepare: (service) => seedYear(service, count),
		probe: "on",
	});
	const { service, measured, stop } = scenario;
	try {
		await measured.nextProbe();
		const { rss: rssAfterReading } = await measured.nextProbe();
		await delay(afterReadingMs);
		const { rss } = measured.probe;
		const durationsMs: number[] = [];
		const rounds = 40 * context.effort;
		const before = measured.probe;
		for (let round = 0; round < rounds; round++) {
			const seen = measured.nextImage("key-0");
			const startMs = performance.now();
			service.follow({ username: `late_${round}` });
			durationsMs.push((await seen) - startMs);
			await delay(150);
		}
		const after = measured.probe;
		return {
			imageMs: median(durationsMs),
			imageP95Ms: quantile(durationsMs, 0.95),
			cpuMs: (after.cpuMs - before.cpuMs) / rounds,
			rssAfterReading,
			rss,
		};
	} finally {
		await stop();
	}
}

function isRight({ service, measured }: Scenario): boolean {
	const { value, state } = measured.face("key-0");
	return state === "live" && value === String(service.truth().followers);
}

/** Returns follows and donations, spread evenly over the last year. */
function seedYear(service: StandInService, count: number): void {
	const nowMs = Date.now();
	const fromMs = Math.max(new Date(new Date().getFullYear(), 0, 1).getTime(), nowMs - 300 * dayMs);
	for (let index = 0; index < count; index++) {
		const createdAtMs = fromMs + ((nowMs - fromMs - 1_000) * index) / count;
		const username = `viewer_${index % 5_000}`;
		const currency = service.account.currency.code;
		service.store.add(
			index % 2 === 0
				? { type: "follow", username, createdAtMs, origin: "twitch" }
				: { type: "donation", username, createdAtMs, amount: { minorUnits: 500, currency } },
		);
	}
	// A service has an index, which the stand-in would build during the first request.
	service.store.query({ types: ["follow", "donation"], sort: "createdAt", order: "desc" });
}
