import { z } from "zod";

/** What the service says of the connection when it opens. */
export type Handshake = {
	/** A sign of life is due this often, in milliseconds. */
	readonly pingIntervalMs: number;
};

const handshakeSchema = z
	.string()
	.transform(jsonFrom)
	.pipe(
		z.object({
			sid: z.string(),
			upgrades: z.array(z.string()),
			pingInterval: z.number().positive(),
			pingTimeout: z.number().positive(),
		}),
	)
	.transform(({ pingInterval }): Handshake => ({ pingIntervalMs: pingInterval }));

/** Reads the data of an `open` packet; undefined when an engine could not work with it. */
export function parseHandshake(data: unknown): Handshake | undefined {
	return handshakeSchema.safeParse(data).data;
}

function jsonFrom(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
