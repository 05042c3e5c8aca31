import { describe, expect, it } from "vitest";

import { Counter } from "../../../src/actions/counter";
import { instantOf } from "../../../src/state/time/clock";
import type { StreamEvent } from "../../../src/state/events/stream-event";
import { goLive, setUpActions } from "../../world/fakes/action-rig";
import { flushPromises } from "../../world/fakes/virtual-clock";
import { someEvent, someSnapshot } from "../ledger/some-events";

const hourMs = 3_600_000;
const goalAction = { sceneToken: "scene", itemId: 7, actionCode: "trigger" };

function setUp() {
	const rig = setUpActions();
	const { clock, store, context } = rig;
	const counter = new Counter(context);
	goLive(store);
	/** Applies a complete snapshot with this lifetime figure of donations. */
	const read = async (donations?: number) => {
		const times = { startedAtMs: clock.now(), atMs: clock.elapsedMs() };
		store.ledger.applySnapshot(someSnapshot([], { ...times, totals: { donations, byProvider: {} } }));
		store.notify();
		await flushPromises();
	};
	void read();
	let id = 0;
	const happen = async (fields: Partial<StreamEvent>, source: "live" | "missed" = "live") => {
		rig.tell(someEvent(++id, { createdAtMs: clock.now(), person: `person ${id}`, ...fields }), source);
		await flushPromises();
	};
	const follow = (source: "live" | "missed" = "live", createdAtMs = clock.now()) =>
		happen({ createdAtMs }, source);
	const give = (currency: string, whole: number, source: "live" | "missed" = "live") =>
		happen({ type: "donation", amount: { currency, minorUnits: whole * 100 } }, source);
	return { ...rig, counter, read, happen, follow, give };
}

describe("a goal with an action", () => {
	it("sends once for all keys with the same goal, visible or hidden", async () => {
		const { counter, connection, follow, place } = setUp();
		const settings = { scope: "today", goal: 2, goalAction };
		place(counter, settings, "key", "a");
		place(counter, { ...settings, label: "Another label" }, "key", "b");
		place(counter, settings, "key", "c");
		counter.disappear("a");
		counter.disappear("c");
		for (let follows = 1; follows <= 3; follows++) await follow();
		expect(connection.sent).toMatchObject([{ itemId: 7, actionCode: "trigger" }]);
		expect(connection.requests).toEqual(["scenes"]);
	});

	it("sends for each of two goals, and for each of two actions", async () => {
		const { counter, connection, follow, place } = setUp();
		place(counter, { scope: "today", goal: 1, goalAction }, "key", "a");
		place(counter, { scope: "today", goal: 2, goalAction }, "key", "b");
		place(counter, { scope: "today", goal: 2, goalAction: { ...goalAction, itemId: 8 } }, "key", "c");
		for (let follows = 1; follows <= 3; follows++) await follow();
		expect(connection.sent.map(({ itemId }) => itemId)).toEqual([7, 7, 8]);
	});

	it("sends once for keys whose further steps differ, and each key celebrates or alerts", async () => {
		const { counter, connection, follow, place } = setUp();
		connection.commandOutcome = "not-connected";
		const settings = { scope: "today", goal: 1, goalAction };
		const surfaces = [
			place(counter, settings, "key", "a").surface,
			place(counter, { ...settings, goalStep: 2 }, "key", "b").surface,
			place(counter, { ...settings, goalStep: 3 }, "key", "c").surface,
		];
		await follow();
		expect(connection.sent).toHaveLength(1);
		for (const { history } of surfaces) expect(history).toContain("alert");
		for (let follows = 2; follows <= 4; follows++) await follow();
		expect(connection.sent).toHaveLength(3);
	});

	it("requires its data while its key is hidden, and not after the goal is removed", () => {
		const { counter, demands, place } = setUp();
		for (const [id, scope] of [
			["a", "today"],
			["b", "week"],
		] as const) {
			place(counter, { scope, goal: 2, goalAction }, "key", id);
			counter.disappear(id);
		}
		expect([...demands.values()]).toMatchObject([
			{ query: { scope: "today" }, binding: goalAction },
			{ query: { scope: "week" }, binding: goalAction },
		]);
		for (const id of ["a", "b"]) place(counter, { goalAction }, "key", id);
		expect([...demands.keys()]).toEqual(["a", "b"]);
	});

	it.each([
		["reappears in its place", 1],
		["was removed", 0],
	] as const)(
		"reached while it is not decided why its key disappeared is sent if it %s",
		async (_why, count) => {
			const { clock, counter, connection, follow, place } = setUp();
			const settings = { scope: "today", goal: 1, goalAction };
			place(counter, settings, "key", "a");
			place(counter, {}, "key", "b");
			await clock.advance(10_000);
			counter.disappear("a");
			await follow();
			await clock.advance(1_000);
			expect(connection.sent).toHaveLength(0);
			if (count === 1) place(counter, settings, "key", "a");
			await clock.advance(1_500);
			expect(connection.sent).toHaveLength(count);
		},
	);

	it.each(["sceneToken", "itemId", "actionCode"])(
		"only celebrates if the action is incomplete: without %s",
		async (field) => {
			const { counter, connection, demands, follow, place } = setUp();
			const { id, surface } = place(counter, {
				scope: "today",
				goal: 1,
				goalAction: { ...goalAction, [field]: undefined },
			});
			expect([...demands.keys()]).toEqual([id]);
			await follow();
			expect(connection.sent).toEqual([]);
			expect(surface.history).not.toContain("alert");
		},
	);

	it("is not reached by a test, a missed event, or an old event", async () => {
		const { clock, counter, connection, follow, place, store } = setUp();
		place(counter, { scope: "today", goal: 1, goalStep: 1, goalAction });
		const post = store.ledger.ownEvents.expect({ type: "follow", username: "person 1" }, clock.now());
		await follow();
		store.ledger.resolveTest(post, { kind: "unnamed" }, clock.now());
		await follow("missed");
		await follow("live", clock.now() - 11_000);
		expect(connection.sent).toEqual([]);
		await follow("live", clock.now() - 10_000);
		expect(connection.sent).toHaveLength(1);
	});

	it.each([
		["the numbers are confirmed", { confirmation: "pending" }],
		["the link is up", { link: { phase: "down", sinceMs: 0 } }],
	] as const)("waits for up to two seconds until %s", async (_what, trouble) => {
		const { counter, connection, follow, place, store } = setUp();
		place(counter, { scope: "today", goal: 1, goalAction });
		store.ledger.coverage.invalidate();
		store.update(trouble);
		await follow();
		expect(connection.sent).toEqual([]);
		goLive(store);
		await flushPromises();
		expect(connection.sent).toHaveLength(1);
	});

	it.each([
		["today", 1],
		["lifetime", 0],
	] as const)("does not wait while only another type is being read: %s", async (scope, count) => {
		const { counter, connection, follow, place, read, store } = setUp();
		await read();
		place(counter, { scope, goal: 1, goalAction });
		store.update({ confirmation: "pending" });
		await follow();
		expect(connection.sent).toHaveLength(count);
	});

	it("is not reached by an incomplete or unknown number", async () => {
		const { counter, connection, happen, place } = setUp();
		place(counter, { metric: "viewers", scope: "today", goal: 5, goalAction });
		place(counter, { metric: "viewers", scope: "session", goal: 5, goalAction });
		await happen({ type: "hosting", createdAtMs: 0, isTimeAssumed: true });
		await happen({ type: "hosting", viewers: 20 });
		expect(connection.sent).toEqual([]);
	});

	it("is reached only by pushed events: missed ones count before them", async () => {
		const { counter, connection, follow, place, store } = setUp();
		place(counter, { scope: "today", goal: 2, goalAction });
		store.ledger.coverage.invalidate();
		store.update({ confirmation: "pending" });
		await follow();
		for (const source of ["missed", "missed"] as const) await follow(source);
		goLive(store);
		await flushPromises();
		expect(connection.sent).toEqual([]);
	});

	it("is not reached by a missed event if the live one is deleted before the numbers are confirmed", async () => {
		const { counter, connection, follow, happen, place, store } = setUp();
		await follow();
		place(counter, { scope: "today", goal: 2, goalAction });
		store.ledger.coverage.invalidate();
		store.update({ confirmation: "pending" });
		await follow();
		await happen({ id: "2", isDeleted: true });
		await follow("missed");
		goLive(store);
		await flushPromises();
		expect(connection.sent).toEqual([]);
	});

	it("is reached by a live event if only a deleted event that still counted had reached it before", async () => {
		const { counter, connection, follow, happen, place } = setUp();
		place(counter, { scope: "today", goal: 2, goalAction });
		await happen({ mayBeDeleted: true });
		await follow("missed");
		await happen({ id: "1", isDeleted: true });
		await follow();
		expect(connection.sent).toHaveLength(1);
	});

	it.each([
		[{ live: ["EUR", 3], missed: 9 }, 1],
		[{ live: ["EUR", 3], missed: 10 }, 0],
		[{ live: ["USD", 50], missed: 12 }, 0],
	] as const)(
		"of money is reached in its own currency: %o",
		async ({ live: [currency, whole], missed }, times) => {
			const { counter, connection, give, place, store } = setUp();
			await give("EUR", 1);
			place(counter, { metric: "donationAmount", scope: "today", goal: 11, goalAction });
			place(counter, { scope: "today", goal: 1, goalAction });
			store.ledger.coverage.invalidate();
			store.update({ confirmation: "pending" });
			await give(currency, whole);
			await give("EUR", missed, "missed");
			goLive(store);
			await flushPromises();
			expect(connection.sent).toHaveLength(times);
		},
	);

	it("of a service figure is reached when it is read soon after the event", async () => {
		const { counter, connection, give, place, read } = setUp();
		await read(90);
		place(counter, { metric: "donations", goal: 100, goalAction });
		await give("EUR", 15);
		expect(connection.sent).toEqual([]);
		await read(105);
		expect(connection.sent).toHaveLength(1);
	});

	it("of a service figure is sent when it is read seconds after the event, beyond the limit of a press", async () => {
		const { clock, counter, connection, give, place, read } = setUp();
		await read(0);
		place(counter, { metric: "donations", goal: 3, goalAction });
		for (let count = 0; count < 3; count++) {
			await give("EUR", 1);
			await clock.advance(1_700);
		}
		await clock.advance(1_500);
		const readAtMs = clock.uptimeMs();
		await read(3);
		expect(connection.sent).toHaveLength(1);
		expect(connection.sent[0]?.pressedAt.uptimeMs).toBe(readAtMs);
	});

	it.each([
		["donationAmount", { type: "donation" }, { amount: { currency: "EUR", minorUnits: 500 } }],
		["viewers", { type: "hosting" }, { viewers: 5 }],
	] as const)(
		"of %s is reached when the list adds what is missing in the push",
		async (metric, pushed, listed) => {
			const { clock, counter, connection, happen, place, store } = setUp();
			place(counter, { metric, scope: "today", goal: 5, goalAction });
			const createdAtMs = clock.now();
			await happen({ id: "9", ref: "r9", person: "Ada", createdAtMs, ...pushed });
			expect(connection.sent).toEqual([]);
			await clock.advance(20_000);
			const event = someEvent(9, { createdAtMs, person: "Ada", ...pushed, ...listed });
			const times = { startedAtMs: clock.now(), atMs: clock.elapsedMs() };
			store.ledger.applySnapshot(someSnapshot([event], times));
			store.notify();
			await flushPromises();
			expect(connection.sent).toHaveLength(1);
		},
	);

	it("is reached by each of two events whose amounts the list adds one after the other", async () => {
		const { clock, counter, connection, happen, place, store } = setUp();
		place(counter, { metric: "donationAmount", scope: "today", goal: 5, goalStep: 5, goalAction });
		const createdAtMs = clock.now();
		const ids = [8, 9] as const;
		for (const id of ids)
			await happen({ id: `${id}`, ref: `r${id}`, person: "Ada", type: "donation", createdAtMs });
		await clock.advance(2_500);
		for (const id of ids) {
			const amount = { currency: "EUR", minorUnits: 500 };
			const event = someEvent(id, { createdAtMs, person: "Ada", type: "donation", amount });
			store.ledger.applySnapshot(
				someSnapshot([event], {
					reachMs: createdAtMs,
					startedAtMs: clock.now(),
					atMs: clock.elapsedMs(),
				}),
			);
			store.notify();
			await flushPromises();
			await clock.advance(1_500);
		}
		expect(connection.sent).toHaveLength(2);
	});

	it("measures the account's own currency only", async () => {
		const { clock, counter, connection, give, place } = setUp();
		const { surface } = place(counter, { metric: "donationAmount", scope: "today", goal: 100, goalAction });
		await give("JPY", 5);
		await clock.advance(200);
		expect(connection.sent).toEqual([]);
		expect(surface.title).toContain("0.00 EUR + 500 JPY/100");
		await give("EUR", 2);
		await give("EUR", 120);
		expect(connection.sent).toHaveLength(1);
		await clock.advance(10_000);
		expect(surface.title).toContain("122.00 EUR + 500 JPY/100");
	});

	it("measures nothing in another currency before the account is loaded", async () => {
		const { counter, connection, give, place, read, store } = setUp();
		const { link, confirmation, account } = store.state;
		store.forgetAccount();
		store.update({ link, confirmation });
		await read();
		place(counter, { metric: "donationAmount", scope: "today", goal: 100, goalAction });
		await give("JPY", 1);
		await give("JPY", 5);
		expect(connection.sent).toEqual([]);
		if (account) store.update({ account });
		await give("EUR", 2);
		await give("EUR", 120);
		expect(connection.sent).toHaveLength(1);
	});

	it.each([
		[{ scope: "today" }, { provider: "twitch", newOnly: true }],
		[
			{ scope: "today", metric: "donationAmount" },
			{ uniqueOnly: true, newOnly: true },
		],
		[{ scope: "lifetime" }, { uniqueOnly: true }],
		[
			{ scope: "lifetime", metric: "subscriptions" },
			{ newOnly: true, uniqueOnly: true },
		],
	])("is the same for different fields that do not apply: %o with %o", async (settings, leftover) => {
		const { counter, connection, demands, give, follow, place } = setUp();
		place(counter, { ...settings, goal: 1, goalAction }, "key", "a");
		place(counter, { ...settings, ...leftover, goal: 1, goalAction }, "key", "b");
		expect([...demands.keys()].filter((id) => id.startsWith("goal"))).toHaveLength(1);
		await follow();
		await give("EUR", 5);
		expect(connection.sent).toHaveLength(settings.scope === "lifetime" ? 0 : 1);
	});

	it.each([
		[{ scope: "lifetime" }, { provider: "twitch" }],
		[{ scope: "today", metric: "subscriptions" }, { newOnly: true }],
		[{ scope: "lifetime", metric: "hostings" }, { uniqueOnly: true }],
	])("is different for a field that applies: %o with %o", (settings, more) => {
		const { counter, demands, place } = setUp();
		place(counter, { ...settings, goal: 5, goalAction }, "key", "a");
		place(counter, { ...settings, ...more, goal: 5, goalAction }, "key", "b");
		expect([...demands.keys()].filter((id) => id.startsWith("goal"))).toHaveLength(2);
	});

	it("belongs to its own period", async () => {
		const { clock, counter, follow, place } = setUp();
		const { id, surface } = place(counter, { scope: "today", goal: 20, onPress: "next" });
		await follow();
		await clock.advance(200);
		expect(surface.title).toBe("Followers today · 1/20 · live");
		counter.pressDown(id);
		counter.pressUp(id);
		await clock.advance(200);
		expect(surface.title).toBe("Followers this week · 1 · live");
	});

	it("is sent once a day, also after a restart, and again the next day", async () => {
		const { clock, context, counter, connection, follow, happen, place, store } = setUp();
		const settings = { scope: "today", goal: 2, goalAction };
		place(counter, settings);
		await follow();
		await follow();
		expect(connection.sent).toHaveLength(1);
		counter.disappear("key 0");
		await happen({ id: "2", isDeleted: true }, "missed");
		place(new Counter(context), settings);
		await follow();
		expect(store.ledger.newest(["follow"], 5)).toHaveLength(2);
		expect(connection.sent).toHaveLength(1);
		await clock.advance(24 * hourMs);
		for (let follows = 1; follows <= 2; follows++) await follow();
		expect(connection.sent).toHaveLength(2);
	});

	it("is not sent again after a restart, before the account is loaded", async () => {
		const { counter, connection, follow, place, read, store } = setUp();
		place(counter, { scope: "today", goal: 2, goalAction });
		await follow();
		await follow();
		expect(connection.sent).toHaveLength(1);
		const { link, confirmation, serviceHost = "" } = store.state;
		store.forgetAccount();
		await read();
		store.update({ link, confirmation, serviceHost });
		await follow("missed");
		await follow();
		expect(connection.sent).toHaveLength(1);
	});

	it.each([
		["of another name", { username: "basile", currency: "EUR", providers: [] }],
		["whose name is not known yet", undefined],
	] as const)("of another account is separate: %s", async (_what, account) => {
		const { counter, connection, follow, place, read, selectAccount, store } = setUp();
		place(counter, { scope: "today", goal: 1, goalAction });
		await follow();
		expect(connection.sent).toHaveLength(1);
		const { link, confirmation, serviceHost = "" } = store.state;
		selectAccount("another key");
		store.forgetAccount();
		await read();
		store.update({ link, confirmation, serviceHost, ...(account && { account }) });
		await follow();
		expect(connection.sent).toHaveLength(2);
	});

	it("is too late if the process lost time before it read the event", async () => {
		const { clock, context, counter, connection, follow, place } = setUp();
		place(counter, { scope: "today", goal: 1, goalAction });
		const before = instantOf(clock);
		Object.defineProperty(context.inputLag, "sentAfter", { get: () => before });
		await clock.advance(2_500);
		await follow();
		expect(connection.sent).toEqual([]);
	});

	it.each([
		["not-connected", "offline"],
		["too-late", "too-late"],
	] as const)("displays on its keys why nothing was sent: %s", async (outcome, failure) => {
		const { counter, connection, follow, log, place } = setUp();
		connection.commandOutcome = outcome;
		const { surface } = place(counter, { scope: "today", goal: 1, goalAction });
		await follow();
		expect(surface.history).toContain("alert");
		expect(log.lines.join()).toContain(`goal: reached, but nothing was sent: ${failure}`);
		expect(connection.requests).toEqual([]);
	});

	it("reports that its action is missing", async () => {
		const { counter, connection, follow, log, place } = setUp();
		connection.commandOutcome = "missing";
		const { surface } = place(counter, { scope: "today", goal: 1, goalAction });
		await follow();
		expect(connection.requests).toEqual([]);
		expect(surface.history).toContain("alert");
		expect(log.lines.join()).toContain("goal: reached, but nothing was sent: missing");
	});
});
