import type { Clock } from "./state/clock";

/** Longer delays overflow and would end at once. */
const maxDelayMs = 2 ** 31 - 1;

/** The computer's own time. */
export const systemClock: Clock = {
	now: () => Date.now(),
	wallMs: () => Date.now(),
	elapsedMs: () => performance.now(),
	schedule: (callback, delayMs) => {
		const timer = setTimeout(callback, Math.min(Math.ceil(delayMs), maxDelayMs));
		return () => {
			clearTimeout(timer);
		};
	},
};
