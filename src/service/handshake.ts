import { z } from "zod/mini";

/** What the service says of the connection when it opens. */
export type Handshake = {
	/** A sign of life is due this often, in milliseconds. */
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

/** Reads the data of an `open` packet; undefined when an engine could not work with it. */
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
