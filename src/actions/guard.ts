import type { Log } from "../connection/log";

/** Runs a handler so that nothing it throws gets out. */
export type Guard = (name: string, handler: () => void | Promise<void>) => void;

/**
 * Every handler of a Stream Deck event runs inside a guard: an error ends as a line in the log. Left to the SDK it would
 * be logged with the raw frame, settings and all, or end the process.
 */
export function createGuard(log: Log): Guard {
	const report = (name: string, error: unknown) => {
		log.error(`${name} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
	};
	return (name, handler) => {
		try {
			const pending = handler();
			pending?.catch((error: unknown) => {
				report(name, error);
			});
		} catch (error) {
			report(name, error);
		}
	};
}
