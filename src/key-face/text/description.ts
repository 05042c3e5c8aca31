import { cleanText } from "./clean-text";
import type { Face, FaceState } from "../face";
import { hiddenValue, noSupporterValue, unknownText } from "./format";
import type { FaceStrings } from "../strings";

/** Returns the content of the face's title in the user's language: label, value and state. */
export function describeFace({ label, value, state }: Face, strings: FaceStrings): string {
	return [label, describedValue(value, strings), describedState(state, strings)]
		.map((part) => cleanText(part) || unknownText)
		.join(" · ");
}

function describedValue(value: string, strings: FaceStrings): string {
	if (value === noSupporterValue) return strings.noneYet[0];
	const isHidden = value === hiddenValue || value.endsWith(` ${hiddenValue}`);
	return isHidden ? value.slice(0, -hiddenValue.length) + strings.described.hidden : value;
}

function describedState(state: FaceState, strings: FaceStrings): string {
	switch (state) {
		case "live":
		case "stale":
		case "ready":
			return strings.described[state];
		case "connecting":
			return strings.connecting;
		case "offline":
			return strings.troubles.unreachable[0];
		case "missing":
			return strings.failures.missing;
		case "not set up":
			return strings.failures["not-set-up"];
		case "refused":
			return strings.troubles.refused[0];
		case "wrong address":
			return strings.troubles["not-this-service"][0];
		case "not trusted":
			return strings.troubles.certificate[0];
	}
}
