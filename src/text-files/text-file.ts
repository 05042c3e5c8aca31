import type { Clock, Dispose } from "../state/clock";
import { DiskError, type Disk, type DiskFault } from "./disk";
import type { TextPath } from "./text-path";

/** What a file shall hold. */
export type FileContent = {
	/** Undefined while nothing is known, or not for sure: the last text stays. */
	readonly text?: string | undefined;
	/** When it will be another one by itself, epoch milliseconds. */
	readonly nextChangeAtMs?: number | undefined;
};

/** Why a file is not written. */
export type FileTrouble =
	| DiskFault
	/** There is a file that the plugin did not make. */
	| "not-ours"
	/** It is on another computer, and nobody has said yet that this is meant. */
	| "remote";

/** Which files the plugin made or was given, on this computer, in this run or an earlier one. */
export interface OwnFiles {
	/** Undefined before that is known. */
	has(mark: string): boolean | undefined;
	add(mark: string): Promise<void>;
}

export type TextFileOptions = {
	readonly path: TextPath;
	readonly content: (nowMs: number) => FileContent;
	readonly disk: Disk;
	readonly ownFiles: OwnFiles;
	readonly clock: Clock;
	/** Runs a few writes at a time: a share that hangs must not hold up everything else that the computer does. */
	readonly inTurn: (write: () => Promise<void>) => Promise<void>;
	readonly onChange: (file: TextFile) => void;
};

const minIntervalMs = 1_000;
/** What stood in the way may have been put right. */
const retryMs = 10_000;
/** A reader lets go soon. */
const inUseRetriesMs = [20, 50, 100, 200, 400];

/** One file, kept at what its key says: at most one write a second, the latest text wins. */
export class TextFile {
	readonly path: TextPath;
	readonly #options: TextFileOptions;
	#written: string | undefined;
	#trouble: FileTrouble | undefined;
	#notBeforeMs = -Infinity;
	#isWriting = false;
	#isStale = false;
	#cancelTimer: Dispose | undefined;

	constructor(options: TextFileOptions) {
		this.#options = options;
		this.path = options.path;
	}

	/** Undefined while nothing stands in the way. */
	get trouble(): FileTrouble | undefined {
		return this.#trouble;
	}

	get isWritten(): boolean {
		return this.#written !== undefined && this.#trouble === undefined;
	}

	/** What it holds may have changed. */
	look(): void {
		if (this.#isWriting) {
			this.#isStale = true;
			return;
		}
		const waitMs = this.#notBeforeMs - this.#options.clock.elapsedMs();
		if (waitMs > 0) this.#lookIn(waitMs);
		else void this.#update();
	}

	/** The file is the plugin's from now on, whatever is in it. */
	async adopt(): Promise<void> {
		await this.#options.ownFiles.add(this.path.mark);
		this.#notBeforeMs = -Infinity;
		this.look();
	}

	async #update(): Promise<void> {
		const { clock, content, inTurn, ownFiles } = this.#options;
		this.#cancelTimer?.();
		if (ownFiles.has(this.path.mark) === undefined) return;
		const nowMs = clock.now();
		const { text, nextChangeAtMs } = content(nowMs);
		const isDue = text !== undefined && (text !== this.#written || this.#trouble !== undefined);
		if (isDue) {
			this.#isWriting = true;
			await inTurn(() => this.#write(text));
			this.#isWriting = false;
			this.#notBeforeMs = clock.elapsedMs() + minIntervalMs;
		}
		if (this.#takeStale()) this.look();
		else if (this.#trouble !== undefined) this.#lookIn(retryMs);
		else if (nextChangeAtMs !== undefined) this.#lookIn(Math.max(0, nextChangeAtMs - clock.now()));
	}

	#takeStale(): boolean {
		const isStale = this.#isStale;
		this.#isStale = false;
		return isStale;
	}

	async #write(text: string): Promise<void> {
		try {
			const trouble = await this.#claim();
			if (trouble === undefined) {
				await this.#replace(text);
				this.#written = text;
			}
			this.#settle(trouble);
		} catch (error) {
			this.#settle(error instanceof DiskError ? error.fault : "failed");
		}
	}

	/** @returns Why the file must not be touched. */
	async #claim(): Promise<FileTrouble | undefined> {
		const { disk, ownFiles, path } = this.#options;
		const isOurs = ownFiles.has(path.mark) === true;
		if (path.isRemote && !isOurs) return "remote";
		const occupant = await disk.occupantOf(path.path);
		if (occupant === "something-else") return "not-a-file";
		if (isOurs) return undefined;
		if (occupant === "file") return "not-ours";
		await ownFiles.add(path.mark);
		return undefined;
	}

	async #replace(text: string): Promise<void> {
		const { disk, path } = this.#options;
		for (const delayMs of inUseRetriesMs) {
			try {
				return await disk.replace(path.path, text);
			} catch (error) {
				if (!(error instanceof DiskError) || error.fault !== "in-use") throw error;
				await this.#pause(delayMs);
			}
		}
		await disk.replace(path.path, text);
	}

	#pause(delayMs: number): Promise<void> {
		return new Promise((resolve) => this.#options.clock.schedule(resolve, delayMs));
	}

	#settle(trouble: FileTrouble | undefined): void {
		this.#trouble = trouble;
		this.#options.onChange(this);
	}

	#lookIn(delayMs: number): void {
		this.#cancelTimer?.();
		this.#cancelTimer = this.#options.clock.schedule(() => {
			this.look();
		}, delayMs);
	}
}
