import { expect, it } from "vitest";

import { closestLanguage } from "../../../src/state/language";

it.each([
	["fr", "fr"],
	["de-AT", "de"],
	["zh_CN", "zh_CN"],
	["zh-TW", "zh_TW"],
	["ZH-tw", "zh_TW"],
	["zh-HK", "zh_CN"],
	["ja_JP", "ja"],
	["pt-BR", "en"],
	["", "en"],
])("%s uses the language %s", (named, spoken) => {
	expect(closestLanguage(named)).toBe(spoken);
});
