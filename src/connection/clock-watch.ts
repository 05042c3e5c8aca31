import type { Clock, Dispose } from "../state/clock";

const checkIntervalMs = 5_000;
/** Minimum jump, in milliseconds. Smaller ones are caused by a busy computer or a clock correction. */
const minJumpMs = 20_000;

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
			const wallDriftMs = Math.abs(clock.wallMs() - wallMs - checkIntervalMs);
			const timerDriftMs = clock.elapsedMs() - elapsedMs - checkIntervalMs;
			startInterval();
			if (wallDriftMs > minJumpMs || timerDriftMs > minJumpMs) onJump();
		}, checkIntervalMs);
	};
	startInterval();
	return () => {
		cancel();
	};
}
