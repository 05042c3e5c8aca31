import { describe, expect, it } from "vitest";

import type { QueryResult } from "../../../src/inspector/setup-queries";
import { AccountSetup } from "../../../src/inspector/account-setup";
import type { AccountChange } from "../../../src/inspector/messages";
import type { GlobalSettings } from "../../../src/settings/schemas/global";

const account: GlobalSettings = { baseUrl: "https://service.example", apiKey: "the-key", hideNumbers: false };
const nothing: GlobalSettings = { hideNumbers: false };
const answer = <T>(given: T): QueryResult<T> => ({ kind: "answer", answer: given });
const refused = { kind: "failure", failure: "refused" } as const;
const works = answer({ username: "nova" });

type Check = QueryResult<{ username?: string }>;
type Fakes = {
	readonly current?: GlobalSettings;
	readonly check?: Check | (() => Promise<Check>);
	readonly address?: QueryResult<string>;
	readonly socket?: QueryResult<void>;
	readonly exchange?: QueryResult<string>;
	readonly write?: () => void;
};

function setUp({
	current = account,
	check = works,
	address,
	socket = answer(undefined),
	exchange,
	write,
}: Fakes = {}) {
	const checked: unknown[] = [];
	const settings = {
		current,
		change: async (patch: Partial<GlobalSettings>) => {
			write?.();
			settings.current = { ...settings.current, ...patch };
		},
	};
	const queries = {
		checkAccount: async (...question: readonly unknown[]) => {
			checked.push(question);
			return typeof check === "function" ? check() : check;
		},
		checkAddress: async (typed: string) => address ?? answer(typed),
		checkSocketAddress: async (...question: readonly unknown[]) => {
			checked.push(question);
			return socket;
		},
		exchangeAccessToken: async (...question: readonly unknown[]) => {
			checked.push(question);
			return exchange ?? answer("key-of-token");
		},
	};
	const setup = new AccountSetup({ settings, queries });
	const apply = (change: Omit<AccountChange, "event">, page = "page") =>
		setup.apply({ event: "setAccount", ...change }, page);
	return { apply, setup, settings, checked };
}

describe("a working account", () => {
	it("is replaced by another working one", async () => {
		const { apply, settings, checked } = setUp();
		expect(await apply({ apiKey: "  new-key\n" })).toEqual({ outcome: "connected", username: "nova" });
		expect(settings.current).toEqual({ ...account, apiKey: "new-key" });
		expect(checked).toEqual([["https://service.example", "new-key"]]);
	});

	it.each(["refused", "unreachable", "timeout", "service-error", "not-this-service"] as const)(
		"is kept if the new one is %s, and the new one can be tried again",
		async (failure) => {
			const checks: Check[] = [{ kind: "failure", failure }, works];
			const { apply, settings } = setUp({ check: async () => checks.shift() ?? works });
			const entered = { baseUrl: "https://other.example", apiKey: "other" };
			expect(await apply(entered)).toMatchObject({ outcome: failure, isAccountKept: true });
			expect(settings.current).toEqual(account);
			expect(await apply(entered)).toMatchObject({ outcome: "connected" });
			expect(settings.current).toEqual({ ...account, ...entered });
		},
	);

	it("is kept if the input is not an address or empty", async () => {
		const { apply, settings, checked } = setUp({ address: { kind: "failure", failure: "bad-address" } });
		expect(await apply({ baseUrl: "hello world" })).toEqual({
			outcome: "bad-address",
			field: "baseUrl",
			isAccountKept: true,
		});
		expect(await apply({ baseUrl: " " })).toMatchObject({ outcome: "no-address", isAccountKept: true });
		expect(settings.current).toEqual(account);
		expect(checked).toEqual([]);
	});

	it("is stored with the origin of its address only", async () => {
		const { apply, settings } = setUp({ address: answer("https://other.example") });
		await apply({ baseUrl: "https://other.example/account/api?tab=1#x", apiKey: "new-key" });
		expect(settings.current.baseUrl).toBe("https://other.example");
	});
});

describe("a stored key", () => {
	const other = "https://other.example";

	it.each([
		other,
		"http://127.0.0.1:4280",
		"https://service.example:8443",
		"https://www.service.example",
		"https://service.example.evil.example",
	])("is sent to %s only after it has identified itself and the user has confirmed it", async (origin) => {
		const { apply, settings, checked } = setUp();
		expect(await apply({ baseUrl: origin })).toEqual({
			outcome: "different-address",
			field: "baseUrl",
			origin,
			isAccountKept: true,
		});
		expect(settings.current).toEqual(account);
		expect(checked).toEqual([[origin, undefined]]);
		expect(await apply({ baseUrl: origin, confirmedOrigin: origin })).toMatchObject({ outcome: "connected" });
		expect(checked.slice(1)).toEqual([
			[origin, undefined],
			[origin, "the-key"],
		]);
		expect(settings.current).toEqual({ ...account, baseUrl: origin });
	});

	it.each(["unreachable", "not-this-service", "service-error", "timeout", "certificate"] as const)(
		"is not sent to an origin that is %s, confirmed or not",
		async (failure) => {
			const { apply, checked } = setUp({ check: { kind: "failure", failure } });
			for (const confirmedOrigin of [undefined, other]) {
				const answered = await apply({ baseUrl: other, confirmedOrigin });
				expect(answered).toEqual({ outcome: failure, field: "baseUrl", isAccountKept: true });
			}
			expect(JSON.stringify(checked)).not.toContain("the-key");
		},
	);

	it("is not sent because another origin was confirmed", async () => {
		const { apply, checked } = setUp();
		const answered = await apply({ baseUrl: "https://third.example", confirmedOrigin: other });
		expect(answered).toMatchObject({ outcome: "different-address", origin: "https://third.example" });
		expect(JSON.stringify(checked)).not.toContain("the-key");
	});

	it("is sent to the stored address without a question", async () => {
		const { apply, checked } = setUp();
		expect(await apply({ baseUrl: "https://service.example" })).toMatchObject({ outcome: "connected" });
		expect(checked).toEqual([["https://service.example", "the-key"]]);
	});

	it("entered before any address is sent once the address has identified itself", async () => {
		const { apply, checked } = setUp({ current: { ...nothing, apiKey: "the-key" } });
		expect(await apply({ baseUrl: other })).toMatchObject({ outcome: "connected" });
		expect(checked).toEqual([
			[other, undefined],
			[other, "the-key"],
		]);
	});

	it.each(["baseUrl", "sceneSocketUrl"] as const)(
		"is not restored once the %s has changed",
		async (field) => {
			const { apply, setup, settings } = setUp({ check: answer({}) });
			await apply({ removeKey: true });
			await apply({ [field]: other });
			expect([settings.current[field], setup.canRestoreKey]).toEqual([other, false]);
			expect(await apply({ restoreKey: true })).toEqual({ outcome: "failed" });
		},
	);

	it("is sent to a different scene address only after a confirmation", async () => {
		const { apply, settings, checked } = setUp();
		const question = { outcome: "different-address", field: "sceneSocketUrl", origin: other };
		expect(await apply({ sceneSocketUrl: other })).toEqual(question);
		expect(settings.current.sceneSocketUrl).toBeUndefined();
		expect(await apply({ sceneSocketUrl: other, confirmedOrigin: other })).toEqual({ outcome: "saved" });
		expect(settings.current.sceneSocketUrl).toBe(other);
		expect(await apply({ sceneSocketUrl: "https://service.example" })).toEqual({ outcome: "saved" });
		expect(checked).toEqual([[other], [other]]);
	});

	it("is not sent to a scene address where no socket server responds", async () => {
		const { apply, settings } = setUp({ socket: { kind: "failure", failure: "not-this-service" } });
		expect(await apply({ sceneSocketUrl: other, confirmedOrigin: other })).toEqual({
			outcome: "not-this-service",
			field: "sceneSocketUrl",
		});
		expect(settings.current.sceneSocketUrl).toBeUndefined();
	});
});

describe("without a working account", () => {
	it("the missing field is requested if only one is set", async () => {
		const first = setUp({ current: nothing });
		expect(await first.apply({ apiKey: "k" })).toMatchObject({ outcome: "no-address" });
		expect(first.settings.current.apiKey).toBe("k");
		const second = setUp({ current: nothing, check: answer({}) });
		expect(await second.apply({ baseUrl: "https://service.example" })).toEqual({ outcome: "reachable" });
		expect(second.settings.current.baseUrl).toBe("https://service.example");
	});

	it("unverified input is stored, and refused input is not", async () => {
		const unreachable = setUp({ current: nothing, check: { kind: "failure", failure: "unreachable" } });
		await unreachable.apply({ baseUrl: "https://service.example", apiKey: "k" });
		expect(unreachable.settings.current).toMatchObject({ apiKey: "k" });
		const wrong = setUp({ current: nothing, check: refused });
		expect(await wrong.apply({ baseUrl: "https://service.example", apiKey: "k" })).toEqual({
			outcome: "refused",
			field: "apiKey",
		});
		expect(wrong.settings.current).toEqual(nothing);
	});

	it("an empty address is removed", async () => {
		const { apply, settings } = setUp({
			current: { hideNumbers: false, baseUrl: "https://service.example" },
		});
		await apply({ baseUrl: " " });
		expect(settings.current.baseUrl).toBeUndefined();
	});
});

describe("a change that cannot be saved", () => {
	it("is reported", async () => {
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

describe("a removed key", () => {
	it("can be restored until there is another one", async () => {
		const { apply, setup, settings } = setUp();
		expect(setup.canRestoreKey).toBe(false);
		expect(await apply({ removeKey: true })).toEqual({ outcome: "removed" });
		expect(settings.current.apiKey).toBeUndefined();
		expect(setup.canRestoreKey).toBe(true);
		expect(await apply({ restoreKey: true })).toEqual({ outcome: "restored" });
		expect(settings.current).toEqual(account);
		await apply({ removeKey: true });
		await apply({ apiKey: "another" });
		expect(await apply({ restoreKey: true })).toEqual({ outcome: "failed" });
		expect(settings.current.apiKey).toBe("another");
	});
});

describe("an access token", () => {
	it("is exchanged for a key, and only the key is stored", async () => {
		const { apply, settings, checked } = setUp();
		expect(await apply({ accessToken: " token " })).toMatchObject({ outcome: "connected" });
		expect(checked[0]).toEqual(["https://service.example", "token"]);
		expect(settings.current).toEqual({ ...account, apiKey: "key-of-token" });
	});

	it("does not change the key if it is refused", async () => {
		const { apply, settings } = setUp({ exchange: refused });
		expect(await apply({ accessToken: "bad" })).toEqual({
			outcome: "token-refused",
			field: "accessToken",
			isAccountKept: true,
		});
		expect(settings.current).toEqual(account);
	});

	it("requires an address", async () => {
		const { apply, checked } = setUp({ current: nothing });
		expect(await apply({ accessToken: "t" })).toEqual({ outcome: "no-address", field: "baseUrl" });
		expect(checked).toEqual([]);
	});
});

describe("input during a check", () => {
	it("is merged into the change being checked", async () => {
		const checks: ((check: Check) => void)[] = [];
		const check = () => new Promise<Check>((resolve) => checks.push(resolve));
		const { apply, settings, checked } = setUp({ current: nothing, check });
		const first = apply({ baseUrl: "https://slow.example" });
		const second = apply({ apiKey: "entered-later" });
		await expect.poll(() => checks.length).toBe(2);
		checks[1]?.(works);
		expect(await second).toEqual({ outcome: "connected", username: "nova" });
		checks[0]?.({ kind: "failure", failure: "timeout" });
		await first;
		expect(checked.at(-1)).toEqual(["https://slow.example", "entered-later"]);
		expect(settings.current).toMatchObject({ baseUrl: "https://slow.example", apiKey: "entered-later" });
	});

	it("replaces an earlier credential", async () => {
		const { apply, settings } = setUp();
		await Promise.all([apply({ accessToken: "t" }), apply({ apiKey: "typed-later" })]);
		expect(settings.current.apiKey).toBe("typed-later");
	});

	it("on another page is a separate change", async () => {
		const { apply, settings } = setUp();
		await Promise.all([apply({ apiKey: "one" }, "a"), apply({ hideNumbers: true }, "b")]);
		expect(settings.current).toMatchObject({ apiKey: "one", hideNumbers: true });
	});
});
