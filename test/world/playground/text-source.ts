import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

import type { Disposer } from "../deck/frame";

const pollMs = 250;

/** A text file that streaming software displays, and its last text. */
type SourceFile = { readonly name: string; readonly text: string };

/** Text sources of streaming software: they follow the text files that another program writes. */
export class TextSource {
	/** The file of the default deck. */
	readonly path: string;
	readonly #folder: string;
	#files: ReadonlyMap<string, SourceFile> = new Map();

	private constructor(folder: string, fileName: string) {
		this.#folder = folder;
		this.path = join(folder, fileName);
	}

	/** Creates a folder. The other program creates the file in it. */
	static async create(fileName: string): Promise<TextSource> {
		return new TextSource(await mkdtemp(join(tmpdir(), "playground-")), fileName);
	}

	/** The files that exist. If one cannot be read any more, its last text stays. */
	get shown(): readonly SourceFile[] {
		return [...this.#files.values()];
	}

	/**
	 * Watches the files.
	 * @param paths Returns their paths.
	 * @returns Stops watching.
	 */
	follow(paths: () => readonly string[], onChange: () => void): Disposer {
		let isActive = true;
		const poll = async () => {
			const files = new Map<string, SourceFile>();
			for (const path of paths()) {
				const text = await readFile(path, "utf8").catch(() => this.#files.get(path)?.text);
				if (text !== undefined) files.set(path, { name: basename(path), text });
			}
			if (!isActive || JSON.stringify([...files]) === JSON.stringify([...this.#files])) return;
			this.#files = files;
			onChange();
		};
		const timer = setInterval(() => void poll(), pollMs);
		return () => {
			isActive = false;
			clearInterval(timer);
		};
	}

	/** Removes the folder and its content. */
	async remove(): Promise<void> {
		await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
	}
}
