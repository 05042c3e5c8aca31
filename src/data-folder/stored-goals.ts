import { z } from "zod/mini";

import type { DataFile } from "./data-file";
import type { DataFolder } from "./data-folder";
import { digestOf } from "./digest";

/** Number of entries that are kept, up to two per goal. The periods of older goals are over. */
const maxEntries = 2_000;

/** Digest of the account, the goal and its period, and the highest goal that was reached. */
const schema = z.array(z.tuple([z.string(), z.number()]));

/**
 * Goals of each account that were reached. Prevents a goal from being sent again after a restart when its number has
 * fallen since. The credentials identify the account, because they are known from the start; so does the user name once
 * it is loaded, because it remains when the API key changes.
 */
export class StoredGoals {
	readonly #file: DataFile<z.infer<typeof schema>>;
	readonly #userName: () => string | undefined;
	#credentials: string | undefined;

	/** @param userName Returns the selected account's user name with its service; undefined until it is loaded. */
	constructor(folder: DataFolder, userName: () => string | undefined) {
		this.#file = folder.open("reached-goals", { version: 1, parse: (data) => schema.safeParse(data).data });
		this.#userName = userName;
	}

	/** @param secret Identifies the account; undefined when there is none. Only digests of it are stored. */
	selectAccount(secret: string | undefined): void {
		this.#credentials = secret === undefined ? undefined : digestOf(secret);
	}

	/** Returns the highest goal that was reached; undefined when none is stored. */
	highest(goalKey: string): number | undefined {
		const digests = this.#digestsOf(goalKey);
		const entries = (this.#file.value ?? []).filter(([digest]) => digests.includes(digest));
		return entries.length === 0 ? undefined : Math.max(...entries.map(([, goal]) => goal));
	}

	record(goalKey: string, goal: number): void {
		const digests = this.#digestsOf(goalKey);
		const others = (this.#file.value ?? []).filter(([digest]) => !digests.includes(digest));
		const added = digests.map((digest): [string, number] => [digest, goal]);
		this.#file.save([...added, ...others].slice(0, maxEntries));
	}

	/**
	 * Imports goals that an earlier version kept in the settings.
	 * @returns Whether the result was written to the disk.
	 */
	async migrate(goals: readonly (readonly [string, number])[]): Promise<boolean> {
		const known = this.#file.value ?? [];
		const added = goals.filter(([digest]) => !known.some(([other]) => other === digest));
		this.#file.save([...known, ...added.map(([digest, goal]): [string, number] => [digest, goal])]);
		return this.#file.isWritten();
	}

	#digestsOf(goalKey: string): readonly string[] {
		const names = [this.#credentials, this.#userName()].filter((name) => name !== undefined);
		return names.map((name) => digestOf(`${name}\n${goalKey}`));
	}
}
