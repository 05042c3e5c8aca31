import type { Clock, Dispose } from "../state/time/clock";
import { clockCheckIntervalMs, minClockJumpMs } from "./timing";

/**
 * Detects system sleep: after it, the wall clock is ahead or timers are late. Not every host notifies its plugins
 * of a wake-up.
 * @returns Stops the detection.
 */
export function watchClock(clock: Clock, onJump: () => void): Dispose {
	let cancel: Dispose = () => undefined;
	const startInterval = () => {
		const [wallMs, elapsedMs] = [clock.wallMs(), clock.elapsedMs()];
		cancel = clock.schedule(() => {
			const wallDriftMs = Math.abs(clock.wallMs() - wallMs - clockCheckIntervalMs);
			const timerDriftMs = clock.elapsedMs() - elapsedMs - clockCheckIntervalMs;
			startInterval();
			if (wallDriftMs > minClockJumpMs || timerDriftMs > minClockJumpMs) onJump();
		}, clockCheckIntervalMs);
	};
	startInterval();
	return () => {
		cancel();
	};
}
