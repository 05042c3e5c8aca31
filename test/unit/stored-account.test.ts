import { describe, expect, it } from "vitest";

import { createGuard } from "../../src/actions/guard";
import type { AccountCredentials } from "../../src/connection/account-context";
import type { GlobalSettings } from "../../src/settings/schemas";
import { StoredAccount } from "../../src/stored-account";
import { FakeLog } from "../world/fakes/fake-log";
import { flushPromises, VirtualClock } from "../world/fakes/virtual-clock";
import { createStore } from "../world/fakes/create-store";

const startMs = Date.parse("2026-03-01T20:00:00Z");
const ours = { baseUrl: "https://service.example", apiKey: "our-key" };
const other = { baseUrl: "https://service.example", apiKey: "other-key" };
const thanked = { follow: { at: startMs, id: "f1" } };

/** Settings of a host between a store and a link that does as the real one does with what it is told. */
function stored() {
	const store = createStore();
	const clock = new VirtualClock(startMs);
	const written: GlobalSettings[] = [];
	const secrets: string[] = [];
	let current: AccountCredentials | "none" | undefined;
	const configure = (credentials: AccountCredentials | "none") => {
		if (JSON.stringify(credentials) === JSON.stringify(current)) return;
		if (current !== undefined) store.forgetAccount();
		current = credentials;
		if (credentials !== "none") store.update({ serviceHost: new URL(credentials.baseUrl).host });
	};
	const account = new StoredAccount(
		{
			read: () => new Promise(() => undefined),
			write: async (settings) => void written.push(settings),
		},
		{
			store,
			clock,
			connection: { configure },
			guard: createGuard(new FakeLog()),
			onSecret: (secret) => void secrets.push(secret),
		},
	);
	return { account, store, clock, written, secrets, told: () => current };
}

describe("what the host keeps", () => {
	it("says whose account it is, and which key may stand in no log", () => {
		const { account, told, secrets } = stored();
		account.settings.applyRaw({});
		expect(told()).toBe("none");
		account.settings.applyRaw(ours);
		expect(told()).toMatchObject(ours);
		expect(secrets).toEqual(["our-key"]);
	});

	it("has a session begun once, and not while one is under way", async () => {
		const { account, store, clock, written } = stored();
		account.settings.applyRaw(ours);
		account.beginSession();
		await flushPromises();
		expect(store.state.sessionStartedAtMs).toBe(startMs);
		await clock.advance(60_000);
		account.beginSession();
		await flushPromises();
		expect(written).toHaveLength(1);
	});

	it("begins a session that was to begin later by a clock that was wrong", async () => {
		const { account, store } = stored();
		account.settings.applyRaw({ ...ours, sessionStartedAt: new Date(startMs + 3_600_000).toISOString() });
		account.beginSession();
		await flushPromises();
		expect(store.state.sessionStartedAtMs).toBe(startMs);
	});

	it("forgets who was thanked when the account is another one", async () => {
		const { account } = stored();
		account.settings.applyRaw({ ...ours, thanked });
		expect(account.settings.current?.thanked).toEqual(thanked);
		account.settings.applyRaw({ ...other, thanked });
		await flushPromises();
		expect(account.settings.current?.thanked).toBeUndefined();
	});
});
