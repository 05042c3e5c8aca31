import { describe, expect, it } from "vitest";

import { stringsFor } from "../../../../src/key-face/language";
import { languages } from "../../../../src/state/language";
import { isAnonymous } from "../../../../src/state/events/user-name";

describe("a user name", () => {
	it.each([
		...["", " ", "\u3164", "\u2800", "\u200b", "\u00ad\u2060", "\u115f\u1160", "\ufe0f", "\u3000\t"],
		...["Anonymous", "ANONYMOUS", " anonymous ", "Anon\u200bymous", "Ano\u0301nimo", "Anónima", "Ａnonymous"],
		...["名無しさん", "无名氏", "無名氏"],
		...languages.map((language) => stringsFor(language).anonymous),
	])("is anonymous: %j", (name) => {
		expect(isAnonymous(name)).toBe(true);
	});

	it.each([
		"Ada",
		"Anonymous Ada",
		"anonymous1",
		"anon",
		"0",
		"?",
		"👻",
		"가",
		"ア",
		"匿名の騎士",
		"\u0940क",
	])("is a person: %j", (name) => {
		expect(isAnonymous(name)).toBe(false);
	});
});
