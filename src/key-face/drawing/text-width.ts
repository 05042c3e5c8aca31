/** Created on first use, because most decks display only simple text. */
let segmenter: Intl.Segmenter | undefined;

/** Text without combining characters, for which no segmenter is required. Creating one takes ten milliseconds. */
const simpleText = /^[\x20-\x7e\xa0-\u02ff\u2010-\u2027\u2030-\u205e\u20a0-\u20c0\u2212]*$/;

/** Splits text into graphemes: a letter with its accents, an emoji of several parts, a flag. */
function graphemes(text: string): Iterable<string> {
	if (simpleText.test(text)) return text;
	segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
	return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** Widths of bold Arial in thousandths of the font size. Source: Adobe's metrics of Helvetica Bold, which are equal. */
const widthsByGroup: readonly (readonly [number, string])[] = [
	[238, "'"],
	[278, " ,./\\Iijl|\u00a0·‘’"],
	[333, "!()-:;[]`ft¡"],
	[350, "•"],
	[365, "º"],
	[370, "ª"],
	[389, '"*r{}'],
	[400, "°"],
	[500, "z“”„"],
	[556, "#$0123456789J^_aceksvxy£€¥–«»"],
	[584, "+<=>~×−"],
	[611, "?¿FLTZbdghnopqu"],
	[667, "EPSVXY"],
	[722, "&ABCDHKNRU"],
	[778, "GOQw"],
	[833, "M"],
	[889, "%m"],
	[944, "W"],
	[975, "@"],
	[1000, "…"],
];

const arialWidthsEm = new Map(
	widthsByGroup.flatMap(([width, characters]) =>
		Array.from(characters, (character) => [character, width / 1000] as const),
	),
);

/** Single characters that many fonts draw as a whole phrase or a long line. */
const longWidthsEm = new Map([
	["\ufdfd", 12],
	["\u2e3a", 2],
	["\u2e3b", 3],
]);

const emojiWidthEm = 1.25;
const flagWidthEm = 1.6;
const capitalWidthEm = 0.85;
const letterWidthEm = 0.75;
const fullWidthEm = 1;
const fallbackWidthEm = 1.4;
const cuneiformWidthEm = 6;

const emoji = /\p{Extended_Pictographic}|\u20e3/u;
const flag = /\p{Regional_Indicator}/u;
const invisible = /^[\p{M}\p{Cf}]$/u;
const capital = /^\p{Lu}$/u;
const cuneiform = /^[\p{Script=Cuneiform}\ufdf0-\ufdfc]$/u;
const alphabetic =
	/^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}]$/u;
const fullWidthScript =
	/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u30ff\uff01-\uff60\uffe0-\uffe6]$/u;
/** Full-width characters that numbers contain. Kana are narrower in some fonts. */
const square = /^[\p{Script=Han}\uac00-\ud7a3\uffe0-\uffe6]$/u;

/** A grapheme and its width in font sizes. */
export type MeasuredGrapheme = { readonly grapheme: string; readonly widthEm: number };

/**
 * Returns the graphemes of bold text with their widths. Unknown characters are estimated too wide rather than too
 * narrow.
 */
export function measureGraphemes(text: string): readonly MeasuredGrapheme[] {
	return Array.from(graphemes(text), (grapheme) => ({ grapheme, widthEm: graphemeWidthEm(grapheme) }));
}

/** Returns the width of bold text in font sizes. */
export function textWidthEm(text: string): number {
	let sumEm = 0;
	for (const grapheme of graphemes(text)) sumEm += graphemeWidthEm(grapheme);
	return sumEm;
}

function graphemeWidthEm(grapheme: string): number {
	const tableWidthEm = arialWidthsEm.get(grapheme);
	if (tableWidthEm !== undefined) return tableWidthEm;
	if (flag.test(grapheme)) return flagWidthEm;
	if (emoji.test(grapheme)) return emojiWidthEm;
	let widthEm = 0;
	for (const character of grapheme) widthEm += characterWidthEm(character);
	return widthEm;
}

function characterWidthEm(character: string): number {
	const tableWidthEm = arialWidthsEm.get(character) ?? longWidthsEm.get(character);
	if (tableWidthEm !== undefined) return tableWidthEm;
	if (invisible.test(character)) return 0;
	if (fullWidthScript.test(character)) return fullWidthEm;
	if (cuneiform.test(character)) return cuneiformWidthEm;
	const base = character.normalize("NFD").charAt(0);
	const baseWidthEm = arialWidthsEm.get(base);
	if (baseWidthEm !== undefined) return baseWidthEm;
	if (alphabetic.test(character)) return capital.test(character) ? capitalWidthEm : letterWidthEm;
	return fallbackWidthEm;
}

/** Returns whether the width is that of Arial's letters or of square ones, not an estimate. */
export function isWidthExact(text: string): boolean {
	for (const grapheme of graphemes(text)) {
		if (arialWidthsEm.has(grapheme) || square.test(grapheme)) continue;
		const base = grapheme.normalize("NFD").charAt(0);
		if (!arialWidthsEm.has(base) || emoji.test(grapheme)) return false;
	}
	return true;
}
