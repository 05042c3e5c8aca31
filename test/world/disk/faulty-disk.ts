import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Faults of a disk that affect the plugin's log files, with the error code of each operation. */
const faults = {
	/** Existing files can be opened, but nothing can be added. */
	full: { code: "ENOSPC", operations: ["mkdirSync", "writeSync"] },
	"read-only": { code: "EROFS", operations: ["mkdirSync", "openSync", "renameSync", "rmSync"] },
	forbidden: { code: "EACCES", operations: ["mkdirSync", "readdirSync", "openSync", "renameSync", "rmSync"] },
	/** A virus scanner or a backup locks the files, as on Windows. */
	locked: { code: "EBUSY", operations: ["openSync", "renameSync", "rmSync"] },
	/** Files can be written but not moved. */
	"held open": { code: "EPERM", operations: ["renameSync", "rmSync"] },
	"out of handles": { code: "EMFILE", operations: ["readdirSync", "openSync"] },
} as const;

export type DiskFault = keyof typeof faults;

export const diskFaults = Object.keys(faults) as readonly DiskFault[];

/** A disk with faults that can be switched while a plugin runs. The plugin reads them through its environment. */
export class FaultyDisk {
	readonly #folder: string;

	private constructor(folder: string) {
		this.#folder = folder;
		this.clearFault();
	}

	static async create(): Promise<FaultyDisk> {
		return new FaultyDisk(await mkdtemp(join(tmpdir(), "disk-")));
	}

	/** Environment variables for the plugin's process. */
	get env(): Readonly<Record<string, string>> {
		return {
			NODE_OPTIONS: `--import=${new URL("preload.mjs", import.meta.url).href}`,
			TROUBLED_DISK: this.#faultPath,
		};
	}

	setFault(fault: DiskFault): void {
		writeFileSync(this.#faultPath, JSON.stringify(faults[fault]));
	}

	clearFault(): void {
		writeFileSync(this.#faultPath, "");
	}

	async remove(): Promise<void> {
		await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
	}

	get #faultPath(): string {
		return join(this.#folder, "orders.json");
	}
}
