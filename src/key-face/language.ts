import { closestLanguage, type Language } from "../state/language";
import type { FaceStrings } from "./strings";
import { de } from "./strings/de";
import { en } from "./strings/en";
import { es } from "./strings/es";
import { fr } from "./strings/fr";
import { ja } from "./strings/ja";
import { ko } from "./strings/ko";
import { zhCn } from "./strings/zh-cn";
import { zhTw } from "./strings/zh-tw";

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
 * Returns the texts of a language; English if it is not supported.
 * @param language Language code of the app or a browser, see {@link closestLanguage}.
 */
export function stringsFor(language: string): FaceStrings {
	return stringsByLanguage[closestLanguage(language)];
}
