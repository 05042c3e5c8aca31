import { z } from "zod/mini";

/** Connection parameters that the service sends on connect. */
export type Handshake = {
	/** Interval of the server's pings, in milliseconds. */
	readonly pingIntervalMs: number;
};

const handshakeSchema = z.pipe(
	z.pipe(z.string(), z.transform(jsonFrom)),
	z.object({
		sid: z.string(),
		upgrades: z.array(z.string()),
		pingInterval: z.number().check(z.positive()),
		pingTimeout: z.number().check(z.positive()),
	}),
);

/** Parses the data of an `open` packet; undefined if an engine could not use it. */
export function parseHandshake(data: unknown): Handshake | undefined {
	const { data: handshake } = handshakeSchema.safeParse(data);
	return handshake && { pingIntervalMs: handshake.pingInterval };
}

function jsonFrom(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
