import type { Log } from "./log";

/** Runs a handler and catches every error. */
export type Guard = (name: string, handler: () => void | Promise<void>) => void;

/**
 * Creates a guard that logs errors. Every handler of a Stream Deck event runs inside one: the SDK would log the raw frame
 * with all settings, or end the process.
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
