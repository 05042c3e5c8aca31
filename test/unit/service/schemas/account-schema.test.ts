import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { parseAccount } from "../../../../src/service/schemas/account-schema";

describe("parseAccount", () => {
	it("parses a documented user", () => {
		expect(
			parseAccount({
				avatar: "media-1",
				hasPayment: true,
				currency: { code: "eur", symbol: "€", label: "Euro", available: true },
				country: "FR",
				username: "owner",
				providers: [{ connectedAt: "2020-01-01T00:00:00+0100", code: "Twitch", id: "1", username: "Owner" }],
				created_at: "2020-01-01T00:00:00+0100",
				session_at: "2026-01-01T00:00:00Z",
			}),
		).toEqual({
			username: "owner",
			currency: "EUR",
			avatar: "media-1",
			providers: [{ code: "twitch" }],
		});
	});

	it.each([
		["media-1", "media-1"],
		[17, "17"],
		[false, undefined],
		[null, undefined],
		["", undefined],
		[{ url: "https://h/a.png", id: 4 }, "https://h/a.png"],
		[{ path: "/a.png" }, "/a.png"],
		[{}, undefined],
		[[], undefined],
	])("parses avatar %j as %j", (avatar, text) => {
		expect(parseAccount({ username: "owner", avatar })?.avatar).toBe(text);
	});

	it("keeps no token", () => {
		const account = parseAccount({
			username: "owner",
			token: "t0ken-1",
			providers: [{ code: "twitch", accessToken: "t0ken-2", refresh_token: "t0ken-3" }],
		});
		expect(JSON.stringify(account)).not.toContain("t0ken");
	});

	it.each([null, [], {}, "x", [null, 5, {}, { code: "" }]])("accepts providers %j", (providers) => {
		expect(parseAccount({ username: "owner", providers })?.providers).toEqual([]);
	});

	it("parses a currency given as a code only", () => {
		expect(parseAccount({ username: "owner", currency: "usd" })?.currency).toBe("USD");
		expect(parseAccount({ username: "owner", currency: [] })?.currency).toBeUndefined();
	});

	it.each([null, {}, [], "owner", { username: "" }, { username: null }])(
		"returns undefined for %j",
		(user) => {
			expect(parseAccount(user)).toBeUndefined();
		},
	);

	it("never throws, for any input", () => {
		fc.assert(
			fc.property(
				fc.dictionary(fc.constantFrom("avatar", "currency", "providers", "created_at"), fc.anything()),
				(fields) => {
					expect(parseAccount({ username: "owner", ...fields })?.username).toBe("owner");
				},
			),
		);
	});
});
