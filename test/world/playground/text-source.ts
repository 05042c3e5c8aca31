import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

import type { Disposer } from "../deck/frame";

const pollMs = 250;

/** A text source of streaming software: it follows a text file that another program writes. */
export class TextSource {
	readonly path: string;
	readonly #folder: string;
	#text: string | undefined;

	private constructor(folder: string, fileName: string) {
		this.#folder = folder;
		this.path = join(folder, fileName);
	}

	/** Creates a folder. The other program creates the file in it. */
	static async create(fileName: string): Promise<TextSource> {
		return new TextSource(await mkdtemp(join(tmpdir(), "playground-")), fileName);
	}

	/** The text is undefined before there is a file. If the file cannot be read any more, the last text stays. */
	get shown() {
		return { name: basename(this.path), text: this.#text };
	}

	/** Watches the file. @returns Stops watching. */
	follow(onChange: () => void): Disposer {
		let isActive = true;
		const poll = async () => {
			const text = await readFile(this.path, "utf8").catch(() => this.#text);
			if (!isActive || text === this.#text) return;
			this.#text = text;
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
		await rm(this.#folder, { recursive: true, force: true });
	}
}
