import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What a disk can do to a plugin's log files, and what each thing the plugin does to them is answered with. */
const faults = {
	/** What exists can be opened, nothing can be added. */
	full: { code: "ENOSPC", operations: ["mkdirSync", "writeSync"] },
	"read-only": { code: "EROFS", operations: ["mkdirSync", "openSync", "renameSync", "rmSync"] },
	forbidden: { code: "EACCES", operations: ["mkdirSync", "readdirSync", "openSync", "renameSync", "rmSync"] },
	/** A scanner or a backup holds the files, as happens on Windows. */
	locked: { code: "EBUSY", operations: ["openSync", "renameSync", "rmSync"] },
	/** Files may be written but not moved out of the way. */
	"held open": { code: "EPERM", operations: ["renameSync", "rmSync"] },
	"out of handles": { code: "EMFILE", operations: ["readdirSync", "openSync"] },
} as const;

export type DiskFault = keyof typeof faults;

export const diskFaults = Object.keys(faults) as readonly DiskFault[];

/** A disk whose troubles can be switched on and off while a plugin runs; the plugin sees it through its environment. */
export class FaultyDisk {
	readonly #folder: string;

	private constructor(folder: string) {
		this.#folder = folder;
		this.clearFault();
	}

	static async create(): Promise<FaultyDisk> {
		return new FaultyDisk(await mkdtemp(join(tmpdir(), "disk-")));
	}

	/** For the plugin's process. */
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
		await rm(this.#folder, { recursive: true, force: true });
	}

	get #faultPath(): string {
		return join(this.#folder, "orders.json");
	}
}
