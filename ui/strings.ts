import { closestLanguage, type Language } from "../src/state/language";
import { de } from "./strings/de";
import { en } from "./strings/en";
import { es } from "./strings/es";
import { fr } from "./strings/fr";
import { ja } from "./strings/ja";
import { ko } from "./strings/ko";
import { zhCn } from "./strings/zh-cn";
import { zhTw } from "./strings/zh-tw";

export type StringKey = keyof typeof en;
export type Strings = Readonly<Record<StringKey, string>>;

export const dictionaries: Readonly<Record<Language, Strings>> = {
	en,
	de,
	es,
	fr,
	ja,
	ko,
	zh_CN: zhCn,
	zh_TW: zhTw,
};

/** What a text's `{names}` stand for. Numbers are written as the language groups them. */
export type TextValues = Readonly<Record<string, string | number>>;

/** Looks up a text and fills in its `{names}`. */
export type Translate = (key: StringKey, values?: TextValues) => string;

/**
 * The texts of a language, English where there is none.
 * @param language As the app names it: `fr`, `zh_CN`.
 */
export function translator(language: string): Translate {
	const known = closestLanguage(language);
	const strings = dictionaries[known];
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
