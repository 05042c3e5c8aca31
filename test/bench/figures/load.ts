import { setTimeout as delay } from "node:timers/promises";

import { boundItem } from "../../world/service/bound-item";
import type { StandInService } from "../../world/service/stand-in";
import { waitUntil } from "../../world/deck/wait-until";
import type { Bench, Figure } from "../figure";
import type { BenchKey } from "../measured-plugin";
import { counters, startLive, type Scenario } from "../scenario";
import { median, quantile } from "../statistics";

const eventsPerSecond = 1_000;
const seconds = 5;
const pressIntervalMs = 440;
const tickMs = 10;

/** Measures a thousand events per second on 31 counters of all periods, with key presses in between. */
export const loadFigures: Bench = async (context) => {
	const scenario = await startLive(context, context.plugin, {
		service: { seed: "streamer" },
		globalSettings: { sessionStartedAt: new Date(Date.now() - 3_600_000).toISOString() },
		keys: (service): readonly BenchKey[] => [
			...counters(31),
			{ action: "remote-action", settings: boundItem(service) },
		],
		probe: "on",
	});
	try {
		await delay(1_000);
		return await measure(scenario);
	} finally {
		await scenario.stop();
	}
};

async function measure({ service, measured }: Scenario): Promise<readonly Figure[]> {
	const presses: number[] = [];
	const delays: number[] = [];
	const cpu: number[] = [];
	const before = measured.probe;
	const stopPressing = pressRegularly({ service, measured }, (tookMs) => presses.push(tookMs));
	const startMs = performance.now();
	let sent = 0;
	let last = before;
	while (performance.now() - startMs < seconds * 1_000) {
		const due = Math.round(((performance.now() - startMs) / 1_000) * eventsPerSecond);
		service.burst(due - sent);
		sent = due;
		const { probe } = measured;
		if (probe.atMs > last.atMs) {
			delays.push(probe.delayP99Ms);
			cpu.push((probe.cpuMs - last.cpuMs) / (probe.atMs - last.atMs));
			last = probe;
		}
		await delay(tickMs);
	}
	stopPressing();
	const endedMs = performance.now();
	await waitUntil(() => isExact({ service, measured }), {
		message: () => `exact numbers; ${describe({ service, measured })}`,
		timeoutMs: 20_000,
	});
	const note = `${Math.round(sent / seconds)} events/s reached`;
	return [
		{
			name: "1,000 events/s: exact after",
			plugin: performance.now() - endedMs,
			unit: "ms",
			target: "≤ 500 ms",
			note,
		},
		{ name: "1,000 events/s: CPU a second", plugin: median(cpu) * 1_000, unit: "ms", target: "≤ 400 ms" },
		{
			name: "1,000 events/s: press → command, p95",
			plugin: quantile(presses, 0.95),
			unit: "ms",
			target: "≤ 10 ms",
		},
		{ name: "1,000 events/s: loop delay, p99", plugin: median(delays), unit: "ms", target: "≤ 20 ms" },
	];
}

/** @returns Function that stops it. */
function pressRegularly(
	{ service, measured }: Pick<Scenario, "service" | "measured">,
	onCommand: (tookMs: number) => void,
): () => void {
	let pressedAtMs = NaN;
	const stopListening = service.on("command", () => onCommand(performance.now() - pressedAtMs));
	const timer = setInterval(() => {
		pressedAtMs = performance.now();
		measured.press("key-31");
	}, pressIntervalMs);
	return () => {
		clearInterval(timer);
		stopListening();
	};
}

/** Expected values of the first counters: all followers, and those of today. */
function expected(service: StandInService): ReadonlyMap<string, string> {
	const today = service.count({ types: ["follow"], fromMs: new Date().setHours(0, 0, 0, 0) });
	return new Map([
		["key-0", String(service.truth().followers)],
		["key-2", String(today)],
	]);
}

function isExact({ service, measured }: Pick<Scenario, "service" | "measured">): boolean {
	return [...expected(service)].every(([key, value]) => measured.face(key).value === value);
}

function describe({ service, measured }: Pick<Scenario, "service" | "measured">): string {
	return [...expected(service)]
		.map(([key, value]) => `"${measured.face(key).title ?? ""}" instead of ${value}`)
		.join(", ");
}
