import { z } from "zod/mini";

import type { OwnEventRecords } from "../ledger/own-events";
import { streamEventTypes } from "../state/events/stream-event";
import type { DataFile } from "./data-file";
import type { DataFolder } from "./data-folder";

const maxHosts = 20;

const postSchema = z.object({
	type: z.enum(streamEventTypes),
	nameKey: z.string(),
	amount: z.optional(z.string()),
	currency: z.optional(z.string()),
	count: z.optional(z.number()),
	fromMs: z.number(),
	untilMs: z.number(),
});
const schema = z.array(z.object({ host: z.string(), keys: z.array(z.string()), posts: z.array(postSchema) }));

/** Identities of own events by the host name of the service. They contain no user names. */
export class StoredOwnEvents {
	readonly #file: DataFile<z.infer<typeof schema>>;

	constructor(folder: DataFolder) {
		this.#file = folder.open("own-events", { version: 1, parse: (data) => schema.safeParse(data).data });
	}

	recordsOf(host: string): OwnEventRecords {
		return this.#file.value?.find((entry) => entry.host === host) ?? { keys: [], posts: [] };
	}

	save(host: string, { keys, posts }: OwnEventRecords): void {
		const others = (this.#file.value ?? []).filter((entry) => entry.host !== host);
		this.#file.save([{ host, keys: [...keys], posts: [...posts] }, ...others].slice(0, maxHosts));
	}

	/**
	 * Adds keys to the stored ones.
	 * @returns Whether the result was written to the disk.
	 */
	async add(host: string, keys: readonly string[]): Promise<boolean> {
		const known = this.recordsOf(host);
		this.save(host, { ...known, keys: [...new Set([...keys, ...known.keys])] });
		return this.#file.isWritten();
	}
}
