import { z } from "zod/mini";

import { isUnchosen, type ChoiceOwner, type KeyChoice, type KeyChoices } from "../state/key-choice";
import type { DataFile } from "./data-file";
import type { DataFolder } from "./data-folder";
import { digestOf } from "./digest";

/** Maximum number of stored choices, more than the dials of a deck on all pages. The oldest are dropped. */
const maxChoices = 300;

/** Digest of the key's device, position and settings, and what was chosen on it. */
const schema = z.array(
	z.tuple([z.string(), z.record(z.string(), z.union([z.string().check(z.maxLength(100)), z.number()]))]),
);

type Entry = {
	readonly place: string;
	readonly choice: KeyChoice;
	/** Id of the key in this run; undefined while no key has claimed the choice of an earlier run. */
	id: string | undefined;
};

/**
 * Choices made on keys and dials. Keys get other ids after a restart, so a key is identified by its device, position
 * and settings. Invariant: a choice belongs to one key; a key on another page with the same settings does not get it.
 */
export class StoredChoices implements KeyChoices {
	readonly #file: DataFile<z.infer<typeof schema>>;
	#entries: readonly Entry[];

	constructor(folder: DataFolder) {
		this.#file = folder.open("choices", {
			version: 1,
			parse: (data) => schema.safeParse(data).data,
			writeDelayMs: 1_000,
		});
		this.#entries = (this.#file.value ?? []).map(([place, choice]) => ({ place, choice, id: undefined }));
	}

	recall(owner: ChoiceOwner): KeyChoice | undefined {
		const place = placeOf(owner);
		const entry =
			this.#entries.find(({ id }) => id === owner.id) ??
			this.#entries.find((other) => other.place === place && other.id === undefined);
		if (entry?.place !== place) return undefined;
		entry.id = owner.id;
		return entry.choice;
	}

	record(owner: ChoiceOwner, choice: KeyChoice): void {
		const place = placeOf(owner);
		const own = this.#entries.find(({ id }) => id === owner.id);
		const isSame = own?.place === place && JSON.stringify(own.choice) === JSON.stringify(choice);
		if (own ? isSame : isUnchosen(choice)) return;
		const others = this.#entries.filter((entry) => entry !== own);
		const added = isUnchosen(choice) ? [] : [{ place, choice, id: owner.id }];
		this.#save([...others, ...added].slice(-maxChoices));
	}

	forget(id: string): void {
		const others = this.#entries.filter((entry) => entry.id !== id);
		if (others.length < this.#entries.length) this.#save(others);
	}

	#save(entries: readonly Entry[]): void {
		this.#entries = entries;
		this.#file.save(
			entries.map(({ place, choice }): [string, Record<string, string | number>] => [place, chosen(choice)]),
		);
	}
}

function placeOf({ deviceId, position, identity }: ChoiceOwner): string {
	return digestOf(JSON.stringify([deviceId, position, identity]));
}

function chosen(choice: KeyChoice): Record<string, string | number> {
	return Object.fromEntries(
		Object.entries(choice).flatMap(([field, value]) =>
			value === undefined ? [] : [[field, value] as const],
		),
	);
}
