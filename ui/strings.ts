import { knownLanguage, type Language } from "../src/state/language";
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

/** Looks up a text and fills in its `{names}`. */
export type Translate = (key: StringKey, values?: Readonly<Record<string, string>>) => string;

/**
 * The texts of a language, English where there is none.
 * @param language As the app names it: `fr`, `zh_CN`.
 */
export function translator(language: string): Translate {
	const strings = dictionaries[knownLanguage(language)];
	return (key, values = {}) =>
		strings[key].replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
}
