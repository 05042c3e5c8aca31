import type { Clock } from "../state/clock";
import type { Disk } from "./disk";
import { TextFile, type FileContent, type FileTrouble, type OwnedFiles } from "./text-file";
import { parseTextPath, type PathStyle, type TextPath } from "./text-path";

/** The file that a key asks for. */
export type KeyFile = {
	/** As typed. */
	readonly path: string;
	readonly content: (nowMs: number) => FileContent;
	/** Equal for two keys only if they say the same: a key that was moved asks for what it asked for before. */
	readonly identity: string;
};

/** How a key's file is doing. */
export type FileStatus =
	/** The key has none. */
	| "none"
	/** Not the absolute path of a `.txt` file. */
	| "bad-path"
	/** Another key writes it. */
	| "taken"
	/** A key writes it that is not in sight, and perhaps deleted. */
	| "taken-unseen"
	/** Nothing to write is known yet. */
	| "waiting"
	| "written"
	| FileTrouble;

export type TextFilesOptions = {
	readonly disk: Disk;
	readonly pathStyle: PathStyle;
	readonly ownedFiles: OwnedFiles;
	readonly clock: Clock;
	/** A line for the log. */
	readonly warn: (line: string) => void;
	/** Some key's file is doing better or worse. */
	readonly onChange: () => void;
};

type FileRequest = { readonly keyFile: KeyFile; readonly isVisible: boolean };
/** A file that some key has asked for in this run, and who has it. */
type FileEntry = { readonly file: TextFile; ownerId: string | undefined };

const maxConcurrentWrites = 2;

/** All text files. Each belongs to one key: of several that name it, the first. */
export class TextFiles {
	readonly #options: TextFilesOptions;
	readonly #requests = new Map<string, FileRequest>();
	readonly #files = new Map<string, FileEntry>();
	readonly #loggedTroubles = new Map<string, FileTrouble>();
	readonly #queuedWrites: (() => void)[] = [];
	#writeCount = 0;

	constructor(options: TextFilesOptions) {
		this.#options = options;
	}

	/** A key is in sight and asks for this file, or for none. */
	set(keyId: string, keyFile: KeyFile | undefined): void {
		const previous = this.#requests.get(keyId);
		if (previous && previous.keyFile.path !== keyFile?.path) this.remove(keyId);
		if (!keyFile) return;
		this.#requests.set(keyId, { keyFile, isVisible: true });
		const path = this.#pathOf(keyFile);
		if (path) this.#assign(keyId, path);
		this.#options.onChange();
	}

	/** The key is out of sight. Its file goes on. */
	hide(keyId: string): void {
		const request = this.#requests.get(keyId);
		if (request) this.#requests.set(keyId, { ...request, isVisible: false });
	}

	/** The key is gone for good: whoever else asked for its file has it now. */
	remove(keyId: string): void {
		const entry = this.#fileOf(keyId);
		this.#requests.delete(keyId);
		if (entry?.ownerId !== keyId) return;
		const { pathHash } = entry.file.path;
		const nextOwner = [...this.#requests].find(
			([, { keyFile }]) => this.#pathOf(keyFile)?.pathHash === pathHash,
		);
		entry.ownerId = nextOwner?.[0];
		// What the removed key was about to write is given up, also where another key has the file now.
		entry.file.release();
		if (nextOwner) entry.file.refresh();
	}

	/** What keys say may have changed. */
	refresh(): void {
		for (const { file, ownerId } of this.#files.values()) if (ownerId !== undefined) file.refresh();
	}

	status(keyId: string): FileStatus {
		if (!this.#requests.has(keyId)) return "none";
		const entry = this.#fileOf(keyId);
		if (!entry) return "bad-path";
		const { file, ownerId = keyId } = entry;
		if (ownerId !== keyId) return this.#requests.get(ownerId)?.isVisible ? "taken" : "taken-unseen";
		return file.trouble ?? (file.isWritten ? "written" : "waiting");
	}

	/**
	 * Whoever chose this key's file has said that it is meant: what is there may be overwritten, and a key out of sight
	 * loses it.
	 */
	async confirm(keyId: string): Promise<void> {
		const status = this.status(keyId);
		const entry = this.#fileOf(keyId);
		if (!entry || status === "taken") return;
		entry.ownerId = keyId;
		if (status === "taken-unseen") entry.file.refresh();
		else await entry.file.takeOwnership();
		this.#options.onChange();
	}

	#assign(keyId: string, path: TextPath): void {
		let entry = this.#files.get(path.pathHash);
		if (!entry) {
			entry = { file: this.#createFile(path), ownerId: keyId };
			this.#files.set(path.pathHash, entry);
		}
		if (entry.ownerId === undefined || this.#isMovedTo(keyId, entry.ownerId)) entry.ownerId = keyId;
		entry.file.refresh();
	}

	/** A key that was dragged to another place comes as a new one, while the old one is out of sight for good. */
	#isMovedTo(keyId: string, ownerId: string): boolean {
		const owner = this.#requests.get(ownerId);
		return (
			owner?.isVisible === false && owner.keyFile.identity === this.#requests.get(keyId)?.keyFile.identity
		);
	}

	#createFile(path: TextPath): TextFile {
		const { disk, ownedFiles, clock } = this.#options;
		const content = (nowMs: number): FileContent => {
			const ownerId = this.#files.get(path.pathHash)?.ownerId;
			const owner = ownerId === undefined ? undefined : this.#requests.get(ownerId);
			return owner?.keyFile.content(nowMs) ?? {};
		};
		const runQueued = (write: () => Promise<void>) => this.#runQueued(write);
		return new TextFile({ path, content, disk, ownedFiles, clock, runQueued, onChange: this.#handleChange });
	}

	readonly #handleChange = (file: TextFile): void => {
		const { trouble, path } = file;
		if (trouble === undefined) this.#loggedTroubles.delete(path.pathHash);
		else if (this.#loggedTroubles.get(path.pathHash) !== trouble) {
			this.#loggedTroubles.set(path.pathHash, trouble);
			this.#options.warn(`a text file is not written: ${trouble}`);
		}
		this.#options.onChange();
	};

	#fileOf(keyId: string): FileEntry | undefined {
		const request = this.#requests.get(keyId);
		const path = request && this.#pathOf(request.keyFile);
		return path && this.#files.get(path.pathHash);
	}

	#pathOf({ path }: KeyFile): TextPath | undefined {
		return parseTextPath(path, this.#options.pathStyle);
	}

	async #runQueued(write: () => Promise<void>): Promise<void> {
		if (this.#writeCount >= maxConcurrentWrites) {
			await new Promise<void>((resolve) => this.#queuedWrites.push(resolve));
		}
		this.#writeCount++;
		await write().finally(() => {
			this.#writeCount--;
			this.#queuedWrites.shift()?.();
		});
	}
}
