import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { originFrom } from "../../../../src/service/address";
import { addressFrom, credentialFrom, maxPastedLength } from "../../../../src/settings/schemas/pasted-text";
import { parseGlobalSettings } from "../../../../src/settings/schemas/global";

const quotePairs = [
	'""',
	"''",
	"``",
	"“”",
	"‘’",
	"„“",
	"‚‘",
	"«»",
	"»«",
	"‹›",
	"「」",
	"『』",
	"《》",
	"〝〟",
	"＂＂",
];
const invisibles = [
	"\u200b",
	"\u200e",
	"\u200f",
	"\u202a",
	"\u202e",
	"\u2060",
	"\u2066",
	"\u2069",
	"\ufeff",
	"\u00ad",
	"\u0000",
	"\u3164",
];
const blanks = [" ", "\n", "\r\n", "\t", "\u00a0", "\u3000", "\u2003", "\u2028"];
const wrappers: readonly (readonly [string, string])[] = [
	...quotePairs.map((pair): [string, string] => [pair.charAt(0), pair.charAt(1)]),
	...[...invisibles, ...blanks].map((each): [string, string] => [each, each]),
	["<", ">"],
	["(", ")"],
	["[", "]"],
	[" “\u200b", "\u200f” \n"],
	['"', '",'],
	["“", ""],
	["", "'"],
];

describe("a pasted address", () => {
	it.each(wrappers)("is extracted from %j and %j", (before, after) => {
		expect(addressFrom(`${before}https://service.example${after}`)).toBe("https://service.example");
	});

	it.each([
		["https://host.example/account/api?tab=1#x", "https://host.example"],
		["https://host.example/v1.0/me.json?apiKey=secret", "https://host.example"],
		["https://user:password@host.example:8443/", "https://host.example:8443"],
		["host.example/account", "https://host.example"],
		["//host.example", "https://host.example"],
		["HTTPS://HOST.example:443", "https://host.example"],
		["https:\n//host.example", "https://host.example"],
		["https://ho\u200bst.exam\u00adple", "https://host.example"],
		["ｈｔｔｐｓ：／／host．example", "https://host.example"],
		["Address: https://host.example/x", "https://host.example"],
		["curl -s 'https://host.example/v1.0/me.json?apiKey=x'", "https://host.example"],
		['{"baseUrl": "https://host.example"}', "https://host.example"],
		["http://127.0.0.1:4242/", "http://127.0.0.1:4242"],
		["ws://localhost:4242/socket", "ws://localhost:4242"],
		["http://host.example", "http://host.example"],
		["[::1]:4242/account", "https://[::1]:4242"],
		["///host.example/account", "https://host.example"],
		["https://https://host.example/x", "https://host.example"],
		["https://http://host.example:81", "http://host.example:81"],
		["https:host.example", "https://host.example"],
		["https:/host.example/account", "https://host.example"],
		["http//host.example", "http://host.example"],
		["wss:///host.example", "wss://host.example"],
		["It is https://host.example.", "https://host.example"],
		["https://host.example…", "https://host.example"],
		["https://host.example。", "https://host.example"],
		["https://host.example.:8443/", "https://host.example:8443"],
		["http:8080", "https://http:8080"],
		["https.example", "https://https.example"],
		["80…", "https://0.0.0.80"],
		["", ""],
		[" “” ", ""],
	])("%j becomes %j", (pasted, address) => {
		expect(addressFrom(pasted)).toBe(address);
	});

	it.each([
		"hello world",
		"https://exa mple.com",
		"https://",
		"ftp://host.example",
		"javascript:alert(1)",
		"::::",
	])("%j is unchanged, to be reported as invalid", (pasted) => {
		expect(addressFrom(pasted)).toBe(pasted);
		expect(() => originFrom(addressFrom(pasted))).toThrow(expect.objectContaining({ kind: "bad-address" }));
	});
});

it("a pasted address with an invalid host name is not changed", () => {
	expect(addressFrom("https://ho$t.example/account")).toBe("https://ho$t.example/account");
});

describe("a pasted key", () => {
	const key = "3f9a-77_d1.Ab+/==";

	it.each(wrappers)("is extracted from %j and %j", (before, after) => {
		expect(credentialFrom(`${before}${key}${after}`)).toBe(key);
	});

	it.each([
		`Bearer ${key}`,
		`bearer: ${key}`,
		`Authorization: Bearer ${key}`,
		`-H "Authorization: Bearer ${key}"`,
		`curl -H 'Authorization: Bearer ${key}' https://host.example`,
		`authorization=Bearer%20${key}`,
		`key=${key}`,
		`Token: ${key}`,
		`apiKey=${key}`,
		`apiKey: “${key}”`,
		`api_key = '${key}'`,
		`API-KEY: ${key}`,
		`Bearer   ${key}`,
		`{${key}}`,
		`access_token=${key}`,
		`appKey=${key}&type=follow`,
		`?apiKey=${key}`,
		`{"apiKey": "${key}", "username": "nova"}`,
		`https://host.example/v1.0/me.json?x=1&apiKey=${encodeURIComponent(key)}#top`,
		`apiKey=%22${encodeURIComponent(key)}%E2%80%8B%22`,
		`${key.slice(0, 6)}\n   ${key.slice(6)}`,
		`${key.slice(0, 6)}\u200b${key.slice(6)}`,
	])("%j is accepted", (pasted) => {
		expect(credentialFrom(pasted)).toBe(key);
	});

	it.each(["apikeysarefun", "bearer", "key(1)", "a'b", "it%41", "ключ", "keyed", "(a)b", "forbearer:x"])(
		"%j is unchanged",
		(pasted) => {
			expect(credentialFrom(pasted)).toBe(pasted);
		},
	);

	it.each(["", "  ", "apiKey=", "“”", "\u200b"])("%j becomes empty", (pasted) => {
		expect(credentialFrom(pasted)).toBe("");
	});
});

describe("pasted text", () => {
	const pieces = fc.constantFrom(
		...wrappers.flat(),
		"https://",
		"apiKey=",
		"Bearer ",
		"host",
		"%",
		"=",
		":",
		"/",
		"{",
		"}",
	);
	const pasted = fc.oneof(
		fc.string({ unit: "binary", maxLength: 60 }),
		fc.array(fc.oneof(pieces, fc.string({ maxLength: 5 })), { maxLength: 12 }).map((parts) => parts.join("")),
	);

	it("is the same when it is cleaned twice", () => {
		fc.assert(
			fc.property(pasted, (text) => {
				expect(addressFrom(addressFrom(text))).toBe(addressFrom(text));
				expect(credentialFrom(credentialFrom(text))).toBe(credentialFrom(text));
				expect(credentialFrom(text)).not.toMatch(/\s/u);
			}),
			{ numRuns: 3_000, seed: 4 },
		);
	});

	it("is ignored beyond a maximum length", () => {
		const long = "(".repeat(maxPastedLength + 1);
		expect([addressFrom(long), credentialFrom(long)]).toEqual(["", ""]);
		const longest = "k".repeat(maxPastedLength);
		expect(credentialFrom(longest)).toBe(longest);
	});

	it("is cleaned in the same way in stored settings", () => {
		const settings = parseGlobalSettings({
			baseUrl: "«https://host.example/account»",
			apiKey: "“key”\n",
			sceneSocketUrl: "'https://host.example:4242/'",
		});
		expect(settings).toMatchObject({
			baseUrl: "https://host.example",
			apiKey: "key",
			sceneSocketUrl: "https://host.example:4242",
		});
	});
});
