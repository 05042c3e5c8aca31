import type { Clock, Dispose } from "../state/clock";

const intervalMs = 5_000;
/** Less is a busy computer or a corrected clock. */
const jumpMs = 20_000;

/**
 * Notices that time has passed unlived: a computer that slept wakes with its wall clock ahead, or its timers late. Not
 * every host tells its plugins of a wake.
 */
export function watchClock(clock: Clock, onJump: () => void): Dispose {
	let cancel: Dispose = () => undefined;
	const look = () => {
		const [wallMs, elapsedMs] = [clock.wallMs(), clock.elapsedMs()];
		cancel = clock.schedule(() => {
			const wallDriftMs = Math.abs(clock.wallMs() - wallMs - intervalMs);
			const timerDriftMs = clock.elapsedMs() - elapsedMs - intervalMs;
			look();
			if (wallDriftMs > jumpMs || timerDriftMs > jumpMs) onJump();
		}, intervalMs);
	};
	look();
	return () => {
		cancel();
	};
}
