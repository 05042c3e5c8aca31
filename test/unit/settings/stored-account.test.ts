import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { createGuard } from "../../../src/state/guard";
import type { AccountCredentials } from "../../../src/state/account";
import { DataFolder } from "../../../src/data-folder/data-folder";
import { StoredGoals } from "../../../src/data-folder/stored-goals";
import { StoredNumbers } from "../../../src/data-folder/stored-numbers";
import { StoredOwnEvents } from "../../../src/data-folder/stored-own-events";
import type { GlobalSettings } from "../../../src/settings/schemas/global";
import type { StreamEvent } from "../../../src/state/events/stream-event";
import { StoredAccount } from "../../../src/settings/stored-account";
import { FakeLog } from "../../world/fakes/fake-log";
import { flushPromises, VirtualClock } from "../../world/fakes/virtual-clock";
import { someSnapshot } from "../ledger/some-events";
import { createStore } from "../../world/fakes/create-store";
import { someEvent } from "../ledger/some-events";

const startMs = Date.parse("2026-03-01T20:00:00Z");
const ours = { baseUrl: "https://service.example", apiKey: "our-key" };
const other = { baseUrl: "https://service.example", apiKey: "other-key" };
type GlobalSettingsPatch = Pick<Partial<GlobalSettings>, "apiKey" | "baseUrl">;
const thanked = { follow: { at: startMs, id: "f1" } };

let path: string;
beforeEach(async () => {
	path = await mkdtemp(join(tmpdir(), "account-"));
});
afterEach(async () => {
	await rm(path, { recursive: true, force: true, maxRetries: 5 });
});

const dataFolder = () =>
	new DataFolder({ path, pluginId: "com.example.streamevents", warn: () => undefined });
const posted = (id: string) => someEvent(1, { id, ref: undefined });

/** Creates a stored account with a store and a connection that applies the account like the real one. */
function stored() {
	const store = createStore();
	const clock = new VirtualClock(startMs);
	const written: GlobalSettings[] = [];
	const secrets: string[] = [];
	const background: (readonly unknown[])[] = [];
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
			demand: { setBackground: (queries) => void background.push(queries) },
			guard: createGuard(new FakeLog()),
			ownEvents: new StoredOwnEvents(dataFolder()),
			reachedGoals: new StoredGoals(dataFolder(), () => undefined),
			numbers: new StoredNumbers(dataFolder()),
			onSecret: (secret) => void secrets.push(secret),
		},
	);
	return { account, store, clock, written, secrets, background, told: () => current };
}

describe("what the host keeps", () => {
	it("reports the account, and the keys that must not appear in the log", () => {
		const { account, told, secrets } = stored();
		account.settings.applyRaw({});
		expect(told()).toBe("none");
		account.settings.applyRaw(ours);
		expect(told()).toMatchObject(ours);
		expect(secrets).toEqual(["our-key"]);
	});

	it("starts a session once, and not while one is running", async () => {
		const { account, store, clock, written } = stored();
		account.settings.applyRaw(ours);
		account.beginSession();
		await flushPromises();
		expect(store.state.sessionStartedAtMs).toBe(startMs);
		await clock.advance(60_000);
		account.beginSession();
		await flushPromises();
		expect(
			written.filter((one, index) => one.sessionStartedAt !== written[index - 1]?.sessionStartedAt),
		).toHaveLength(1);
	});

	it("starts a session again that a wrong clock had dated in the future", async () => {
		const { account, store } = stored();
		account.settings.applyRaw({ ...ours, sessionStartedAt: new Date(startMs + 3_600_000).toISOString() });
		account.beginSession();
		await flushPromises();
		expect(store.state.sessionStartedAtMs).toBe(startMs);
	});

	it("starts a session with the first event after the configured hours, and counts that event in it", async () => {
		const { account, store, clock, written, background } = stored();
		const sessionStartedAt = new Date(startMs - 20 * 3_600_000).toISOString();
		account.settings.applyRaw({ ...ours, sessionStartedAt, newSessionAfterIdleHours: 6 });
		await flushPromises();
		expect(background.at(-1)).toHaveLength(4);
		const event = (id: string, createdAtMs: number): StreamEvent => ({
			id,
			type: "follow",
			createdAtMs,
			isDeleted: false,
		});
		store.ledger.applySnapshot(
			someSnapshot([event("1", startMs - 10 * 3_600_000)], { startedAtMs: startMs }),
		);
		store.update({ confirmation: "confirmed" });
		const starts: (number | undefined)[] = [];
		store.subscribe(() => starts.push(store.state.sessionStartedAtMs));
		const live = event("2", startMs);
		store.ledger.applyEvent(live, clock.now());
		store.notify({ events: [live], source: "live" });
		expect(starts).toEqual([startMs]);
		await flushPromises();
		const newStart = new Date(startMs).toISOString();
		expect(written.map((settings) => settings.sessionStartedAt)).toEqual([
			sessionStartedAt, // The start of the thank queue.
			newStart,
		]);
		account.settings.applyRaw({ ...account.settings.current, newSessionAfterIdleHours: undefined });
		expect(background.at(-1)).toEqual([]);
	});

	it("keeps who was thanked with a new key or after the key was removed, but not in another account", async () => {
		const { account, store } = stored();
		const signIn = async (credentials: GlobalSettingsPatch, username: string) => {
			account.settings.applyRaw({ ...account.settings.current, ...credentials });
			if (credentials.apiKey !== undefined) store.update({ account: { username, providers: [] } });
			await flushPromises();
			return account.settings.current?.thanked;
		};
		account.settings.applyRaw({ ...ours, thanked });
		expect(await signIn(ours, "ada")).toEqual(thanked);
		expect(await signIn({ apiKey: undefined }, "ada")).toEqual(thanked);
		expect(await signIn(ours, "ada")).toEqual(thanked);
		expect(await signIn(other, "ada")).toEqual(thanked);
		expect(await signIn(ours, "bob")).toEqual({});
		expect(await signIn(other, "ada")).toEqual(thanked);
	});

	it("decides again who waits when the account turns out to be another one after its events were read", async () => {
		const { account, store, clock } = stored();
		const sessionStartedAt = new Date(startMs - 3_600_000).toISOString();
		const seconds = startMs / 1_000;
		account.settings.applyRaw({ ...ours, sessionStartedAt, thanked: { follow: { at: seconds, id: "9" } } });
		store.update({ account: { username: "ada", providers: [] } });
		account.settings.applyRaw({ ...account.settings.current, ...other });
		store.ledger.applySnapshot(
			someSnapshot([someEvent(1, { createdAtMs: startMs - 60_000 })], { startedAtMs: startMs }),
		);
		expect(store.ledger.thanks.waitingCount(["follow"], clock.now())).toBe(0);
		store.update({ account: { username: "bob", providers: [] } });
		expect(store.ledger.thanks.waitingCount(["follow"], clock.now())).toBe(1);
	});

	it("stores the start of the queue, and keeps it when a new session begins", async () => {
		const { account, written } = stored();
		account.settings.applyRaw(ours);
		account.beginSession();
		await flushPromises();
		const since = startMs / 1_000;
		expect(written.at(-1)?.thanked).toEqual({ since });
		await account.settings.change({ sessionStartedAt: new Date(startMs + 3_600_000).toISOString() });
		await flushPromises();
		expect(account.settings.current?.thanked).toEqual({ since });
	});
});

describe("own events", () => {
	it("are recognised in another run, including those of a post without a response", () => {
		const first = stored();
		first.account.settings.applyRaw(ours);
		const { ledger } = first.store;
		for (let id = 0; id < 40; id++) ledger.ownEvents.add(posted(String(id)));
		ledger.ownEvents.expect({ type: "follow", username: "Tester" }, startMs);
		// The file is written in the background.
		return expect
			.poll(() => {
				const { account, store } = stored();
				account.settings.applyRaw(ours);
				const { ownEvents } = store.ledger;
				const { records } = ownEvents;
				return [ownEvents.has(posted("0")), ownEvents.has(posted("39")), records.posts.length];
			})
			.toEqual([true, true, 1]);
	});

	it("and reached goals of earlier versions are moved out of the settings once", async () => {
		const { account, store, written } = stored();
		const testEvents = { host: "service.example", names: ["7\nref:r7", "8"] };
		account.settings.applyRaw({ ...ours, testEvents, reachedGoals: [["abc", 20]], later: 1 });
		expect(store.ledger.ownEvents.has(posted("8"))).toBe(true);
		await expect.poll(() => written.at(-1)).toMatchObject({ ...ours, later: 1 });
		await expect.poll(() => JSON.stringify(written.at(-1))).not.toMatch(/testEvents|reachedGoals/);
		const later = stored();
		later.account.settings.applyRaw(ours);
		const { ownEvents } = later.store.ledger;
		expect(["7", "8", "9"].map((id) => ownEvents.has(posted(id)))).toEqual([true, true, false]);
	});

	it("of one service are not used for another one", () => {
		const { account, store } = stored();
		account.settings.applyRaw({ ...ours, testEvents: { host: "elsewhere.example", names: ["7"] } });
		expect(store.ledger.ownEvents.has(posted("7"))).toBe(false);
	});
});
