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
export interface OwnedFiles {
	/** Undefined before that is known. */
	has(pathHash: string): boolean | undefined;
	add(pathHash: string): Promise<void>;
}

export type TextFileOptions = {
	readonly path: TextPath;
	readonly content: (nowMs: number) => FileContent;
	readonly disk: Disk;
	readonly ownedFiles: OwnedFiles;
	readonly clock: Clock;
	/** Runs a few writes at a time: a share that hangs must not hold up everything else that the computer does. */
	readonly runQueued: (write: () => Promise<void>) => Promise<void>;
	readonly onChange: (file: TextFile) => void;
};

const minWriteIntervalMs = 1_000;
/** What stood in the way may have been put right. */
const retryMs = 10_000;
/** A reader lets go soon. */
const inUseRetryDelaysMs = [20, 50, 100, 200, 400];

/** One file, kept at what its key says: at most one write a second, the latest text wins. */
export class TextFile {
	readonly path: TextPath;
	readonly #options: TextFileOptions;
	#writtenText: string | undefined;
	#trouble: FileTrouble | undefined;
	#nextWriteAtMs = -Infinity;
	#isWriting = false;
	#isRefreshPending = false;
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
		return this.#writtenText !== undefined && this.#trouble === undefined;
	}

	/** What it holds may have changed. */
	refresh(): void {
		if (this.#isWriting) {
			this.#isRefreshPending = true;
			return;
		}
		const waitMs = this.#nextWriteAtMs - this.#options.clock.elapsedMs();
		if (waitMs > 0) this.#scheduleRefresh(waitMs);
		else void this.#update();
	}

	/** The file is the plugin's from now on, whatever is in it. */
	async takeOwnership(): Promise<void> {
		await this.#options.ownedFiles.add(this.path.pathHash);
		this.#nextWriteAtMs = -Infinity;
		this.refresh();
	}

	async #update(): Promise<void> {
		const { clock, content, runQueued, ownedFiles } = this.#options;
		this.#cancelTimer?.();
		if (ownedFiles.has(this.path.pathHash) === undefined) return;
		const nowMs = clock.now();
		const { text, nextChangeAtMs } = content(nowMs);
		const isDue = text !== undefined && (text !== this.#writtenText || this.#trouble !== undefined);
		if (isDue) {
			this.#isWriting = true;
			await runQueued(() => this.#write(text));
			this.#isWriting = false;
			this.#nextWriteAtMs = clock.elapsedMs() + minWriteIntervalMs;
		}
		if (this.#consumePendingRefresh()) this.refresh();
		else if (this.#trouble !== undefined) this.#scheduleRefresh(retryMs);
		else if (nextChangeAtMs !== undefined) this.#scheduleRefresh(Math.max(0, nextChangeAtMs - clock.now()));
	}

	#consumePendingRefresh(): boolean {
		const isPending = this.#isRefreshPending;
		this.#isRefreshPending = false;
		return isPending;
	}

	async #write(text: string): Promise<void> {
		try {
			const trouble = await this.#acquire();
			if (trouble === undefined) {
				await this.#replace(text);
				this.#writtenText = text;
			}
			this.#setTrouble(trouble);
		} catch (error) {
			this.#setTrouble(error instanceof DiskError ? error.fault : "failed");
		}
	}

	/** @returns Why the file must not be touched. */
	async #acquire(): Promise<FileTrouble | undefined> {
		const { disk, ownedFiles, path } = this.#options;
		const { pathHash, formerHash = pathHash } = path;
		const isOwned = ownedFiles.has(pathHash) === true || ownedFiles.has(formerHash) === true;
		if (path.isRemote && !isOwned) return "remote";
		const entry = await disk.entryAt(path.path);
		if (entry === "something-else") return "not-a-file";
		if (isOwned) return undefined;
		if (entry === "file") return "not-ours";
		await ownedFiles.add(path.pathHash);
		return undefined;
	}

	async #replace(text: string): Promise<void> {
		const { disk, path } = this.#options;
		for (const delayMs of inUseRetryDelaysMs) {
			try {
				return await disk.replace(path.path, text);
			} catch (error) {
				if (!(error instanceof DiskError) || error.fault !== "in-use") throw error;
				await this.#delay(delayMs);
			}
		}
		await disk.replace(path.path, text);
	}

	#delay(delayMs: number): Promise<void> {
		return new Promise((resolve) => this.#options.clock.schedule(resolve, delayMs));
	}

	#setTrouble(trouble: FileTrouble | undefined): void {
		this.#trouble = trouble;
		this.#options.onChange(this);
	}

	#scheduleRefresh(delayMs: number): void {
		this.#cancelTimer?.();
		this.#cancelTimer = this.#options.clock.schedule(() => {
			this.refresh();
		}, delayMs);
	}
}
