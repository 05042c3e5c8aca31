import { closestLanguage, type Language } from "../state/language";
import type { FaceStrings } from "./words";
import { de } from "./words/de";
import { en } from "./words/en";
import { es } from "./words/es";
import { fr } from "./words/fr";
import { ja } from "./words/ja";
import { ko } from "./words/ko";
import { zhCn } from "./words/zh-cn";
import { zhTw } from "./words/zh-tw";

const stringsByLanguage: Readonly<Record<Language, FaceStrings>> = {
	en,
	de,
	es,
	fr,
	ja,
	ko,
	zh_CN: zhCn,
	zh_TW: zhTw,
};

/**
 * The words of a language, English where there is none.
 * @param language As the app or a browser names it, see {@link closestLanguage}.
 */
export function stringsFor(language: string): FaceStrings {
	return stringsByLanguage[closestLanguage(language)];
}
