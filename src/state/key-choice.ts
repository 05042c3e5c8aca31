/** What the user chose on a key by turning or pressing it, by field. It lasts until the key's settings change. */
export type KeyChoice = Readonly<Record<string, string | number | undefined>>;

export type ChoiceOwner = {
	readonly id: string;
	readonly deviceId: string;
	readonly position: string;
	/** Equal for two keys with the same action and settings. */
	readonly identity: string;
};

export interface KeyChoices {
	/** Returns the choice of this key in this run, or of the key at its position in an earlier run. */
	recall(owner: ChoiceOwner): KeyChoice | undefined;
	/** Records the choice of a key, or that it has none. */
	record(owner: ChoiceOwner, choice: KeyChoice): void;
	forget(id: string): void;
}

export function isUnchosen(choice: KeyChoice): boolean {
	return Object.values(choice).every((value) => value === undefined);
}
