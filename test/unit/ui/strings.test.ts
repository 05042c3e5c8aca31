import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { describe, expect, it } from "vitest";

import { stringsFor } from "../../../src/key-face/language";
import { counterMetrics, counterScopes } from "../../../src/state/counters/counter-query";
import { closestLanguage, languages } from "../../../src/state/language";
import { pageOf } from "../../../ui/pages";
import { outcomeText } from "../../../ui/account/account-texts";
import { checkNumber } from "../../../ui/fields/form";
import { joinSentences, textsOf, translator } from "../../../ui/strings";
import type { StringKey } from "../../../ui/strings/en";

const projectFolder = fileURLToPath(new URL("../../..", import.meta.url));
const pluginFolder = join(projectFolder, "com.example.streamevents.sdPlugin");
const en = textsOf("en");
const keys = Object.keys(en) as readonly StringKey[];

/** Maximum lengths: hints and errors may take three lines of the page, other texts about one and a half. */
const maxLengths = { sentence: 120, words: 52 };
/** Characters that are twice as wide. */
const wideLetters = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uff00-\uff60]/gu;

function widthOf(text: string): number {
	return text.length + (text.match(wideLetters)?.length ?? 0);
}

function filesOf(folder: string, extension: string): readonly string[] {
	return readdirSync(join(projectFolder, folder), { recursive: true, encoding: "utf8" })
		.filter((name) => name.endsWith(extension) && !name.startsWith("strings"))
		.map((name) => readFileSync(join(projectFolder, folder, name), "utf8"));
}

const pages = filesOf("ui", ".html").join("\n");
const scripts = filesOf("ui", ".ts").join("\n");

describe("the inspector's texts", () => {
	it("are all used", () => {
		const listed: readonly string[] = [...counterMetrics, ...counterScopes];
		expect(keys.filter((key) => !listed.includes(key) && !scripts.includes(`"${key}"`))).toEqual([]);
	});

	it("are in the dictionaries, not on the page", () => {
		const written = pages.replace(/<!doctype html>|<style>.*<\/style>/gs, "").replace(/<[^>]*>/g, "");
		expect(written.trim()).toBe("");
	});

	it.each(languages)("have the words of the keys for each connection problem in %s", (language) => {
		const { troubles, connecting, connected } = stringsFor(language);
		const words = textsOf(language);
		expect([words.linkRefused, words.linkUnreachable, words.linkServiceError]).toEqual(
			[troubles.refused, troubles.unreachable, troubles["service-error"]].map(([word]) => word),
		);
		expect([words.linkNotThisService, words.linkInsecure, words.linkCertificate]).toEqual(
			[troubles["not-this-service"], troubles.insecure, troubles.certificate].map(([word]) => word),
		);
		expect([words.linkConnecting, words.linkLive]).toEqual([connecting, connected]);
	});

	it.each(languages)("are translated into %s, with the same placeholders", (language) => {
		const strings = textsOf(language);
		const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
		for (const key of keys) {
			expect(strings[key].trim(), key).not.toBe("");
			expect(placeholders(strings[key]), key).toEqual(placeholders(en[key]));
		}
		expect(Object.keys(strings).sort()).toEqual([...keys].sort());
	});

	it.each(languages.filter((language) => language !== "en"))("are not English in %s", (language) => {
		const strings = textsOf(language);
		const same = keys.filter((key) => strings[key] === en[key] && !internationalWords.has(en[key]));
		expect(same).toEqual([]);
	});

	it.each(languages)("fit their place in %s", (language) => {
		const strings = textsOf(language);
		const tooLong = keys.filter((key) => {
			const isSentence = widthOf(en[key]) > maxLengths.words / 2;
			return widthOf(strings[key]) > (isSentence ? maxLengths.sentence : maxLengths.words);
		});
		expect(tooLong.map((key) => strings[key])).toEqual([]);
	});

	it("are found by the app's and by a browser's language code", () => {
		expect(["fr", "fr-CA", "zh_TW", "zh-TW", "zh", "de_AT", "tlh", ""].map(closestLanguage)).toEqual([
			...["fr", "fr", "zh_TW", "zh_TW", "zh_CN", "de", "en", "en"],
		]);
		expect(translator("fr")("connectedAs", { name: "{name}" })).toBe("Connecté en tant que {name}");
	});

	it.each([
		["en", "Enter a number from 0 to 10,000."],
		["de", "Gib eine Zahl von 0 bis 10.000 ein."],
		["fr", "Saisissez un nombre de 0 à 10\u202f000."],
		["zh_TW", "請輸入 0 到 10,000 之間的數字。"],
	])("group numbers as in %s", (language, expected) => {
		expect(translator(language)("guardInvalid", { min: 0, max: 10_000 })).toBe(expected);
	});

	it("contain the limit of a number that is too large", () => {
		const check = checkNumber({ min: 0, max: 10_000, error: "guardInvalid" });
		const error = check(Object.assign({}, { value: "10001" }) as HTMLInputElement);
		expect(error && translator("en")(error.key, error.values)).toBe("At most 10,000.");
	});

	it.each(languages)("end sentences with a full stop in %s, so that another can follow", (language) => {
		const strings = textsOf(language);
		const sentences = keys.filter((key) => /[.?]$/.test(en[key]));
		expect(sentences).toContain("insecure");
		expect(sentences.filter((key) => !/[.?。？]$/.test(strings[key]))).toEqual([]);
		const others = keys.filter((key) => !sentences.includes(key));
		expect(others.filter((key) => /[.。]$/.test(strings[key]))).toEqual([]);
	});

	it.each([
		["en", "Not secure. Only https:// addresses are accepted. Your current account was not changed."],
		["zh_CN", "不安全。网址必须以 https:// 开头。当前账户未更改。"],
	])("join sentences as in %s", (language, expected) => {
		expect(outcomeText({ outcome: "insecure", isAccountKept: true }, translator(language))).toBe(expected);
		expect(joinSentences("Saved.", "Go on.")).toBe("Saved. Go on.");
	});

	it("have no plain space before French punctuation", () => {
		const french = textsOf("fr");
		expect(keys.filter((key) => / [:;!?]/.test(french[key]))).toEqual([]);
	});
});

/** Words that are the same in several languages. */
const internationalWords = new Set<string>([
	...[
		"Action",
		"Message",
		"Chart",
		"Orange",
		"Format",
		"Scene",
		"Goal",
		"Name",
		"Color",
		"Label",
		"Connection",
		"Token",
	],
	...[
		"Followers",
		"Follow",
		"Host",
		"Hosts",
		"Resubs",
		"Offline",
		"Preview: {title}",
		"Live Counter",
		"Item",
	],
]);

describe("the app's texts about the plugin", () => {
	type Text = string | { readonly [name: string]: Text };
	type Manifest = {
		readonly Name: string;
		readonly Description: string;
		readonly PropertyInspectorPath: string;
		readonly Actions: readonly {
			readonly UUID: string;
			readonly Name: string;
			readonly Tooltip: string;
			readonly Encoder?: { readonly TriggerDescription?: Readonly<Record<string, string>> };
		}[];
	};
	const parsed = (name: string): unknown => JSON.parse(readFileSync(join(pluginFolder, name), "utf8"));
	const read = (name: string) => parsed(name) as Record<string, Text>;
	const manifest = parsed("manifest.json") as Manifest;
	/** The required content of a translation, with the manifest's texts. */
	const expected = {
		Name: manifest.Name,
		Description: manifest.Description,
		...Object.fromEntries(
			manifest.Actions.map(({ UUID, Name, Tooltip, Encoder }) => {
				const triggers = Encoder?.TriggerDescription;
				return [UUID, { Name, Tooltip, ...(triggers ? { Encoder: { TriggerDescription: triggers } } : {}) }];
			}),
		),
	};
	const shapeOf = (text: Text): unknown =>
		typeof text === "string"
			? "text"
			: Object.fromEntries(Object.entries(text).map(([name, inner]) => [name, shapeOf(inner)]));

	it("equal the manifest in English", () => {
		expect(read("en.json")).toEqual(expected);
	});

	it.each(languages)("are complete in %s, and short enough for the app's lists", (language) => {
		const texts = read(`${language}.json`);
		expect(shapeOf(texts)).toEqual(shapeOf(expected));
		for (const { UUID } of manifest.Actions) {
			const { Name = "", Tooltip = "" } = texts[UUID] as Record<string, string>;
			expect(widthOf(Name), Name).toBeLessThanOrEqual(30);
			expect(widthOf(Tooltip), Tooltip).toBeLessThanOrEqual(100);
		}
	});

	it.each(languages)("name the actions in %s as their pages do", (language) => {
		const texts = read(`${language}.json`);
		const text = textsOf(language);
		for (const { UUID } of manifest.Actions) {
			const page = pageOf(UUID);
			expect((texts[UUID] as Record<string, string>)["Name"]).toBe(page && text[page.title]);
		}
	});

	it("link to the one page", () => {
		expect(manifest.PropertyInspectorPath).toBe("ui/inspector.html");
	});
});

describe("the page", () => {
	it("allows only its own files and the app's socket", () => {
		const policy = /http-equiv="Content-Security-Policy"\s+content="([^"]*)"/.exec(pages)?.[1];
		expect(policy).toBe(
			"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
				"connect-src ws://localhost:* ws://127.0.0.1:*; base-uri 'none'; form-action 'none'",
		);
		expect(pages).not.toMatch(/https?:\/\/|\bstyle=|\bon\w+="/);
	});
});
