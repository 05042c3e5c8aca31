import type { Clock, Dispose } from "../state/clock";

const checkIntervalMs = 5_000;
/** Less is a busy computer or a corrected clock. */
const minJumpMs = 20_000;

/**
 * Notices that time has passed unlived: a computer that slept wakes with its wall clock ahead, or its timers late. Not
 * every host tells its plugins of a wake.
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
