import { describe, expect, it } from "vitest";

import { ConnectionManager } from "../../../src/connection/connection-manager";
import { instantOf } from "../../../src/state/time/clock";
import type { Scene } from "../../../src/state/scenes/scenes";
import type { CounterQuery } from "../../../src/state/counters/counter-query";
import type { ListCache } from "../../../src/ledger/cached-list";
import { noDemand } from "../../../src/state/service-demand";
import { type EventBatch } from "../../../src/state/store";
import { expectedValue, formatValue } from "../../world/chaos/checks/expected-value";
import { PluginModel } from "../../world/chaos/plugin-model";
import { allQueries, describeQuery } from "../../world/chaos/user/queries";
import { Random } from "../../world/chaos/random";
import { ServiceModel, type ServiceModelOptions } from "../../world/chaos/service/service-model";
import { ServiceError } from "../../../src/service/errors";
import { shapePresets } from "../../world/service/shapes/shapes";
import { totalsBeforeSeed } from "../../world/service/data/seed-events";
import { fakeClient } from "../../world/fakes/fake-client";
import { FakeLog } from "../../world/fakes/fake-log";
import { InMemoryListStore } from "../../world/fakes/in-memory-list-store";
import { VirtualClock } from "../../world/fakes/virtual-clock";
import { createStore } from "../../world/fakes/create-store";

const sessionMs = Date.UTC(2026, 2, 4, 11);

function setUp(habits: Partial<ServiceModelOptions> = {}) {
	const clock = new VirtualClock();
	const service = new ServiceModel(clock, new Random(7), {
		shapes: shapePresets.field,
		limitCap: 100,
		overCapBehaviour: "capped",
		typeFilter: "honoured",
		echo: "on",
		listCount: "exact",
		missingInFrames: undefined,
		missingInList: undefined,
		totalsBefore: totalsBeforeSeed,
		...habits,
	});
	for (let ago = 300; ago > 0; ago--) {
		service.store.add({ type: "follow", username: `old ${ago}`, createdAtMs: clock.now() - ago * 60_000 });
	}
	const batches: EventBatch[] = [];
	const start = () =>
		new PluginModel(service, {
			sessionStartedAtMs: sessionMs,
			listener: (batch) => {
				if (batch) batches.push(batch);
			},
		});
	const plugin = start();
	const wrong = (queries: readonly CounterQuery[], one = plugin) =>
		queries.filter((query) => {
			const { ledger } = one.store;
			const shown = formatValue(ledger.value(query, one.store.ledgerContext(clock.now())));
			const truth = { store: service.store, nowMs: clock.now(), sessionStartedAtMs: sessionMs };
			return shown !== expectedValue(query, truth);
		});
	const settle = (queries: readonly CounterQuery[] = allQueries, limitMs = 10_000) =>
		clock.advanceUntil(() => plugin.isExact && wrong(queries).length === 0, limitMs, limitMs / 200);
	return { clock, service, plugin, start, batches, wrong, settle };
}

const follow = { type: "follow", username: "Ada" } as const;
const today: CounterQuery = { metric: "followers", scope: "today", newOnly: false, uniqueOnly: false };
const lifetime: CounterQuery = { ...today, scope: "lifetime" };

describe("the connection", () => {
	it("has an answer for every query of a counter", async () => {
		const { plugin, settle, wrong } = setUp();
		plugin.show(allQueries);
		await settle();
		expect(wrong(allQueries).map(describeQuery)).toEqual([]);
	});

	it("sends the same requests for any number of keys", async () => {
		const counts: number[] = [];
		for (const copies of [1, 40]) {
			const { plugin, service, settle } = setUp();
			plugin.show(Array.from({ length: copies }, () => [today, lifetime]).flat());
			await settle([today, lifetime]);
			counts.push(service.requests.length);
		}
		expect(counts[1]).toBe(counts[0]);
	});

	it("catches up with ten thousand missed events as with three", { timeout: 30_000 }, async () => {
		for (const count of [3, 10_000]) {
			const { plugin, service, clock, batches, settle, wrong } = setUp();
			plugin.show(allQueries);
			await settle();
			await clock.advance(60_000);
			service.conditions.isDown = true;
			for (const room of [...service.rooms]) room.end(new ServiceError("closed", "cut"));
			for (let index = 0; index < count; index++)
				service.store.add({ type: "follow", username: `new ${index}` });
			await clock.advance(20_000);
			service.conditions.isDown = false;
			await settle([today, lifetime], 12_000);
			expect(wrong([today, lifetime])).toEqual([]);
			const missed = batches.filter(({ source }) => source === "missed").flatMap(({ events }) => events);
			expect(missed).toHaveLength(count);
		}
	});

	it("syncs at most once in five minutes while nothing happens", async () => {
		const { plugin, service, clock, settle } = setUp();
		plugin.show(allQueries);
		await settle();
		await clock.advance(60_000);
		const before = service.requests.length;
		await clock.advance(3 * 3_600_000);
		const readings = service.requests.slice(before).filter(({ endpoint }) => endpoint === "totals");
		expect(readings.length).toBeLessThanOrEqual(36);
		expect(readings.length).toBeGreaterThan(30);
	});

	it("finds an event that was not pushed with the next regular sync", { timeout: 30_000 }, async () => {
		const { plugin, service, clock, settle } = setUp();
		plugin.show([today, lifetime]);
		await settle([today, lifetime]);
		await clock.advance(60_000);
		service.conditions.lossRate = 1;
		service.addEvent(follow);
		expect(await settle([today, lifetime], 301_000)).toBe(true);
	});

	it("finds the unannounced deletion of an old event", { timeout: 30_000 }, async () => {
		const { plugin, service, clock, settle } = setUp();
		plugin.show(allQueries);
		await settle();
		await clock.advance(60_000);
		const [oldest] = service.store
			.query()
			.filter(({ createdAtMs }) => createdAtMs > sessionMs)
			.slice(-1);
		if (oldest) service.delete(oldest, "quietly");
		expect(await settle([today, lifetime], 312_000)).toBe(true);
	});

	it("displays an event within a frame of its arrival", async () => {
		const { plugin, service, clock, settle, wrong } = setUp();
		plugin.show([today, lifetime]);
		await settle([today, lifetime]);
		service.addEvent(follow);
		await clock.advance(100);
		expect(wrong([today, lifetime])).toEqual([]);
	});

	it("survives a page change, and closes shortly after the last key", async () => {
		const { plugin, service, clock, settle } = setUp();
		plugin.show([lifetime]);
		await settle([lifetime]);
		await clock.advance(20_000);
		const before = service.requests.length;
		for (let flips = 0; flips < 20; flips++) {
			plugin.hide();
			await clock.advance(200);
			plugin.show([lifetime]);
		}
		expect([service.requests.length, service.joinCount]).toEqual([before, 1]);
		plugin.hide();
		await clock.advance(4_900);
		expect(service.rooms.size).toBe(1);
		await clock.advance(200);
		expect([service.rooms.size, plugin.process.pendingCount]).toEqual([0, 0]);
		await clock.advance(3_600_000);
		expect(service.requests).toHaveLength(before);
	});

	it("requests only missing data when keys come back", async () => {
		const { plugin, service, clock, settle } = setUp({ limitCap: 10 });
		plugin.show([today, lifetime]);
		await settle([today, lifetime]);
		await clock.advance(20_000);
		plugin.hide();
		await clock.advance(60_000);
		service.store.add({ ...follow, createdAtMs: clock.now() });
		const before = service.requests.length;
		plugin.show([today, lifetime]);
		await settle([today, lifetime]);
		expect(service.requests.length - before).toBeLessThan(8);
	});

	it("continues through midnight and a night's sleep without a press", { timeout: 30_000 }, async () => {
		const { plugin, service, clock, settle } = setUp();
		plugin.show(allQueries);
		await settle();
		await clock.advance(14 * 3_600_000);
		service.addEvent(follow);
		expect(await settle()).toBe(true);
		for (const room of service.rooms) room.freeze();
		clock.jump(9 * 3_600_000);
		for (let count = 0; count < 3; count++) service.store.add({ ...follow, createdAtMs: clock.now() });
		expect(await settle()).toBe(true);
		expect(await clock.advanceUntil(() => service.joinCount === 2, 6_000)).toBe(true);
	});

	it("has the same numbers after a restart", async () => {
		const { plugin, service, clock, settle, start, wrong } = setUp();
		plugin.show(allQueries);
		await settle();
		plugin.kill(service);
		service.addEvent(follow);
		const again = start();
		again.show(allQueries);
		expect(
			await clock.advanceUntil(() => again.isExact && wrong(allQueries, again).length === 0, 10_000),
		).toBe(true);
	});

	it("is stale, not wrong or zero, while syncs fail", async () => {
		const { plugin, service, clock, settle, wrong } = setUp();
		plugin.show([today, lifetime]);
		await settle([today, lifetime]);
		service.conditions.failureKinds = { totals: "server-error", events: "bad-answer" };
		service.addEvent(follow);
		await clock.advance(20_000);
		expect([plugin.isExact, plugin.store.state.confirmation]).toEqual([false, "failed"]);
		expect(wrong([today, lifetime])).toEqual([]);
		service.conditions.failureKinds = {};
		expect(await settle([today, lifetime])).toBe(true);
	});

	it("respects a cooldown of the service, and is exact soon after", async () => {
		const { plugin, service, clock, settle } = setUp();
		plugin.show([today, lifetime]);
		await settle([today, lifetime]);
		service.conditions.rateLimitedUntilMs = clock.elapsedMs() + 60_000;
		service.addEvent({ type: "donation", username: "Max" });
		await clock.advance(10_000);
		const before = service.requests.length;
		for (const room of [...service.rooms]) room.end(new ServiceError("closed", "cut"));
		plugin.show(allQueries);
		await clock.advance(40_000);
		// One request to another endpoint reveals that the cooldown applies to all.
		expect(service.requests.length - before).toBeLessThanOrEqual(2);
		await clock.advance(service.cooldownMs);
		expect(await settle()).toBe(true);
		expect(service.complaints).toEqual([]);
	});

	it("displays nothing of the previous account", async () => {
		const { plugin, service, clock, settle } = setUp();
		plugin.show([today, lifetime]);
		await settle([today, lifetime]);
		service.conditions.latencyMs = [500, 500];
		void plugin.manager.refresh("numbers");
		plugin.manager.configure({ baseUrl: "https://service.example", apiKey: "another" });
		const { ledger, state } = plugin.store;
		expect(ledger.value(lifetime, { nowMs: clock.now() })).toEqual({ kind: "unknown" });
		expect(state.account).toBeUndefined();
		await clock.advance(1_000);
		expect(plugin.store.ledger.value(lifetime, { nowMs: clock.now() })).toEqual({ kind: "unknown" });
		expect(service.complaints).toEqual([]);
	});

	it("ignores the same account again", async () => {
		const { plugin, service, settle } = setUp();
		plugin.show([lifetime]);
		await settle([lifetime]);
		const before = service.requests.length;
		plugin.manager.configure({ baseUrl: "https://service.example", apiKey: service.account.apiKey });
		expect([plugin.isExact, service.requests.length]).toEqual([true, before]);
	});

	it("connects to an account that was set between two pages", async () => {
		const { plugin, service, settle } = setUp();
		plugin.manager.configure("none");
		plugin.show([lifetime]);
		plugin.hide();
		plugin.manager.configure({ baseUrl: "https://service.example", apiKey: service.account.apiKey });
		plugin.show([lifetime]);
		expect(await settle([lifetime])).toBe(true);
	});
});

function setUpManager(
	check: (baseUrl: string) => void = () => undefined,
	openMemory?: (secret: string) => ListCache,
) {
	const clock = new VirtualClock();
	const sent: unknown[] = [];
	const posted: string[] = [];
	const scenes: string[] = [];
	let areScenesHeld = false;
	let items: Scene["items"] = [];
	const store = createStore();
	let openCount = 0;
	let joinCount = 0;
	const manager = new ConnectionManager({
		store,
		clock,
		log: new FakeLog(),
		random: () => 1,
		openMemory,
		createClient: ({ baseUrl }) => {
			check(baseUrl);
			return fakeClient({
				account: async () => ({ username: "nova", providers: [] }),
				socketAddress: async () => "https://socket.example",
				scene: async (token) => {
					scenes.push(token);
					if (areScenesHeld) await new Promise(() => undefined);
					return { token, name: token, items };
				},
				postEvent: async (_event, username) => void posted.push(username),
			});
		},
		openRoom: (_options, handlers) => {
			openCount++;
			queueMicrotask(() => handlers.onJoined(4));
			return { send: (command) => sent.push(command) > 0, close: () => openCount-- };
		},
		onJoined: () => joinCount++,
	});
	const press = () =>
		manager.sendRemoteAction({
			sceneToken: "a",
			actionCode: "trigger",
			itemId: 1,
			pressedAt: instantOf(clock),
		});
	return {
		clock,
		sent,
		posted,
		scenes,
		manager,
		press,
		store,
		holdScenes: () => (areScenesHeld = true),
		addItem: () =>
			(items = [
				{ id: 1, name: "Horn", type: "text", remoteActions: [{ code: "trigger", name: "Trigger" }] },
			]),
		openCount: () => openCount,
		joinCount: () => joinCount,
	};
}

describe("a press", () => {
	const credentials = { baseUrl: "https://service.example", apiKey: "key" };

	it("sends immediately on a joined channel, before other work", async () => {
		const { clock, sent, manager, press } = setUpManager();
		manager.configure(credentials);
		void press();
		await clock.advance(50);
		expect(sent).toHaveLength(1);
		void press();
		expect(sent).toHaveLength(2);
	});

	it("before the settings are loaded is sent once they are and the channel is joined", async () => {
		const { clock, sent, manager, press, openCount } = setUpManager();
		const outcome = press();
		await clock.advance(1_900);
		expect(sent).toEqual([]);
		manager.configure(credentials);
		await clock.advance(50);
		await expect(outcome).resolves.toBe("sent");
		expect([sent.length, openCount()]).toEqual([1, 1]);
		await clock.advance(5_000);
		expect([openCount(), clock.pendingCount]).toEqual([0, 0]);
	});

	it.each([
		["they arrive too late", () => undefined, credentials],
		["there is no account", (manager: ConnectionManager) => manager.configure("none"), credentials],
	])("before the settings are loaded fails if %s", async (_why, before, late) => {
		const { clock, sent, manager, press } = setUpManager();
		const outcome = press();
		before(manager);
		await clock.advance(2_000);
		await expect(outcome).resolves.toBe("not-connected");
		manager.configure(late);
		await clock.advance(60_000);
		expect(sent).toEqual([]);
	});
});

describe("the connection of an account", () => {
	const credentials = { baseUrl: "https://service.example", apiKey: "key" };

	it("provides a client while there is an account", () => {
		const { manager } = setUpManager();
		expect(manager.client).toBeUndefined();
		manager.configure(credentials);
		expect(manager.client?.origin).toBe("https://service.example");
		manager.configure("none");
		expect(manager.client).toBeUndefined();
	});

	it("reconnects on request, only while a key requires it", async () => {
		const { clock, manager, joinCount, openCount } = setUpManager();
		manager.configure(credentials);
		manager.reconnect();
		await clock.advance(1_000);
		expect(joinCount()).toBe(0);
		manager.setDemand(noDemand);
		await clock.advance(1_000);
		expect(joinCount()).toBe(1);
		const outcome = manager.reconnectAndSync();
		await clock.advance(1_000);
		expect([await outcome, joinCount(), openCount()]).toEqual([undefined, 2, 1]);
	});

	it("stays open when a key appears soon after the last one disappeared", async () => {
		const { clock, manager, joinCount, openCount } = setUpManager();
		manager.configure(credentials);
		manager.setDemand(noDemand);
		await clock.advance(1_000);
		manager.setDemand(undefined);
		await clock.advance(4_000);
		manager.setDemand(noDemand);
		await clock.advance(20_000);
		expect([joinCount(), openCount()]).toEqual([1, 1]);
	});

	it("reconnects after a clock jump, if it is open", async () => {
		const { clock, manager, joinCount } = setUpManager();
		manager.setDemand(noDemand);
		clock.jump(600_000);
		await clock.advance(6_000);
		expect(joinCount()).toBe(0);
		manager.configure(credentials);
		await clock.advance(1_000);
		clock.jump(600_000);
		await clock.advance(6_000);
		expect(joinCount()).toBe(2);
	});

	it("fails for an invalid address, and a press fails immediately", async () => {
		const { clock, manager, press, store } = setUpManager((baseUrl) => {
			throw new ServiceError("bad-address", `${baseUrl} is none`);
		});
		manager.configure(credentials);
		expect(store.state.link).toEqual({ phase: "not-set-up", trouble: "not-this-service" });
		expect(store.state.sceneLink).toEqual(store.state.link);
		const outcome = press();
		await clock.advance(1);
		expect(await outcome).toBe("not-connected");
		expect(await manager.refresh("numbers")).toBe("unreachable");
	});

	it("reports the account and its address, and neither without an account", () => {
		const { manager, store } = setUpManager();
		manager.configure(credentials);
		expect(store.state).toMatchObject({
			serviceHost: "service.example",
			link: { phase: "idle" },
			sceneLink: { phase: "idle" },
		});
		manager.configure("none");
		expect(store.state).toMatchObject({ link: { phase: "not-set-up" }, sceneLink: { phase: "not-set-up" } });
		expect(store.state.serviceHost).toBeUndefined();
	});

	it("keeps the list of an account while it is the same, and discards another one's", () => {
		const opened: string[] = [];
		const forgotten: string[] = [];
		const openMemory = (secret: string) => {
			opened.push(secret);
			const memory = new InMemoryListStore();
			memory.forget = () => void forgotten.push(secret);
			return memory;
		};
		const { manager } = setUpManager(undefined, openMemory);
		manager.configure(credentials);
		manager.configure({ ...credentials, sceneSocketUrl: "https://scenes.example" });
		expect([opened, forgotten]).toEqual([["https://service.example key"], []]);
		manager.configure({ ...credentials, apiKey: "another" });
		expect([opened.at(-1), forgotten]).toEqual([
			"https://service.example another",
			["https://service.example key"],
		]);
		manager.configure("none");
		expect(forgotten).toHaveLength(2);
		manager.configure(credentials);
		expect([opened.length, forgotten.length]).toEqual([3, 2]);
	});

	it("is opened again by the next key after the last one disappeared", async () => {
		const { clock, manager, joinCount, openCount } = setUpManager();
		manager.configure(credentials);
		for (const joins of [1, 2]) {
			manager.setDemand(noDemand);
			await clock.advance(1_000);
			expect([joinCount(), openCount()]).toEqual([joins, 1]);
			manager.setDemand(undefined);
			await clock.advance(5_000);
			expect(openCount()).toBe(0);
		}
	});

	it("can be requested without keys", async () => {
		const { clock, manager, joinCount } = setUpManager();
		manager.setDemand(noDemand);
		manager.reconnect();
		await clock.advance(1_000);
		expect(joinCount()).toBe(0);
	});

	it("posts an event or returns the failure", async () => {
		const { clock, manager, posted } = setUpManager();
		const post = () => manager.postEvent({ type: "follow", username: "Ada" }, instantOf(clock));
		const early = post();
		await clock.advance(2_000);
		expect([await early, posted]).toEqual([{ kind: "failed", trouble: "unreachable" }, []]);
		manager.configure(credentials);
		expect([(await post()).kind, posted]).toEqual(["posted", ["nova"]]);
	});

	it("reads the scene of a missing item again before it sends", async () => {
		const { clock, manager, press, scenes, sent, addItem } = setUpManager();
		manager.refreshStaleScenes();
		manager.configure(credentials);
		manager.setDemand({ ...noDemand, bindings: [{ sceneToken: "a", itemId: 1, actionCode: "trigger" }] });
		await clock.advance(1_000);
		expect(scenes).toEqual(["a"]);
		expect([await press(), sent.length]).toEqual(["missing", 0]);
		addItem();
		expect([await press(), sent.length]).toEqual(["sent", 1]);
		expect([await press(), sent.length]).toEqual(["sent", 2]);
		expect(scenes).toEqual(["a", "a", "a"]);
		await clock.advance(3_000);
		manager.refreshStaleScenes();
		expect(scenes).toHaveLength(4);
	});

	it("lets a press wait for a scene no longer than for the connection", async () => {
		const { clock, manager, press, holdScenes } = setUpManager();
		manager.configure(credentials);
		manager.setDemand({ ...noDemand, bindings: [{ sceneToken: "a", itemId: 1, actionCode: "trigger" }] });
		await clock.advance(1_000);
		holdScenes();
		const pressedAtMs = clock.uptimeMs();
		const waitedMs = press().then((outcome) => [outcome, clock.uptimeMs() - pressedAtMs]);
		await clock.advance(7_000);
		expect(await waitedMs).toEqual(["missing", 2_000]);
	});

	it("is not closed by a press while a key requires it", async () => {
		const { clock, manager, press, openCount } = setUpManager();
		manager.configure(credentials);
		manager.setDemand(noDemand);
		await press();
		await clock.advance(10_000);
		expect(openCount()).toBe(1);
	});
});
