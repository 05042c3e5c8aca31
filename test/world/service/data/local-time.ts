const msPerMinute = 60_000;
const msPerHour = 60 * msPerMinute;

/** Format of timestamps: with the offset as `+0200` or `+02:00`, in UTC with `Z`, without an offset, or as a number. */
export type TimestampStyle = "+hhmm" | "+hh:mm" | "Z" | "epoch-seconds" | "local";

const formatters = new Map<string, Intl.DateTimeFormat>();
/** Minutes east of UTC, by time zone and hour since 1970. */
const offsets = new Map<string, Map<number, number>>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
	let formatter = formatters.get(timeZone);
	if (!formatter) {
		formatter = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" });
		formatters.set(timeZone, formatter);
	}
	return formatter;
}

/** Returns minutes east of UTC. Cached per hour, because no zone changes its offset within an hour of UTC. */
export function offsetMinutes(atMs: number, timeZone: string): number {
	const hour = Math.floor(atMs / msPerHour);
	const ofZone = offsets.get(timeZone) ?? new Map<number, number>();
	offsets.set(timeZone, ofZone);
	let offset = ofZone.get(hour);
	if (offset === undefined) {
		const name = formatterOf(timeZone)
			.formatToParts(hour * msPerHour)
			.find(({ type }) => type === "timeZoneName")?.value;
		const [, sign, hours = 0, minutes = 0] = /GMT([+-])(\d\d):(\d\d)/.exec(name ?? "") ?? [];
		offset = (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
		ofZone.set(hour, offset);
	}
	return offset;
}

/** `YYYY-MM-DDThh:mm:ss` and the offset; fractions of a second are cut off. */
export function formatTimestamp(atMs: number, timeZone: string, style: TimestampStyle): string | number {
	if (style === "epoch-seconds") return Math.floor(atMs / 1000);
	const offset = style === "Z" ? 0 : offsetMinutes(atMs, timeZone);
	const local = new Date(atMs + offset * msPerMinute).toISOString().slice(0, 19);
	if (style === "Z") return `${local}Z`;
	if (style === "local") return local;
	const hours = String(Math.floor(Math.abs(offset) / 60)).padStart(2, "0");
	const minutes = String(Math.abs(offset) % 60).padStart(2, "0");
	return `${local}${offset < 0 ? "-" : "+"}${hours}${style === "+hhmm" ? "" : ":"}${minutes}`;
}

/**
 * Parses a date or a date and time; without an offset it is local time. A raw `+` in a query arrives as a space, which
 * is accepted.
 * @returns Epoch milliseconds; undefined if it is not a date.
 */
export function parseTimestamp(text: string, timeZone: string): number | undefined {
	const match =
		/^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d(?:\.\d+)?)?)?(?:(Z)|([ +-])(\d\d):?(\d\d))?$/.exec(
			text.trim(),
		);
	if (!match) return undefined;
	const [, date, clock = "00:00", seconds = ":00", zulu, sign, hours, minutes] = match;
	const wallMs = Date.parse(`${date}T${clock}${seconds}Z`);
	if (Number.isNaN(wallMs)) return undefined;
	if (zulu) return wallMs;
	if (sign) return wallMs - (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * msPerMinute;
	return wallToMs(wallMs, timeZone);
}

/** Returns the instant at which clocks in the zone display what `wallMs` is in UTC. */
export function wallToMs(wallMs: number, timeZone: string): number {
	const guess = wallMs - offsetMinutes(wallMs, timeZone) * msPerMinute;
	return wallMs - offsetMinutes(guess, timeZone) * msPerMinute;
}

/** Returns the zone's date and time at an instant, to be read with the `getUTC…` methods. */
export function wallClock(atMs: number, timeZone: string): Date {
	return new Date(atMs + offsetMinutes(atMs, timeZone) * msPerMinute);
}
