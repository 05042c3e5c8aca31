import type { Clock, Dispose } from "../state/time/clock";
import { zoneCheckIntervalMs } from "./timing";

/** Dates whose offsets are compared: one every two weeks, for two years before and after the start. */
const sampleCount = 104;
const sampleIntervalMs = 14 * 86_400_000;
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
	const startedAtMs = Date.now();
	let current = zoneOffsets(startedAtMs);
	let cancel: Dispose = () => undefined;
	const check = () => {
		cancel = clock.schedule(check, zoneCheckIntervalMs);
		refreshTimeZone();
		const previous = current;
		current = zoneOffsets(startedAtMs);
		if (current !== previous) onChange();
	};
	cancel = clock.schedule(check, zoneCheckIntervalMs);
	return () => {
		cancel();
	};
}

/** Returns the zone's offsets around a time, epoch milliseconds. Its name would take Intl, whose first use takes 15 ms. */
function zoneOffsets(atMs: number): string {
	const offsets = Array.from({ length: sampleCount }, (_, index) =>
		new Date(atMs + (index - sampleCount / 2) * sampleIntervalMs).getTimezoneOffset(),
	);
	return offsets.join();
}
