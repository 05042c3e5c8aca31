import type { Clock, Dispose } from "../state/time/clock";

/** Interval of checks for a changed time zone, in milliseconds. */
const checkIntervalMs = 20_000;
/** Any assignment makes Node.js read the zone again, so the value is irrelevant. */
const anyZone = "UTC";

/**
 * Makes the process use the computer's current time zone. Node.js reads it at the start and on each assignment of
 * `TZ`. A `TZ` of the process's environment stays in effect.
 */
export function refreshTimeZone(): void {
	const { TZ: zone } = process.env;
	process.env["TZ"] = zone ?? anyZone;
	if (zone === undefined) delete process.env["TZ"];
}

/** Calls back when the computer's time zone has changed. */
export function watchTimeZone(clock: Pick<Clock, "schedule">, onChange: () => void): Dispose {
	// Read at the first check and not now, because the first use of Intl takes 15 ms of the start.
	let current: string | undefined;
	let cancel: Dispose = () => undefined;
	const check = () => {
		cancel = clock.schedule(check, checkIntervalMs);
		const previous = current ?? timeZone();
		refreshTimeZone();
		current = timeZone();
		if (current !== previous) onChange();
	};
	cancel = clock.schedule(check, checkIntervalMs);
	return () => {
		cancel();
	};
}

/** Returns an identity of the zone. Includes its offsets, because some systems do not name the zone. */
function timeZone(): string {
	const { timeZone: name } = new Intl.DateTimeFormat().resolvedOptions();
	const year = new Date().getFullYear();
	return [name, ...[0, 6].map((month) => new Date(year, month).getTimezoneOffset())].join();
}
