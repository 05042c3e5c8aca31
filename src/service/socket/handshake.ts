import { jsonFrom } from "../response";
import { fieldsOf } from "../schemas/wire-scalars";

/** Connection parameters that the service sends on connect. */
export type Handshake = {
	/** Interval of the server's pings, in milliseconds. */
	readonly pingIntervalMs: number;
};

/** Parses the data of an `open` packet; undefined if an engine could not use it. */
export function parseHandshake(data: unknown): Handshake | undefined {
	const { sid, upgrades, pingInterval, pingTimeout } = fieldsOf(typeof data === "string" && jsonFrom(data));
	const isUsable = typeof sid === "string" && Array.isArray(upgrades) && isPositive(pingTimeout);
	return isUsable && isPositive(pingInterval) ? { pingIntervalMs: pingInterval } : undefined;
}

function isPositive(value: unknown): value is number {
	return typeof value === "number" && value > 0 && Number.isFinite(value);
}
