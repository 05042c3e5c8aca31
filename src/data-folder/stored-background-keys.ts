import { z } from "zod/mini";

import type { DataFile } from "./data-file";
import type { DataFolder } from "./data-folder";

const schema = z.array(
	z.object({
		id: z.string(),
		manifestId: z.string(),
		deviceId: z.string(),
		position: z.optional(z.string()),
		settings: z.record(z.string(), z.unknown()),
		seenAtMs: z.number(),
	}),
);
type StoredKey = z.infer<typeof schema>[number];

/** Keys with a goal or a file, which continue while they are hidden. */
export class StoredBackgroundKeys {
	readonly #file: DataFile<StoredKey[]>;

	constructor(folder: DataFolder) {
		this.#file = folder.open("background-keys", { version: 1, parse: (data) => schema.safeParse(data).data });
	}

	load(): readonly StoredKey[] {
		return this.#file.value ?? [];
	}

	save(keys: readonly StoredKey[]): void {
		this.#file.save([...keys]);
	}
}
