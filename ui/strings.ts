import { stringsFor } from "../src/key-face/language";
import { closestLanguage, type Language } from "../src/state/language";
import { keyWordsOf } from "./key-words";
import { de } from "./strings/de";
import { en, type StringKey, type Strings } from "./strings/en";
import { es } from "./strings/es";
import { fr } from "./strings/fr";
import { ja } from "./strings/ja";
import { ko } from "./strings/ko";
import { zhCn } from "./strings/zh-cn";
import { zhTw } from "./strings/zh-tw";

const dictionaries: Readonly<Record<Language, Strings>> = {
	en,
	de,
	es,
	fr,
	ja,
	ko,
	zh_CN: zhCn,
	zh_TW: zhTw,
};

/** Returns the texts of a language, including the words that keys display as well. */
export function textsOf(language: Language): Readonly<Record<StringKey, string>> {
	return { ...keyWordsOf(stringsFor(language)), ...dictionaries[language] };
}

/** Values of a text's `{placeholders}`. Numbers are formatted as in the language. */
export type TextValues = Readonly<Record<string, string | number>>;

export type Translate = (key: StringKey, values?: TextValues) => string;

/**
 * Returns the translation function of a language; English if it is not supported.
 * @param language Language code of the app: `fr`, `zh_CN`.
 */
export function translator(language: string): Translate {
	const known = closestLanguage(language);
	const strings = textsOf(known);
	const numbers = new Intl.NumberFormat(known.replace("_", "-"));
	const written = (value: string | number) => (typeof value === "number" ? numbers.format(value) : value);
	return (key, values = {}) =>
		strings[key].replace(/\{(\w+)\}/g, (placeholder, name: string) => written(values[name] ?? placeholder));
}

/** Joins sentences into one text. After a full-width full stop, as in Japanese and Chinese, there is no space. */
export function joinSentences(first: string, second: string): string {
	if (first === "" || second === "") return first + second;
	return /[。！？]$/.test(first) ? first + second : `${first} ${second}`;
}
