import type { Words } from "./words";
import { de } from "./words/de";
import { en } from "./words/en";
import { es } from "./words/es";
import { fr } from "./words/fr";
import { ja } from "./words/ja";
import { ko } from "./words/ko";
import { zhCn } from "./words/zh-cn";
import { zhTw } from "./words/zh-tw";

/** Languages the faces speak, as the app names them. */
export const faceLanguages = ["en", "de", "es", "fr", "ja", "ko", "zh_CN", "zh_TW"] as const;
export type FaceLanguage = (typeof faceLanguages)[number];

const wordsByLanguage: Readonly<Record<FaceLanguage, Words>> = {
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
 * @param language As the app or a browser names it: `fr`, `zh_CN`, `zh-TW`, `de-AT`.
 */
export function wordsFor(language: string): Words {
	const wanted = language.replace("-", "_").toLowerCase();
	const base = wanted.split("_", 1)[0];
	const known =
		faceLanguages.find((candidate) => candidate.toLowerCase() === wanted) ??
		faceLanguages.find((candidate) => candidate.toLowerCase().split("_", 1)[0] === base);
	return wordsByLanguage[known ?? "en"];
}
