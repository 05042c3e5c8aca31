import { describe, expect, it } from "vitest";

import type { Inquired } from "../../../src/connection/inquiries";
import { AccountSetup } from "../../../src/inspector/account-setup";
import type { AccountChange } from "../../../src/inspector/messages";
import type { GlobalSettings } from "../../../src/settings/schemas";

const account: GlobalSettings = { baseUrl: "https://service.example", apiKey: "the-key", hideNumbers: false };
const answer = <T>(given: T): Inquired<T> => ({ kind: "answer", answer: given });
const refused = { kind: "failure", failure: "refused" } as const;

type Fakes = {
	readonly current?: GlobalSettings;
	readonly check?: Inquired<{ username?: string }>;
	readonly exchange?: Inquired<string>;
	readonly write?: () => void;
};

function setUp({ current = account, check = answer({ username: "nova" }), exchange, write }: Fakes = {}) {
	const asked: unknown[] = [];
	const settings = {
		current,
		change: async (patch: Partial<GlobalSettings>) => {
			write?.();
			settings.current = { ...settings.current, ...patch };
		},
	};
	const inquiries = {
		checkAccount: async (...question: readonly unknown[]) => {
			asked.push(question);
			return check;
		},
		checkAddress: async (address: string) => answer(address),
		exchangeAccessToken: async (...question: readonly unknown[]) => {
			asked.push(question);
			return exchange ?? answer("key-of-token");
		},
	};
	const setup = new AccountSetup({ settings, inquiries });
	const apply = (change: Omit<AccountChange, "event">) => setup.apply({ event: "setAccount", ...change });
	return { apply, settings, asked };
}

describe("what is entered", () => {
	it("is trimmed, saved, and checked with what is there already", async () => {
		const { apply, settings, asked } = setUp();
		expect(await apply({ apiKey: "  new-key\n" })).toEqual({ outcome: "connected", username: "nova" });
		expect(settings.current).toEqual({ ...account, apiKey: "new-key" });
		expect(asked).toEqual([["https://service.example", "new-key"]]);
	});

	it("is saved even when the service refuses it", async () => {
		const { apply, settings } = setUp({ check: refused });
		expect(await apply({ apiKey: "wrong" })).toEqual({ outcome: "refused", field: "apiKey" });
		expect(settings.current.apiKey).toBe("wrong");
	});

	it.each(["unreachable", "insecure", "bad-address", "not-this-service", "timeout"] as const)(
		"lies in the address when the outcome is %s",
		async (failure) => {
			const { apply } = setUp({ check: { kind: "failure", failure } });
			expect(await apply({ apiKey: "any" })).toEqual({ outcome: failure, field: "baseUrl" });
		},
	);

	it("asks for the other half when there is only one", async () => {
		const nothing = { hideNumbers: false };
		expect(await setUp({ current: nothing }).apply({ apiKey: "k" })).toMatchObject({ outcome: "no-address" });
		const { apply } = setUp({ current: nothing, check: answer({}) });
		expect(await apply({ baseUrl: "https://service.example" })).toEqual({ outcome: "reachable" });
	});

	it("is taken away when it is empty", async () => {
		const { apply, settings } = setUp();
		expect(await apply({ removeKey: true })).toEqual({ outcome: "removed" });
		expect(settings.current.apiKey).toBeUndefined();
		await apply({ baseUrl: " " });
		expect(settings.current.baseUrl).toBeUndefined();
	});

	it("says so when it can't be saved", async () => {
		const write = () => {
			throw new RangeError("too long");
		};
		expect(await setUp({ write }).apply({ apiKey: "x" })).toEqual({ outcome: "too-long" });
		const fail = () => {
			throw new Error("not read yet");
		};
		expect(await setUp({ write: fail }).apply({ apiKey: "x" })).toEqual({ outcome: "failed" });
	});
});

describe("an access token", () => {
	it("is exchanged for a key, which is all that is saved", async () => {
		const { apply, settings, asked } = setUp();
		expect(await apply({ accessToken: " token " })).toMatchObject({ outcome: "connected" });
		expect(asked[0]).toEqual(["https://service.example", "token"]);
		expect(settings.current).toEqual({ ...account, apiKey: "key-of-token" });
	});

	it("leaves the key alone when it is refused", async () => {
		const { apply, settings } = setUp({ exchange: refused });
		expect(await apply({ accessToken: "bad" })).toEqual({ outcome: "token-refused", field: "accessToken" });
		expect(settings.current).toEqual(account);
	});

	it("needs an address to be exchanged at", async () => {
		const { apply, asked } = setUp({ current: { hideNumbers: false } });
		expect(await apply({ accessToken: "t" })).toEqual({ outcome: "no-address", field: "baseUrl" });
		expect(asked).toEqual([]);
	});
});

describe("two changes at once", () => {
	it("are made one after another", async () => {
		const { apply, settings } = setUp();
		const both = [apply({ accessToken: "t" }), apply({ apiKey: "typed-later" })];
		await Promise.all(both);
		expect(settings.current.apiKey).toBe("typed-later");
	});
});
