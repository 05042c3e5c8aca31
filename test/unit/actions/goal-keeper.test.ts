import { describe, expect, it } from "vitest";

import { Counter } from "../../../src/actions/counter";
import { instantOf } from "../../../src/state/clock";
import { streamEventTypes } from "../../../src/state/stream-event";
import { goLive, setUpActions } from "../../world/fakes/action-rig";
import { followOf } from "../../world/fakes/fake-client";
import { settled } from "../../world/fakes/virtual-clock";

const goalAction = { sceneToken: "scene", itemId: 7, actionCode: "trigger" };

function setUp() {
	const rig = setUpActions();
	const { clock, store, context } = rig;
	const counter = new Counter(context);
	goLive(store);
	store.ledger.applySnapshot({
		types: streamEventTypes,
		events: [],
		reachMs: -Infinity,
		isExact: true,
		startedAtMs: clock.now(),
		atMs: clock.elapsedMs(),
	});
	store.announce();
	let id = 0;
	const follow = async (source: "live" | "missed" = "live", createdAtMs = clock.now()) => {
		rig.tell(followOf(++id, { createdAtMs }), source);
		await settled();
	};
	return { ...rig, counter, follow };
}

describe("a goal with an action", () => {
	it("sends once for all keys that have the same, in sight or not", async () => {
		const { counter, connection, follow, place } = setUp();
		const settings = { scope: "today", goal: 2, goalAction };
		place(counter, settings, "key", "a");
		place(counter, { ...settings, label: "Another label" }, "key", "b");
		place(counter, settings, "key", "c");
		counter.disappear("a");
		counter.disappear("c");
		for (let follows = 1; follows <= 3; follows++) await follow();
		expect(connection.sent).toMatchObject([{ itemId: 7, actionCode: "trigger" }]);
	});

	it("sends for each of two goals, and for each of two actions", async () => {
		const { counter, connection, follow, place } = setUp();
		place(counter, { scope: "today", goal: 1, goalAction }, "key", "a");
		place(counter, { scope: "today", goal: 2, goalAction }, "key", "b");
		place(counter, { scope: "today", goal: 2, goalAction: { ...goalAction, itemId: 8 } }, "key", "c");
		for (let follows = 1; follows <= 3; follows++) await follow();
		expect(connection.sent.map(({ itemId }) => itemId)).toEqual([7, 7, 8]);
	});

	it("asks for what it needs while its key is out of sight, and no more once it has no goal", () => {
		const { counter, demands, place } = setUp();
		place(counter, { scope: "today", goal: 2, goalAction }, "key", "a");
		counter.disappear("a");
		expect([...demands.values()]).toMatchObject([{ query: { scope: "today" }, binding: goalAction }]);
		place(counter, {}, "key", "a");
		expect([...demands.keys()]).toEqual(["a"]);
	});

	it("is not reached by a test, what was missed, or an event of long ago", async () => {
		const { clock, counter, connection, follow, place, store } = setUp();
		place(counter, { scope: "today", goal: 1, goalStep: 1, goalAction });
		const post = store.ledger.expectTest({ type: "follow", username: "follower 1" });
		await follow();
		store.ledger.resolveTest(post, { kind: "unnamed" }, clock.now());
		await follow("missed");
		await follow("live", clock.now() - 60_000);
		expect(connection.sent).toEqual([]);
		await follow();
		expect(connection.sent).toHaveLength(1);
	});

	it("is too late where the process has lost time before it read the event", async () => {
		const { clock, context, counter, connection, follow, place } = setUp();
		place(counter, { scope: "today", goal: 1, goalAction });
		const before = instantOf(clock);
		Object.defineProperty(context.arrivals, "sentAfter", { get: () => before });
		await clock.advance(2_500);
		await follow();
		expect(connection.sent).toEqual([]);
	});

	it("says on its keys why nothing was sent", async () => {
		const { counter, connection, follow, log, place } = setUp();
		connection.commandOutcome = "not-connected";
		const { surface } = place(counter, { scope: "today", goal: 1, goalAction });
		await follow();
		expect(surface.seen).toContain("alert");
		expect(log.lines.join()).toContain("a goal was reached and nothing was sent: offline");
	});
});
