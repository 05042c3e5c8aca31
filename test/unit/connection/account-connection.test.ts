import { describe, expect, it } from "vitest";

import { AccountConnection } from "../../../src/connection/account-connection";
import { ServiceError } from "../../../src/service/errors";
import type { RoomSocketHandlers, ServiceClient } from "../../../src/service/ports";
import type { CounterQuery } from "../../../src/state/counters/counter-query";
import type { Snapshot } from "../../../src/ledger/snapshot";
import { streamEventTypes } from "../../../src/state/events/stream-event";
import { instantOf } from "../../../src/state/time/clock";
import type { ServiceDemand } from "../../../src/state/service-demand";
import type { EventBatch } from "../../../src/state/store";
import { fakeAccountContext } from "../../world/fakes/account-context";
import { followOf } from "../../world/fakes/fake-client";
import { flushPromises } from "../../world/fakes/virtual-clock";

const today: CounterQuery = { metric: "followers", scope: "today", newOnly: false, uniqueOnly: false };
const binding = { sceneToken: "a", itemId: 1, actionCode: "trigger" };
const chart = { range: "week", series: "followers" } as const;
const everything: Partial<ServiceDemand> = {
	queries: [today],
	bindings: [binding],
	charts: [chart],
	supporters: [{ scope: "month" }],
	recent: [{ types: ["donation"], count: 1 }],
};

type Stored = Pick<Snapshot, "types" | "events" | "reachMs" | "namedFromMs">;

async function setUp(
	demand: Partial<ServiceDemand> = everything,
	methods: Partial<ServiceClient> = {},
	{ startMs, stored }: { readonly startMs?: number; readonly stored?: Stored } = {},
) {
	const requests: string[] = [];
	const failing = new Map<string, ServiceError>();
	const answer = async <T>(name: string, value: T): Promise<T> => {
		requests.push(name);
		const error = failing.get(name);
		if (error) throw error;
		return value;
	};
	const parts = fakeAccountContext(
		{
			account: () => answer("account", { username: "nova", providers: [] }),
			socketAddress: () => answer("discovery", "https://socket.example"),
			totals: () => answer("totals", { followers: 3, byProvider: {} }),
			events: ({ types = [] }) =>
				answer(types.join() === "donation" ? "donations" : "events", {
					events: [],
					totalCount: 0,
					entryCount: 0,
				}),
			chart: () => answer("chart", { labels: ["Mon"], series: {} }),
			scene: (token) => answer("scene", { token, name: token, items: [] }),
			postEvent: () => answer("post", undefined),
			...methods,
		},
		startMs === undefined ? {} : { startMs },
	);
	const { clock, context, store, need } = parts;
	if (stored) store.ledger.applySnapshot({ ...stored, isExact: true, startedAtMs: clock.now(), atMs: 0 });
	const rooms: { handlers: RoomSocketHandlers; isOpen: boolean }[] = [];
	const sent: unknown[] = [];
	let joinedCount = 0;
	const connection = new AccountConnection(context, {
		credentials: { baseUrl: "https://service.example", apiKey: "key" },
		openRoom: (_options, handlers) => {
			const room = { handlers, isOpen: true };
			rooms.push(room);
			return { send: (command) => room.isOpen && sent.push(command) > 0, close: () => (room.isOpen = false) };
		},
		onJoined: () => joinedCount++,
	});
	const batches: EventBatch[] = [];
	store.subscribe((batch) => {
		if (batch) batches.push(batch);
	});
	need(demand);
	connection.open();
	await clock.advance(1);
	const lastRoom = () => rooms.at(-1) ?? expect.unreachable("no room was opened");
	const join = async () => {
		lastRoom().handlers.onJoined(4);
		await clock.advance(10);
	};
	const requestsSince = async (happen: () => unknown, durationMs = 0) => {
		requests.length = 0;
		happen();
		await clock.advance(durationMs);
		await flushPromises();
		return [...new Set(requests)].sort();
	};
	return {
		...parts,
		connection,
		rooms,
		sent,
		batches,
		failing,
		requests,
		lastRoom,
		join,
		requestsSince,
		joinedCount: () => joinedCount,
	};
}

const refused = new ServiceError("refused", "no such key", { status: 403 });
const limited = new ServiceError("rate-limited", "slow down", { status: 429, retryAfterMs: 60_000 });

describe("the connection of one account", () => {
	it("requests account, address and the first snapshot while it joins, then what keys require", async () => {
		const { requests, join, joinedCount } = await setUp();
		expect([...requests].sort()).toEqual(["account", "discovery", "events"]);
		requests.length = 0;
		await join();
		expect([...new Set(requests)].sort()).toEqual(["chart", "events", "scene"]);
		expect(joinedCount()).toBe(1);
	});

	it("requests only scenes for keys that only send commands", async () => {
		const { join, requestsSince } = await setUp({ bindings: [binding] });
		expect(await requestsSince(() => void join(), 60_000)).toEqual(["scene"]);
	});

	it("refetches when the requirements change", async () => {
		const { join, requestsSince, connection, need } = await setUp({});
		await join();
		const change = (changed: Partial<ServiceDemand>) => async () => {
			need(changed);
			connection.applyDemand();
		};
		expect(await requestsSince(change({ charts: [chart] }))).toEqual(["chart"]);
		expect(await requestsSince(change({ bindings: [binding] }))).toEqual(["scene"]);
		expect(await requestsSince(change({ queries: [today] }))).toEqual(["events"]);
		expect(await requestsSince(change({ supporters: [{ scope: "month" }] }))).toContain("donations");
	});

	it("reads the donors of a custom period that the list does not return by itself, beside a longer counter", async () => {
		const supporters = { scope: "custom", from: "2026-03-01", to: "2026-03-02" } as const;
		const startMs = Date.UTC(2026, 10, 28);
		const follows = Array.from({ length: 10 }, (_, index) =>
			followOf(index, { createdAtMs: startMs - index }),
		);
		const { join, clock, store } = await setUp(
			{ queries: [{ ...today, scope: "year" }], supporters: [supporters] },
			{
				events: async ({ types = [] }) =>
					types.join() === "donation"
						? { events: [], totalCount: 0, entryCount: 0 }
						: { events: follows, totalCount: 50, entryCount: 10 },
			},
			// A cached list has no user names.
			{
				startMs,
				stored: { types: streamEventTypes, events: follows, reachMs: -Infinity, namedFromMs: startMs },
			},
		);
		await join();
		await clock.advance(5000);
		const ranking = store.ledger.supporters({ by: "total", ...supporters }, store.ledgerContext(clock.now()));
		expect(ranking.kind).toBe("ranking");
	});

	it("counts an event, reports it, and refetches what it changes", async () => {
		const { join, requestsSince, batches, lastRoom, clock } = await setUp();
		await join();
		await clock.advance(20_000);
		batches.length = 0;
		const event = followOf(7, { createdAtMs: clock.now() });
		expect(await requestsSince(() => lastRoom().handlers.onEvent(event), 10_000)).toEqual([
			"chart",
			"events",
		]);
		expect(batches[0]).toEqual({ events: [event], source: "live" });
		batches.length = 0;
		expect(await requestsSince(() => lastRoom().handlers.onEvent(event), 10_000)).toEqual(["events"]);
		expect(batches).toEqual([]);
	});

	it("refetches the totals when an event that was never counted is deleted", async () => {
		const lifetime: CounterQuery = { ...today, scope: "lifetime" };
		const { join, requests, requestsSince, lastRoom, clock, batches } = await setUp({ queries: [lifetime] });
		await join();
		await clock.advance(20_000);
		const gone = followOf(7, { createdAtMs: clock.now(), isDeleted: true });
		expect(await requestsSince(() => lastRoom().handlers.onEvent(gone), 10_000)).toEqual([
			"events",
			"totals",
		]);
		expect(batches).toEqual([]);
		// The totals have not changed. They may come from a cache, so they are requested again for a while.
		await clock.advance(20_000);
		expect(requests.filter((name) => name === "totals").length).toBeGreaterThan(3);
	});

	it("requests nothing while the connection is lost, and everything again once it is back", async () => {
		const { join, requestsSince, lastRoom, store, failing, clock } = await setUp();
		await join();
		failing.set("discovery", new ServiceError("unreachable", "gone"));
		const lose = () => lastRoom().handlers.onClosed(new ServiceError("closed", "it ended"));
		expect(await requestsSince(lose, 30_000)).toEqual(["discovery"]);
		expect(store.state.confirmation).toBe("pending");
		failing.clear();
		await clock.advance(5_000);
		expect(await requestsSince(() => void join(), 10)).toEqual(["chart", "events", "scene"]);
	});

	it("does not listen to the store while the channel is not joined", async () => {
		const { join, store, lastRoom, failing } = await setUp();
		const subscribe = store.subscribeLater.bind(store);
		let listenerCount = 0;
		store.subscribeLater = (listener) => {
			const unsubscribe = subscribe(listener);
			listenerCount++;
			return () => {
				listenerCount--;
				unsubscribe();
			};
		};
		await join();
		expect(listenerCount).toBe(1);
		failing.set("discovery", new ServiceError("unreachable", "gone"));
		lastRoom().handlers.onClosed(new ServiceError("closed", "it ended"));
		expect(listenerCount).toBe(0);
	});

	it("leaves no timers or requests when it is closed", async () => {
		const { join, connection, clock, rooms, sent } = await setUp();
		await join();
		connection.close();
		const outcome = connection.commands.send({
			actionCode: "trigger",
			itemId: 1,
			pressedAt: instantOf(clock),
		});
		connection.close();
		expect(await outcome).toBe("not-connected");
		expect([clock.pendingCount, rooms.some(({ isOpen }) => isOpen), sent]).toEqual([0, false, []]);
	});
});

describe("a press", () => {
	it("refetches what the key displays", async () => {
		const { join, requestsSince, connection } = await setUp();
		await join();
		expect(await requestsSince(() => connection.refresh("numbers"))).toEqual(["events"]);
		expect(await requestsSince(() => connection.refresh({ chart: "week" }))).toEqual(["chart"]);
		expect(await requestsSince(() => connection.refresh("supporters"))).toEqual(["donations", "events"]);
	});

	it("returns the failure of the refetch", async () => {
		const { join, connection, failing } = await setUp();
		await join();
		failing.set("events", new ServiceError("timeout", "nobody answers"));
		expect(await connection.refresh("numbers")).toBe("unreachable");
		expect(await connection.refresh("supporters")).toBe("unreachable");
		failing.set("donations", new ServiceError("server-error", "broken"));
		failing.delete("events");
		expect(await connection.refresh("supporters")).toBe("service-error");
		expect(await connection.refresh("numbers")).toBeUndefined();
	});

	it.each(["numbers", "supporters", { chart: "week" }] as const)(
		"that refreshes %j succeeds when another press reconnects in the meantime",
		async (scope) => {
			const { clock, connection, join } = await setUp(everything, {
				events: (_query, signal) =>
					new Promise((resolve, reject) => {
						signal?.addEventListener("abort", () => reject(new ServiceError("aborted", "aborted")));
						clock.schedule(() => resolve({ events: [], totalCount: 0, entryCount: 0 }), 500);
					}),
			});
			await join();
			await clock.advance(3_000);
			const outcome = connection.refresh(scope);
			await clock.advance(100);
			connection.reconnect();
			await clock.advance(100);
			await join();
			await clock.advance(3_000);
			expect(await outcome).toBeUndefined();
		},
	);

	it("that refreshes without a connection fails for the reason of the connection", async () => {
		const { clock, connection, join, lastRoom, failing } = await setUp();
		await join();
		failing.set("discovery", new ServiceError("server-error", "busy", { status: 503 }));
		lastRoom().handlers.onClosed(new ServiceError("server-error", "busy", { status: 503 }));
		await clock.advance(1);
		expect(await connection.refresh("numbers")).toBe("service-error");
		expect(await connection.refresh({ chart: "week" })).toBe("service-error");
	});

	it.each([
		["events", (connection: AccountConnection) => connection.refresh("numbers")],
		["chart", (connection: AccountConnection) => connection.refresh({ chart: "week" })],
	])("requests once more from a service with a cooldown: %s", async (name, press) => {
		const { join, connection, failing, requestsSince } = await setUp();
		failing.set(name, limited);
		await join();
		expect(await requestsSince(() => undefined, 20_000)).not.toContain(name);
		expect(await requestsSince(() => press(connection))).toEqual([name]);
		expect(await requestsSince(() => undefined, 20_000)).not.toContain(name);
	});

	it("starts an attempt to join immediately", async () => {
		const { connection, requestsSince, lastRoom, join } = await setUp();
		await join();
		const busy = new ServiceError("server-error", "busy", { status: 503, retryAfterMs: 60_000 });
		expect(await requestsSince(() => lastRoom().handlers.onClosed(busy), 20_000)).toEqual([]);
		expect(await requestsSince(() => connection.refresh("numbers"))).toEqual(["discovery"]);
	});

	it("posts an event that changes the service's figures", async () => {
		const lifetime: CounterQuery = { ...today, scope: "lifetime" };
		const { join, connection, clock, requestsSince } = await setUp({ queries: [lifetime] });
		await join();
		await clock.advance(20_000);
		const post = () => connection.postEvent({ type: "follow", username: "Ada" }, instantOf(clock));
		expect(await requestsSince(post, 10_000)).toEqual(["events", "post", "totals"]);
	});

	it("sends a command to the joined room", async () => {
		const { join, connection, clock, sent } = await setUp({ bindings: [binding] });
		const command = { actionCode: "trigger", itemId: 1, pressedAt: instantOf(clock) };
		const outcome = connection.commands.send(command);
		await join();
		expect(await outcome).toBe("sent");
		expect(sent).toEqual([{ actionCode: "trigger", itemId: 1 }]);
	});
});

describe("a refused key", () => {
	it("of one call costs nothing while the service still accepts it for the account", async () => {
		const { join, connection, failing, requestsSince, store } = await setUp();
		await join();
		failing.set("events", refused);
		expect(await requestsSince(() => connection.refresh("numbers"))).toEqual(["account", "events"]);
		expect(store.state.link.phase).toBe("live");
	});

	it("everywhere closes the connection", async () => {
		const { join, connection, failing, store, lastRoom } = await setUp();
		await join();
		failing.set("events", refused);
		failing.set("account", refused);
		expect(await connection.refresh("numbers")).toBe("refused");
		expect([store.state.link, lastRoom().isOpen]).toMatchObject([
			{ phase: "down", trouble: "refused" },
			false,
		]);
	});

	it("is checked again, with a new join, on request", async () => {
		const { join, connection, requestsSince, rooms } = await setUp();
		await join();
		expect(await requestsSince(() => connection.reconnect())).toEqual(["account", "discovery"]);
		expect(rooms.map(({ isOpen }) => isOpen)).toEqual([false, true]);
	});

	it("requests the list together with the account, and does not wait for a hanging one", async () => {
		const { requests, failing, join } = await setUp(everything, {
			account: () => Promise.reject(new ServiceError("server-error", "broken", { status: 500 })),
		});
		expect([failing.size, [...requests].sort()]).toEqual([0, ["discovery", "events"]]);
		await join();
		expect(requests).toContain("events");
	});

	it("refetches the figures once when an event is received again, and reads on to a deleted one", async () => {
		const { clock, join, lastRoom, requests } = await setUp({ queries: [{ ...today, scope: "lifetime" }] });
		await join();
		const snapshotsAfter = async (isDeleted: boolean) => {
			await clock.advance(120_000);
			lastRoom().handlers.onEvent(followOf(9, { isDeleted: false }));
			await clock.advance(120_000);
			requests.length = 0;
			lastRoom().handlers.onEvent(followOf(9, { isDeleted }));
			await clock.advance(50_000);
			return requests.filter((name) => name === "totals").length;
		};
		expect(await snapshotsAfter(false)).toBe(1);
		expect(await snapshotsAfter(true)).toBeGreaterThan(3);
	});
});
