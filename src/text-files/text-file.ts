import type { Clock, Dispose } from "../state/time/clock";
import type { FileStatus } from "../state/file-status";
import { DiskError, type Disk } from "./disk";
import type { TextPath } from "./text-path";
import { minFileIntervalMs, retryMs, inUseRetryDelaysMs } from "./timing";

/** Content that a file should have. */
export type FileContent = {
	/** Undefined while the text is not loaded or not exact: the file keeps its last text. */
	readonly text?: string | undefined;
	/** When the text changes without an event, in epoch milliseconds. */
	readonly nextChangeAtMs?: number | undefined;
};

/** Reason why a file is not written. */
export type FileTrouble = Exclude<
	FileStatus,
	"none" | "bad-path" | "bad-name" | "taken" | "taken-unseen" | "waiting" | "written"
>;

/** Files that the plugin created or may overwrite on this computer, including those of earlier runs. */
export interface OwnedFiles {
	/** Undefined before the stored list is loaded. */
	has(pathHash: string): boolean | undefined;
	add(pathHash: string): Promise<void>;
}

export type TextFileOptions = {
	readonly path: TextPath;
	readonly content: (nowMs: number) => FileContent;
	readonly disk: Disk;
	readonly ownedFiles: OwnedFiles;
	readonly clock: Clock;
	/** Limits the number of parallel writes: a network share that hangs must not block all other file access of the process. */
	readonly runQueued: (write: () => Promise<void>) => Promise<void>;
	readonly onChange: (file: TextFile) => void;
};

/**
 * Keeps one text file in step with its key. Invariant: at most one write runs at a time, at most one starts per second,
 * and the latest text wins.
 */
export class TextFile {
	readonly path: TextPath;
	readonly #options: TextFileOptions;
	#writtenText: string | undefined;
	#trouble: FileTrouble | undefined;
	#nextWriteAtMs = -Infinity;
	#isWriting = false;
	#isRefreshPending = false;
	#cancelTimer: Dispose | undefined;
	#endDelay: Dispose | undefined;
	/** Number of calls of `release`. A write that started before the last one is canceled. */
	#releaseCount = 0;
	#isReleased = false;

	constructor(options: TextFileOptions) {
		this.#options = options;
		this.path = options.path;
	}

	/** Undefined while there is no problem. */
	get trouble(): FileTrouble | undefined {
		return this.#trouble;
	}

	get isWritten(): boolean {
		return this.#writtenText !== undefined && this.#trouble === undefined;
	}

	/** Updates the file if its content has changed. */
	refresh(): void {
		this.#isReleased = false;
		if (this.#isWriting) {
			this.#isRefreshPending = true;
			return;
		}
		const waitMs = this.#nextWriteAtMs - this.#options.clock.elapsedMs();
		if (waitMs > 0) this.#scheduleRefresh(waitMs);
		else void this.#update();
	}

	/** Detaches the file from its key: until the next `refresh` nothing is written, and no timer runs. */
	release(): void {
		this.#isReleased = true;
		// Other programs may change or delete the file from here on.
		this.#writtenText = undefined;
		this.#releaseCount++;
		this.#isRefreshPending = false;
		this.#cancelTimer?.();
		this.#endDelay?.();
	}

	/** Writes the file again if it was deleted, or its folder was renamed. */
	async restore(): Promise<void> {
		await this.#options.runQueued(async () => {
			const entry = await this.#options.disk.entryAt(this.path.path).catch(() => undefined);
			if (entry === "nothing" && !this.#isWriting) this.#writtenText = undefined;
		});
		if (!this.#isReleased) this.refresh();
	}

	/** Marks the file as created by the plugin, so that any content may be overwritten. */
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
			const releaseCount = this.#releaseCount;
			await runQueued(() => this.#write(text, () => releaseCount !== this.#releaseCount));
			this.#isWriting = false;
			this.#nextWriteAtMs = clock.elapsedMs() + minFileIntervalMs;
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

	async #write(text: string, isGivenUp: () => boolean): Promise<void> {
		if (isGivenUp()) return;
		try {
			const trouble = await this.#acquire();
			if (trouble === undefined && !isGivenUp() && (await this.#replace(text, isGivenUp)))
				this.#writtenText = text;
			if (!isGivenUp()) this.#setTrouble(trouble);
		} catch (error) {
			if (isGivenUp()) return;
			this.#setTrouble(error instanceof DiskError ? error.fault : "failed");
		}
	}

	/** @returns Why the file must not be written; undefined if it may be. */
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

	/** @returns Whether the text was written. */
	async #replace(text: string, isGivenUp: () => boolean): Promise<boolean> {
		const { disk, path } = this.#options;
		for (const delayMs of inUseRetryDelaysMs) {
			try {
				await disk.replace(path.path, text);
				return true;
			} catch (error) {
				if (!(error instanceof DiskError) || error.fault !== "in-use") throw error;
				await this.#delay(delayMs);
				if (isGivenUp()) return false;
			}
		}
		await disk.replace(path.path, text);
		return true;
	}

	#delay(delayMs: number): Promise<void> {
		return new Promise((resolve) => {
			const cancel = this.#options.clock.schedule(resolve, delayMs);
			this.#endDelay = () => {
				cancel();
				resolve();
			};
		});
	}

	#setTrouble(trouble: FileTrouble | undefined): void {
		this.#trouble = trouble;
		this.#options.onChange(this);
	}

	#scheduleRefresh(delayMs: number): void {
		this.#cancelTimer?.();
		if (this.#isReleased) return;
		this.#cancelTimer = this.#options.clock.schedule(() => {
			this.refresh();
		}, delayMs);
	}
}
