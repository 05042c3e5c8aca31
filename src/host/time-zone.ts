import type { Clock, Dispose } from "../state/clock";

/** A change of the computer's time zone is noticed within this time. */
const checkIntervalMs = 20_000;
/** Any zone would do: assigning one makes Node.js read the zone again. */
const anyZone = "UTC";

/**
 * Makes the process use the computer's current time zone. Node.js reads it once and again whenever `TZ` changes.
 * A `TZ` that the process was started with stays in force.
 */
export function refreshTimeZone(): void {
	const { TZ: zone } = process.env;
	process.env["TZ"] = zone ?? anyZone;
	if (zone === undefined) delete process.env["TZ"];
}

/** Calls back when the computer's time zone has changed. */
export function watchTimeZone(clock: Pick<Clock, "schedule">, onChange: () => void): Dispose {
	let current = timeZone();
	let cancel: Dispose = () => undefined;
	const check = () => {
		cancel = clock.schedule(check, checkIntervalMs);
		refreshTimeZone();
		const previous = current;
		current = timeZone();
		if (current !== previous) onChange();
	};
	cancel = clock.schedule(check, checkIntervalMs);
	return () => {
		cancel();
	};
}

/** A zone's name alone does not tell it from another one where the system names none. */
function timeZone(): string {
	const { timeZone: name } = new Intl.DateTimeFormat().resolvedOptions();
	const year = new Date().getFullYear();
	return [name, ...[0, 6].map((month) => new Date(year, month).getTimezoneOffset())].join();
}
