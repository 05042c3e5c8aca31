import { chmodSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import { DataFile, type DataFormat } from "./data-file";

export type DataFolderOptions = {
	readonly path: string;
	/** The manifest's UUID. */
	readonly pluginId: string;
	readonly warn: (line: string) => void;
};

/**
 * The plugin's folder for data that has to survive an update. If the disk cannot be written, all data stays in memory.
 * Invariant: a failure is logged at most once, and never thrown.
 */
export class DataFolder {
	readonly #options: DataFolderOptions;
	readonly #files: Pick<DataFile<unknown>, "flush">[] = [];
	#hasWarned = false;

	constructor(options: DataFolderOptions) {
		this.#options = options;
		try {
			mkdirSync(options.path, { recursive: true, mode: 0o700 });
			// An existing folder may have been created with other permissions.
			chmodSync(options.path, 0o700);
		} catch (error) {
			this.#warn(error);
		}
	}

	pathOf(name: string): string {
		return join(this.#options.path, name);
	}

	/** Opens `<name>.json` and reads it. */
	open<T>(name: string, format: DataFormat<T>): DataFile<T> {
		const onWriteError = (error: unknown) => {
			this.#warn(error);
		};
		const path = this.pathOf(`${name}.json`);
		const file = new DataFile({ ...format, path, pluginId: this.#options.pluginId, onWriteError });
		this.#files.push(file);
		return file;
	}

	/** Writes all unsaved data synchronously, before the process ends. */
	flush(): void {
		for (const file of this.#files) file.flush();
	}

	#warn(error: unknown): void {
		const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
		if (!this.#hasWarned)
			this.#options.warn(`data folder: not writable (${code}), nothing is stored across restarts`);
		this.#hasWarned = true;
	}
}

/** Removes a file of an earlier version whose content this version reads from the service instead. */
export function discard(path: string): void {
	try {
		rmSync(path, { recursive: true, force: true });
	} catch {
		// The file is locked or read-only.
	}
}
