import { z } from "zod/mini";

import type { DataFile } from "./data-file";
import type { DataFolder } from "./data-folder";
import { digestOf } from "./digest";

/** Number of goals that are kept. The periods of older ones are over. */
const maxGoals = 1_000;

/** Digest of the goal and its period, and the highest goal that was reached. */
const schema = z.array(z.tuple([z.string(), z.number()]));

/** Goals that were reached. Prevents a goal from being sent again after a restart when its number has fallen since. */
export class StoredGoals {
	readonly #file: DataFile<z.infer<typeof schema>>;

	constructor(folder: DataFolder) {
		this.#file = folder.open("reached-goals", { version: 1, schema });
	}

	/** Returns the highest goal that was reached; undefined when none is stored. */
	highest(goalKey: string): number | undefined {
		const digest = digestOf(goalKey);
		return this.#file.value?.find(([other]) => other === digest)?.[1];
	}

	record(goalKey: string, goal: number): void {
		const digest = digestOf(goalKey);
		const others = (this.#file.value ?? []).filter(([other]) => other !== digest);
		this.#file.save([[digest, goal] as [string, number], ...others].slice(0, maxGoals));
	}

	/**
	 * Imports goals that an earlier version kept in the settings.
	 * @returns Whether the result was written to the disk.
	 */
	async migrate(goals: readonly (readonly [string, number])[]): Promise<boolean> {
		const known = this.#file.value ?? [];
		const added = goals.filter(([digest]) => !known.some(([other]) => other === digest));
		this.#file.save([...known, ...added.map(([digest, goal]): [string, number] => [digest, goal])]);
		await this.#file.written;
		return this.#file.isOnDisk;
	}
}
