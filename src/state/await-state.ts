import type { Clock } from "./time/clock";
import type { Store } from "./store";

/**
 * Waits until `check` returns a value. It is called again after each change of the store.
 * @returns Undefined after the timeout.
 */
export function awaitState<T>(
	store: Store,
	clock: Clock,
	check: () => T | undefined,
	timeoutMs: number,
): Promise<T | undefined> {
	return new Promise((resolve) => {
		const settle = (result: T | undefined) => {
			cancelTimer();
			unsubscribe();
			resolve(result);
		};
		const recheck = () => {
			const result = check();
			if (result !== undefined) settle(result);
		};
		const cancelTimer = clock.schedule(() => settle(undefined), timeoutMs);
		const unsubscribe = store.subscribe(recheck);
		recheck();
	});
}
