import { expect } from "vitest";

import { flushPromises, type VirtualClock } from "./virtual-clock";

/** Something in progress that can be ended. */
export type EndableRun = {
	readonly clock: VirtualClock;
	/** Ends it, as a user or its owner would: closes, removes or stops. */
	readonly end: () => void;
	/** Its effects so far: requests, pictures, writes, calls. */
	readonly effects: () => readonly unknown[];
	/** Lets pending work of its surroundings finish, such as responses that arrive after the end. */
	readonly finishLate?: () => void;
	/** Timers that are not its own, such as those of a fake service. */
	readonly foreignTimers?: () => number;
};

const longAfterMs = 900_000;

/**
 * Ends a run at each of these moments, a new one each time, and expects that no timer is left and that nothing happens
 * afterwards, not even when a late answer arrives.
 */
export async function expectNothingAfterEnd(
	start: () => EndableRun | Promise<EndableRun>,
	momentsMs: readonly number[],
): Promise<void> {
	for (const momentMs of momentsMs) {
		const run = await start();
		await run.clock.advance(momentMs);
		run.end();
		const ownTimers = () => run.clock.pendingCount - (run.foreignTimers?.() ?? 0);
		const expectNoTimers = () => expect({ momentMs, timers: ownTimers() }).toEqual({ momentMs, timers: 0 });
		expectNoTimers();
		const before = [...run.effects()];
		run.finishLate?.();
		await flushPromises();
		expectNoTimers();
		await run.clock.advance(longAfterMs);
		expect({ momentMs, effects: run.effects(), timers: ownTimers() }).toEqual({
			momentMs,
			effects: before,
			timers: 0,
		});
	}
}

/** Returns times from the start to `endMs`, close to each other. */
export function moments(endMs: number, stepMs: number): readonly number[] {
	return Array.from({ length: Math.floor(endMs / stepMs) + 1 }, (_, index) => index * stepMs);
}
