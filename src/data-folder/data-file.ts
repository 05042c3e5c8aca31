import { readFileSync, statSync } from "node:fs";

import { z } from "zod/mini";

import { replaceFile, replaceFileSync } from "./atomic-file";

const maxFileBytes = 20_000_000;

/** What a data file holds, and in which format. */
export type DataFormat<T> = {
	/** Raised when the format changes; a file of any other version is ignored. */
	readonly version: number;
	readonly schema: z.ZodMiniType<T>;
};

export type DataFileOptions<T> = DataFormat<T> & {
	readonly path: string;
	/** Written into the file; a file that lacks it is foreign. */
	readonly pluginId: string;
	readonly onWriteError: (error: unknown) => void;
};

/**
 * One value that outlives the plugin, in a JSON file of its own. It is read once, when the file is opened. A file that is missing,
 * damaged, foreign or of another version counts as absent, and the next write replaces it. The value in memory
 * stays valid when the disk refuses.
 */
export class DataFile<T> {
	readonly #options: DataFileOptions<T>;
	#value: T | undefined;
	#writing: Promise<void> | undefined;
	#isWritePending = false;
	#isOnDisk = false;

	constructor(options: DataFileOptions<T>) {
		this.#options = options;
		this.#value = this.#read();
	}

	/** Undefined as long as nothing has been saved. */
	get value(): T | undefined {
		return this.#value;
	}

	/** Whether the last write succeeded. */
	get isOnDisk(): boolean {
		return this.#isOnDisk;
	}

	/** Resolves when everything saved so far is on the disk, or was refused. */
	get written(): Promise<void> {
		return this.#writing ?? Promise.resolve();
	}

	/** Replaces the value. Values saved while a write is running are written once, the latest. */
	save(value: T): void {
		this.#value = value;
		this.#isWritePending = true;
		this.#writing ??= this.#writeAll();
	}

	/** Writes what is not on the disk yet, without returning to the event loop: for the end of the process. */
	flush(): void {
		if (!this.#writing) return;
		this.#isWritePending = false;
		try {
			replaceFileSync(this.#options.path, this.#content());
		} catch (error) {
			this.#options.onWriteError(error);
		}
	}

	async #writeAll(): Promise<void> {
		while (this.#isWritePending) {
			this.#isWritePending = false;
			await this.#write();
		}
		this.#writing = undefined;
	}

	async #write(): Promise<void> {
		const { path, onWriteError } = this.#options;
		try {
			await replaceFile(path, [this.#content()]);
			this.#isOnDisk = true;
		} catch (error) {
			this.#isOnDisk = false;
			onWriteError(error);
		}
	}

	#content(): string {
		const { pluginId, version } = this.#options;
		return JSON.stringify({ plugin: pluginId, version, data: this.#value });
	}

	#read(): T | undefined {
		const { path, pluginId, version, schema } = this.#options;
		try {
			if (statSync(path).size > maxFileBytes) return undefined;
			const file = z.object({ plugin: z.literal(pluginId), version: z.literal(version), data: schema });
			const parsed = file.safeParse(JSON.parse(readFileSync(path, "utf8")));
			return parsed.success ? parsed.data.data : undefined;
		} catch {
			return undefined;
		}
	}
}
