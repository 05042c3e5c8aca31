import type { Clock } from "../state/clock";
import type { Disk } from "./disk";
import { TextFile, type FileContent, type FileTrouble, type OwnFiles } from "./text-file";
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
	readonly ownFiles: OwnFiles;
	readonly clock: Clock;
	/** A line for the log. */
	readonly warn: (line: string) => void;
	/** Some key's file is doing better or worse. */
	readonly onChange: () => void;
};

type Claim = { readonly keyFile: KeyFile; readonly isVisible: boolean };
/** A file that some key has asked for in this run, and who has it. */
type KnownFile = { readonly file: TextFile; ownerId: string | undefined };

const maxWritesAtOnce = 2;

/** All text files. Each belongs to one key: of several that name it, the first. */
export class TextFiles {
	readonly #options: TextFilesOptions;
	readonly #claims = new Map<string, Claim>();
	readonly #files = new Map<string, KnownFile>();
	readonly #told = new Map<string, FileTrouble>();
	readonly #waiting: (() => void)[] = [];
	#writeCount = 0;

	constructor(options: TextFilesOptions) {
		this.#options = options;
	}

	/** A key is in sight and asks for this file, or for none. */
	set(keyId: string, keyFile: KeyFile | undefined): void {
		const before = this.#claims.get(keyId);
		if (before && before.keyFile.path !== keyFile?.path) this.remove(keyId);
		if (!keyFile) return;
		this.#claims.set(keyId, { keyFile, isVisible: true });
		const path = this.#pathOf(keyFile);
		if (path) this.#assign(keyId, path);
		this.#options.onChange();
	}

	/** The key is out of sight. Its file goes on. */
	hide(keyId: string): void {
		const claim = this.#claims.get(keyId);
		if (claim) this.#claims.set(keyId, { ...claim, isVisible: false });
	}

	/** The key is gone for good: whoever else asked for its file has it now. */
	remove(keyId: string): void {
		const known = this.#fileOf(keyId);
		this.#claims.delete(keyId);
		if (known?.ownerId !== keyId) return;
		const { mark } = known.file.path;
		const heir = [...this.#claims].find(([, { keyFile }]) => this.#pathOf(keyFile)?.mark === mark);
		known.ownerId = heir?.[0];
		known.file.look();
	}

	/** What keys say may have changed. */
	look(): void {
		for (const { file } of this.#files.values()) file.look();
	}

	status(keyId: string): FileStatus {
		if (!this.#claims.has(keyId)) return "none";
		const known = this.#fileOf(keyId);
		if (!known) return "bad-path";
		const { file, ownerId = keyId } = known;
		if (ownerId !== keyId) return this.#claims.get(ownerId)?.isVisible ? "taken" : "taken-unseen";
		return file.trouble ?? (file.isWritten ? "written" : "waiting");
	}

	/**
	 * Whoever chose this key's file has said that it is meant: what is there may be overwritten, and a key out of sight
	 * loses it.
	 */
	async confirm(keyId: string): Promise<void> {
		const status = this.status(keyId);
		const known = this.#fileOf(keyId);
		if (!known || status === "taken") return;
		known.ownerId = keyId;
		if (status === "taken-unseen") known.file.look();
		else await known.file.adopt();
		this.#options.onChange();
	}

	#assign(keyId: string, path: TextPath): void {
		let known = this.#files.get(path.mark);
		if (!known) {
			known = { file: this.#createFile(path), ownerId: keyId };
			this.#files.set(path.mark, known);
		}
		if (known.ownerId === undefined || this.#isMovedTo(keyId, known.ownerId)) known.ownerId = keyId;
		known.file.look();
	}

	/** A key that was dragged to another place comes as a new one, while the old one is out of sight for good. */
	#isMovedTo(keyId: string, ownerId: string): boolean {
		const owner = this.#claims.get(ownerId);
		return owner?.isVisible === false && owner.keyFile.identity === this.#claims.get(keyId)?.keyFile.identity;
	}

	#createFile(path: TextPath): TextFile {
		const { disk, ownFiles, clock } = this.#options;
		const content = (nowMs: number): FileContent => {
			const ownerId = this.#files.get(path.mark)?.ownerId;
			const owner = ownerId === undefined ? undefined : this.#claims.get(ownerId);
			return owner?.keyFile.content(nowMs) ?? {};
		};
		const inTurn = (write: () => Promise<void>) => this.#inTurn(write);
		return new TextFile({ path, content, disk, ownFiles, clock, inTurn, onChange: this.#noteChange });
	}

	readonly #noteChange = (file: TextFile): void => {
		const { trouble, path } = file;
		if (trouble === undefined) this.#told.delete(path.mark);
		else if (this.#told.get(path.mark) !== trouble) {
			this.#told.set(path.mark, trouble);
			this.#options.warn(`a text file is not written: ${trouble}`);
		}
		this.#options.onChange();
	};

	#fileOf(keyId: string): KnownFile | undefined {
		const claim = this.#claims.get(keyId);
		const path = claim && this.#pathOf(claim.keyFile);
		return path && this.#files.get(path.mark);
	}

	#pathOf({ path }: KeyFile): TextPath | undefined {
		return parseTextPath(path, this.#options.pathStyle);
	}

	async #inTurn(write: () => Promise<void>): Promise<void> {
		if (this.#writeCount >= maxWritesAtOnce) {
			await new Promise<void>((resolve) => this.#waiting.push(resolve));
		}
		this.#writeCount++;
		await write().finally(() => {
			this.#writeCount--;
			this.#waiting.shift()?.();
		});
	}
}
