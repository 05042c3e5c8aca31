import { uptime } from "node:os";

import type { Clock } from "../state/time/clock";
import { minClockDriftMs, minWallDriftMs } from "./timing";

/** Longer delays overflow, and the timer would fire immediately. */
const maxDelayMs = 2 ** 31 - 1;

/**
 * Adds system sleep to a monotonic clock. On some systems the monotonic clock stops during sleep, and the wall clock cannot
 * distinguish sleep from a clock change. The system's uptime can: it includes sleep and cannot be set. On Linux, reading it opens
 * a file, so it is read only when the wall clock has moved against the monotonic clock, as it does during sleep.
 * @param readUptimeS Seconds since the system started, including sleep.
 * @returns A clock like `elapsedMs` that includes sleep. If the uptime cannot be read, sleep is not detected.
 */
export function includeSystemSleep(
	{ elapsedMs, wallMs }: Pick<Clock, "elapsedMs" | "wallMs">,
	readUptimeS: () => number,
): () => number {
	let systemSleepMs = 0;
	let wallLeadMs = wallMs() - elapsedMs();
	const uptimeLeadMs = () => {
		try {
			return readUptimeS() * 1_000 - elapsedMs();
		} catch {
			return NaN;
		}
	};
	const initialUptimeLeadMs = uptimeLeadMs();
	return () => {
		const nowMs = elapsedMs();
		const leadMs = wallMs() - nowMs;
		if (Math.abs(leadMs - wallLeadMs) < minWallDriftMs) return nowMs + systemSleepMs;
		wallLeadMs = leadMs;
		const driftMs = uptimeLeadMs() - initialUptimeLeadMs;
		if (driftMs - systemSleepMs >= minClockDriftMs) systemSleepMs = driftMs;
		return nowMs + systemSleepMs;
	};
}

/** Like `performance.now()`, which would load a module before the plugin registers. */
const elapsedMs = () => Number(process.hrtime.bigint()) / 1e6;

const wallMs = () => Date.now();

export const systemClock: Clock = {
	now: wallMs,
	wallMs,
	elapsedMs,
	uptimeMs: includeSystemSleep({ elapsedMs, wallMs }, uptime),
	schedule: (callback, delayMs) => {
		const timer = setTimeout(callback, Math.min(Math.ceil(delayMs), maxDelayMs));
		return () => {
			clearTimeout(timer);
		};
	},
};
