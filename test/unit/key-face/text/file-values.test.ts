import { describe, expect, it } from "vitest";

import { counterFileValues } from "../../../../src/key-face/text/file-values";
import { stringsFor } from "../../../../src/key-face/language";
import { parseCounterSettings } from "../../../../src/settings/schemas/counter";
import { count, live } from "../gallery/shared";

describe("a counter's label in a text file", () => {
	it.each([
		["en", "Followers today"],
		["fr", "Followers aujourd’hui"],
		["ja", "今日のフォロワー"],
		["ko", "오늘 팔로워"],
		["zh_CN", "今日关注者"],
	])("has metric and period in the order of %s", (language, label) => {
		const settings = parseCounterSettings({ scope: "today" });
		const input = { link: live, value: count(3), isHidden: false };
		expect(counterFileValues(input, settings, stringsFor(language))).toMatchObject({ label });
	});
});
