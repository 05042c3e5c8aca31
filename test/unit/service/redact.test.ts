import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { redact } from "../../../src/service/redact";

describe("redact", () => {
	it("masks a secret anywhere in a text", () => {
		expect(redact("key s3cr3t! refused (s3cr3t!)", ["s3cr3t!"])).toBe("key ••• refused (•••)");
	});

	it.each([
		["percent-encoded", "a%2Fb%20c%2B"],
		["form-encoded", "a%2Fb+c%2B"],
		["unencoded", "a/b c+"],
	])("masks a secret that is %s", (_, spelling) => {
		expect(redact(`GET /x?y=${spelling}`, ["a/b c+"])).toBe("GET /x?y=•••");
	});

	it.each(["apiKey", "access_token", "appKey", "room", "APIKEY"])(
		"masks the value of %s in a query",
		(name) => {
			expect(redact(`http://h/p?${name}=abc&offset=1`)).toBe(`http://h/p?${name}=•••&offset=1`);
		},
	);

	it("masks credentials in JSON", () => {
		expect(redact('{"room":"ab\\"c","username":"bob"}')).toBe('{"room":"•••","username":"bob"}');
	});

	it("does not change text for a secret that is too short", () => {
		expect(redact("a banana", ["", "a"])).toBe("a banana");
	});

	it("leaves no secret in any text", () => {
		fc.assert(
			fc.property(fc.string(), fc.string({ minLength: 4 }), fc.string(), (before, secret, after) => {
				fc.pre(!"•••".includes(secret));
				expect(redact(`${before}${secret}${after}`, [secret])).not.toContain(secret);
			}),
		);
	});

	it.each([
		["in JSON", '"\\"quoted\\"\\\\key"'],
		["in JSON in JSON", JSON.stringify(JSON.stringify('"quoted"\\key')).slice(3, -3)],
		["percent-encoded in lower case", "%22quoted%22%5ckey"],
		["percent-encoded twice", encodeURIComponent("%22quoted%22%5Ckey")],
		["in base64", Buffer.from('"quoted"\\key').toString("base64")],
		["in base64 after a letter", Buffer.from('x"quoted"\\key').toString("base64").slice(2, 17)],
	])("masks a secret that is %s", (_, spelling) => {
		const redacted = redact(`<${spelling}>`, ['"quoted"\\key']);
		expect(redacted).toContain("•••");
		expect(redacted).not.toContain(spelling);
	});

	it("masks the whole of a secret that starts like another one, in any encoding", () => {
		expect(redact("abcdefgh abcd", ["abcd", "abcdefgh"])).toBe("••• •••");
		const inBase64 = Buffer.from("abcdefgh").toString("base64").slice(0, 10);
		expect(redact(`<${inBase64}>`, ["abcdefgh"])).toBe("<•••>");
	});

	it("masks a secret of four characters, and no shorter one", () => {
		expect(redact("abcd abc", ["abcd", "abc"])).toBe("••• abc");
	});

	it("does not change text without secrets", () => {
		expect(redact("Stryker was here, and nobody else")).toBe("Stryker was here, and nobody else");
	});
});
