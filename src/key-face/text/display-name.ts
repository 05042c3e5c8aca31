import { isAnonymous } from "../../state/events/user-name";
import { cleanText } from "./clean-text";
import { unknownText } from "./format";
import type { FaceStrings } from "../strings";

/** Returns a person's name as it is drawn and written to files: on one line, or `Anonymous` in the user's language. */
export function displayNameOf(person: string | undefined, strings: FaceStrings): string {
	return person === undefined || isAnonymous(person)
		? strings.anonymous
		: cleanText(person) || strings.anonymous;
}

/** Returns a person's name for the title: unchanged, `Anonymous` in the user's language, or `–` if it is missing. */
export function plainNameOf(person: string | undefined, { anonymous }: FaceStrings): string {
	if (person === undefined) return unknownText;
	return isAnonymous(person) ? anonymous : person;
}
