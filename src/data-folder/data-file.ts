import { readFileSync, statSync } from "node:fs";

import { setTimeout as delay } from "node:timers/promises";

import { isRecord } from "../state/is-record";
import { replaceFile, replaceFileSync } from "./atomic-file";

const maxFileBytes = 20_000_000;

export type DataFormat<T> = {
	/** Raised when the format changes; a file of any other version is ignored. */
	readonly version: number;
	/** Returns undefined if the data is damaged. */
	readonly parse: (data: unknown) => T | undefined;
	/** Delay before a write, in milliseconds; what is saved in the meantime is written with it. */
	readonly writeDelayMs?: number;
};

export type DataFileOptions<T> = DataFormat<T> & {
	readonly path: string;
	/** Written into the file. A file without it belongs to another program. */
	readonly pluginId: string;
	readonly onWriteError: (error: unknown) => void;
};

/**
 * Value that survives restarts, in its own JSON file. The file is read once, when it is opened. A file that is missing,
 * damaged, foreign or of another version counts as absent, and the next write replaces it. Invariant: the value in memory
 * is the latest one, even if a write failed.
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

	/** Undefined until a value has been saved. */
	get value(): T | undefined {
		return this.#value;
	}

	/** Resolves to whether all saved values were written. */
	async isWritten(): Promise<boolean> {
		await this.#writing;
		return this.#isOnDisk;
	}

	/** Replaces the value. If several values are saved during a write, only the latest is written after it. */
	save(value: T): void {
		this.#value = value;
		this.#isWritePending = true;
		this.#writing ??= this.#writeAll();
	}

	/** Writes the unsaved value synchronously, before the process ends. */
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
		while (await this.#isWriteDue()) {
			this.#isWritePending = false;
			await this.#write();
		}
		this.#writing = undefined;
	}

	/** Waits for the delay. Returns whether there is still something to write: a flush may have written it. */
	async #isWriteDue(): Promise<boolean> {
		const { writeDelayMs } = this.#options;
		if (this.#isWritePending && writeDelayMs !== undefined)
			await delay(writeDelayMs, undefined, { ref: false });
		return this.#isWritePending;
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
		const { path, pluginId, version, parse } = this.#options;
		try {
			if (statSync(path).size > maxFileBytes) return undefined;
			const file: unknown = JSON.parse(readFileSync(path, "utf8"));
			const isOwn = isRecord(file) && file["plugin"] === pluginId && file["version"] === version;
			return isOwn ? parse(file["data"]) : undefined;
		} catch {
			return undefined;
		}
	}
}
