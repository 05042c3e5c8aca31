import { posix, win32 } from "node:path";

import type { DiskFault } from "../state/file-status";
import { DiskError, type Disk } from "./disk";
import { parseTextPath, reservedName, type PathStyle } from "./text-path";

export type SuggestedFilesOptions = {
	readonly disk: Pick<Disk, "entryAt" | "makeFolder">;
	readonly pathStyle: PathStyle;
	readonly documentsFolder: () => Promise<string>;
};

const folderName = "Stream Events";
const maxNameLength = 60;
const maxTries = 100;
/** Characters that Windows forbids in names, and control and format characters. */
const forbidden = /[<>:"/\\|?*\p{C}]/gu;

/** Suggests text files in the user's documents folder. Nothing is created before {@link accept}. */
export class SuggestedFiles {
	readonly #options: SuggestedFilesOptions;

	constructor(options: SuggestedFilesOptions) {
		this.#options = options;
	}

	/**
	 * Returns the path of a file that does not exist yet.
	 * @param label The key's label; the file name is derived from it.
	 */
	async suggest(label: string): Promise<string> {
		const folder = await this.#folder();
		const name = fileNameFrom(label);
		for (let number = 1; number < maxTries; number++) {
			const path = this.#paths.join(folder, `${name}${number === 1 ? "" : `-${number}`}.txt`);
			if (await this.#isFree(path)) return path;
		}
		return this.#paths.join(folder, `${name}-${Date.now()}.txt`);
	}

	/**
	 * Creates the folder of a suggested file, after the user has confirmed the suggestion.
	 * @returns Why that failed; undefined when the folder exists.
	 */
	async accept(path: string): Promise<DiskFault | undefined> {
		const { disk, pathStyle } = this.#options;
		const folder = await this.#folder();
		const isSuggested = this.#paths.dirname(path) === folder && parseTextPath(path, pathStyle) !== undefined;
		if (!isSuggested) return "failed";
		try {
			await disk.makeFolder(folder);
			return undefined;
		} catch (error) {
			return error instanceof DiskError ? error.fault : "failed";
		}
	}

	get #paths() {
		return this.#options.pathStyle === "windows" ? win32 : posix;
	}

	async #folder(): Promise<string> {
		return this.#paths.join(await this.#options.documentsFolder(), folderName);
	}

	async #isFree(path: string): Promise<boolean> {
		try {
			return (await this.#options.disk.entryAt(path)) === "nothing";
		} catch {
			// A folder that cannot be read is reported when the file is written.
			return true;
		}
	}
}

/** Returns a file name that is valid on every system: `Followers today` becomes `followers-today`. */
function fileNameFrom(label: string): string {
	const name = label
		.normalize("NFC")
		.replace(forbidden, " ")
		.trim()
		.replace(/\s+/g, "-")
		.toLowerCase()
		.replace(/^\.+|\.+$/g, "");
	const short = name.slice(0, maxNameLength).replace(/\p{Cs}$/u, "");
	if (short === "") return "stream-events";
	// Windows ignores everything after the first dot when it compares device names.
	return reservedName.test(short) ? short.replace(/^[^.]*/, "$&-1") : short;
}
