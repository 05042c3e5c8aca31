import type { GlobalSettingsStore } from "./global-settings";

/** More than the keys of most decks, and still a fraction of the host's limit. */
const maxMarks = 32;
const markLength = 8;

/**
 * Stores which text files the plugin created, as marks of eight characters, across restarts. Global settings stay on
 * the computer: a profile that is imported on another one gives no permission to overwrite files there.
 */
export class TextFileMarks {
	readonly #settings: Pick<GlobalSettingsStore, "current" | "change">;
	/** Marks added in this run, whether or not the host could store them. */
	readonly #added = new Set<string>();

	constructor(settings: Pick<GlobalSettingsStore, "current" | "change">) {
		this.#settings = settings;
	}

	/** Whether the mark is stored; undefined before the settings are loaded. */
	has(mark: string): boolean | undefined {
		const { current } = this.#settings;
		return current && (this.#added.has(mark) || marksIn(current.textFiles).includes(mark));
	}

	/**
	 * Adds a mark. If the limit is reached, the oldest marks are dropped: after a restart, their files are not written
	 * until the user confirms them again.
	 */
	async add(mark: string): Promise<void> {
		this.#added.add(mark);
		for (let count = maxMarks; count >= 1; count = Math.floor(count / 2)) {
			try {
				await this.#settings.change(({ textFiles }) => {
					const others = marksIn(textFiles).filter((other) => other !== mark);
					return { textFiles: [mark, ...others].slice(0, count).join("") };
				});
				return;
			} catch (error) {
				if (!(error instanceof RangeError)) throw error;
			}
		}
	}
}

function marksIn(joined = ""): readonly string[] {
	return joined.match(new RegExp(`.{${markLength}}`, "g")) ?? [];
}
