import type { StreamEvent } from "./stream-event";
import { isAnonymous, normaliseUserName } from "./user-name";

/** Normalized user names that are never displayed as the latest, thanked or ranked. */
export type IgnoredNames = ReadonlySet<string>;

/** Common key of all anonymous names, which are displayed as one: `Anonymous`. */
const anonymousKey = "";
const separators = /[,，、\n]/;

export function ignoredNamesFrom(text = ""): IgnoredNames {
	return new Set(
		text
			.split(separators)
			.map((name) => name.trim())
			.filter((name) => name !== "")
			.map(keyOf),
	);
}

export function isIgnored(event: StreamEvent, names: IgnoredNames): boolean {
	// A user name that is only stored as a hash is not compared: such an event is not displayed.
	if (names.size === 0 || (event.person === undefined && event.nameKey !== undefined)) return false;
	return names.has(keyOf(event.person ?? ""));
}

function keyOf(name: string): string {
	// Upper case first, because only then `ß` equals `SS`.
	return isAnonymous(name) ? anonymousKey : normaliseUserName(name.trim().toUpperCase());
}
