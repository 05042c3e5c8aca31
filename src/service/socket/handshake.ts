import { jsonFrom } from "../response";
import { fieldsOf } from "../schemas/wire-scalars";

/** Returns the interval of the server's pings from an `open` packet, in milliseconds; undefined if an engine could not use it. */
export function pingIntervalMsFrom(data: unknown): number | undefined {
	const { sid, upgrades, pingInterval, pingTimeout } = fieldsOf(typeof data === "string" && jsonFrom(data));
	const isUsable = typeof sid === "string" && Array.isArray(upgrades) && isPositive(pingTimeout);
	return isUsable && isPositive(pingInterval) ? pingInterval : undefined;
}

function isPositive(value: unknown): value is number {
	return typeof value === "number" && value > 0 && Number.isFinite(value);
}
