const maxTextLength = 1000;
const maxMarksPerCharacter = 3;

/** Words separated by single spaces, of letters that require no cleaning. */
const plainText = /^(?:[!-~]+ )*[!-~]+$/;
const lineBreaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
const unprintable = /[\p{Cc}\uFFFE\uFFFF]/gu;
const loneSurrogate = /\p{Cs}/gu;
/**
 * Direction overrides. They would also reverse the text that follows. A name alone keeps its natural order without
 * them.
 */
const directionControls = /[\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069]/g;
const excessCombiningMarks = new RegExp(`(\\p{M}{${maxMarksPerCharacter}})\\p{M}+`, "gu");

/**
 * Returns user-entered text on one line and safe to draw: without characters that XML 1.0 forbids, lone surrogates,
 * direction overrides, or stacks of combining marks that would overlap adjacent lines.
 */
export function cleanText(text: string): string {
	const truncated = text.slice(0, maxTextLength);
	if (plainText.test(truncated)) return truncated;
	return truncated
		.replace(lineBreaks, " ")
		.replace(unprintable, "")
		.replace(loneSurrogate, "\uFFFD")
		.replace(directionControls, "")
		.replace(excessCombiningMarks, "$1")
		.replace(/ {2,}/g, " ")
		.trim();
}
