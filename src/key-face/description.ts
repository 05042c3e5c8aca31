import { cleanText } from "./clean-text";
import type { Face, FaceState } from "./face";
import { hiddenValue, nobody, unknownSign } from "./format";
import type { Words } from "./words";

/** Returns what the face's title says, in the user's language: label, value and state. */
export function describeFace({ label, value, state }: Face, words: Words): string {
	return [label, describedValue(value, words), describedState(state, words)]
		.map((part) => cleanText(part) || unknownSign)
		.join(" · ");
}

function describedValue(value: string, words: Words): string {
	if (value === nobody) return words.nobodyYet[0];
	const isHidden = value === hiddenValue || value.endsWith(` ${hiddenValue}`);
	return isHidden ? value.slice(0, -hiddenValue.length) + words.described.hidden : value;
}

function describedState(state: FaceState, words: Words): string {
	switch (state) {
		case "live":
		case "stale":
		case "ready":
			return words.described[state];
		case "connecting":
			return words.connecting;
		case "offline":
			return words.offline;
		case "missing":
			return words.failures.missing;
		case "not set up":
			return words.failures["not-set-up"];
		case "refused":
			return words.troubles.refused[0];
		case "wrong address":
			return words.troubles["not-this-service"][0];
		case "not trusted":
			return words.troubles.certificate[0];
	}
}
