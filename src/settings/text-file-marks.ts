import type { GlobalSettingsStore } from "./global-settings";
import { changeWithinLimit } from "./change-within-limit";

/** As many as a deck may have, and still a fraction of what the host can keep. */
const maxMarks = 32;
const markLength = 8;

/**
 * Remembers beyond a restart which text files the plugin made, by marks of eight characters. Global settings stay on
 * the computer: a profile that is taken to another one brings no leave to overwrite what is there.
 */
export class TextFileMarks {
	readonly #settings: Pick<GlobalSettingsStore, "current" | "change">;
	/** Of this run, whether or not the host could keep them. */
	readonly #added = new Set<string>();

	constructor(settings: Pick<GlobalSettingsStore, "current" | "change">) {
		this.#settings = settings;
	}

	/** Undefined before the host has told the settings. */
	has(mark: string): boolean | undefined {
		const { current } = this.#settings;
		return current && (this.#added.has(mark) || marksIn(current.textFiles).includes(mark));
	}

	/** Where no more fit, the oldest are forgotten: their files are left alone after a restart until confirmed anew. */
	async add(mark: string): Promise<void> {
		this.#added.add(mark);
		await changeWithinLimit(this.#settings, maxMarks, ({ textFiles }, count) => {
			const others = marksIn(textFiles).filter((other) => other !== mark);
			return { textFiles: [mark, ...others].slice(0, count).join("") };
		});
	}
}

function marksIn(joined = ""): readonly string[] {
	return joined.match(new RegExp(`.{${markLength}}`, "g")) ?? [];
}
