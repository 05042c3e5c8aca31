import { uptime } from "node:os";

import type { Clock } from "../state/clock";

/** Longer delays overflow and would end at once. */
const maxDelayMs = 2 ** 31 - 1;
/** Some systems tell their uptime in whole seconds only: less than this is no sleep. */
const minSystemSleepMs = 2_000;

/**
 * Counts what passes while the computer sleeps. The clock of timers stands still then on some systems, and the wall clock
 * doesn't tell a sleep from being set; how long the system has been up does, since it goes on and can't be set.
 * @param readUptimeS Seconds since the system was started, its sleeps included.
 * @returns As `elapsedMs`, sleeps included. Where the system does not tell, none is noticed.
 */
export function includeSystemSleep(elapsedMs: () => number, readUptimeS: () => number): () => number {
	let systemSleepMs = 0;
	const uptimeLeadMs = () => {
		try {
			return readUptimeS() * 1_000 - elapsedMs();
		} catch {
			return NaN;
		}
	};
	const initialUptimeLeadMs = uptimeLeadMs();
	return () => {
		const driftMs = uptimeLeadMs() - initialUptimeLeadMs;
		if (driftMs - systemSleepMs >= minSystemSleepMs) systemSleepMs = driftMs;
		return elapsedMs() + systemSleepMs;
	};
}

/** As `performance.now()`, which would have a module loaded before the plugin registers. */
const elapsedMs = () => Number(process.hrtime.bigint()) / 1e6;

/** The computer's own time. */
export const systemClock: Clock = {
	now: () => Date.now(),
	wallMs: () => Date.now(),
	elapsedMs,
	uptimeMs: includeSystemSleep(elapsedMs, uptime),
	schedule: (callback, delayMs) => {
		const timer = setTimeout(callback, Math.min(Math.ceil(delayMs), maxDelayMs));
		return () => {
			clearTimeout(timer);
		};
	},
};
