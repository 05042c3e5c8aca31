import type { FileStatus } from "../state/file-status";
import type { Clock } from "../state/time/clock";
import type { Disk } from "./disk";
import { TextFile, type FileContent, type FileTrouble, type OwnedFiles } from "./text-file";
import { hasForbiddenName, parseTextPath, type PathStyle, type TextPath } from "./text-path";

export type KeyFile = {
	readonly path: string;
	readonly content: (nowMs: number) => FileContent;
	/** Equal for two keys only if their texts are the same. A moved key keeps its identity. */
	readonly identity: string;
};

export type TextFilesOptions = {
	readonly disk: Disk;
	readonly pathStyle: PathStyle;
	readonly ownedFiles: OwnedFiles;
	readonly clock: Clock;
	readonly warn: (line: string) => void;
	/** Called when the status of any key's file changes. */
	readonly onChange: () => void;
};

type FileRequest = { readonly keyFile: KeyFile; readonly isVisible: boolean };
/** File that a key has required in this run, and the key that owns it. */
type FileEntry = { readonly file: TextFile; ownerId: string | undefined };

const maxConcurrentWrites = 2;

/** Text files of all keys. Invariant: each file belongs to at most one key, the first that requires it. */
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

	/** Sets the file of a visible key; undefined for none. */
	set(keyId: string, keyFile: KeyFile | undefined): void {
		const previous = this.#requests.get(keyId);
		if (previous && previous.keyFile.path !== keyFile?.path) this.remove(keyId);
		if (!keyFile) return;
		this.#requests.set(keyId, { keyFile, isVisible: true });
		const path = this.#pathOf(keyFile);
		if (path) this.#assign(keyId, path);
		this.#options.onChange();
	}

	/** Marks the key as hidden. Its file is still updated. */
	hide(keyId: string): void {
		const request = this.#requests.get(keyId);
		if (request) this.#requests.set(keyId, { ...request, isVisible: false });
	}

	/** Removes the key permanently. Its file goes to the next key that requires it. */
	remove(keyId: string): void {
		const entry = this.#fileOf(keyId);
		this.#requests.delete(keyId);
		if (entry?.ownerId !== keyId) return;
		const { pathHash } = entry.file.path;
		const nextOwner = [...this.#requests].find(
			([, { keyFile }]) => this.#pathOf(keyFile)?.pathHash === pathHash,
		);
		entry.ownerId = nextOwner?.[0];
		// A pending write of the removed key is canceled, even if another key owns the file from here on.
		entry.file.release();
		if (nextOwner) entry.file.refresh();
	}

	/** Updates all files whose content has changed. */
	refresh(): void {
		for (const { file, ownerId } of this.#files.values()) if (ownerId !== undefined) file.refresh();
	}

	status(keyId: string): FileStatus {
		const request = this.#requests.get(keyId);
		if (!request) return "none";
		const entry = this.#fileOf(keyId);
		if (!entry)
			return hasForbiddenName(request.keyFile.path, this.#options.pathStyle) ? "bad-name" : "bad-path";
		const { file, ownerId = keyId } = entry;
		if (ownerId !== keyId) return this.#requests.get(ownerId)?.isVisible ? "taken" : "taken-unseen";
		return file.trouble ?? (file.isWritten ? "written" : "waiting");
	}

	/** Writes the file of this key again if it was deleted. */
	async restore(keyId: string): Promise<void> {
		await this.#fileOf(keyId)?.file.restore();
	}

	/**
	 * Confirms the file of this key on behalf of the user: existing content may be overwritten, and a hidden key that
	 * owns the file loses it.
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

	/** Whether the key is the owner after a move. A key that was dragged appears as a new key, and the old one stays hidden. */
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
