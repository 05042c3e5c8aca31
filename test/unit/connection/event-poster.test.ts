import { describe, expect, it } from "vitest";

import { EventPoster } from "../../../src/connection/event-poster";
import { ServiceError } from "../../../src/service/errors";
import type { ServiceClient } from "../../../src/service/ports";
import type { Store, EventBatch } from "../../../src/state/store";
import { VirtualClock } from "../../world/fakes/virtual-clock";
import { instantOf } from "../../../src/state/time/clock";
import { fakeAccountContext } from "../../world/fakes/account-context";
import { followOf } from "../../world/fakes/fake-client";

const content = { type: "follow", username: "Tester" } as const;
const account = { username: "nova", providers: [] };
const createdAtMs = new VirtualClock().now();
const created = followOf(7, { person: "Tester", createdAtMs });
const theirs = followOf(8, { person: "Tester", createdAtMs });

type Found = (store: Store, clock: VirtualClock) => Promise<void>;

function setUp(methods: Partial<ServiceClient>, found: Found = () => Promise.resolve()) {
	const { context, clock, store, log } = fakeAccountContext(methods);
	const batches: EventBatch[] = [];
	store.subscribe((batch) => {
		if (batch) batches.push(batch);
	});
	let postedCount = 0;
	const findAccount = async () => {
		if (!store.state.account) await found(store, clock);
	};
	const poster = new EventPoster(context, { ensureLoaded: findAccount }, () => postedCount++);
	const post = () => poster.post(content, instantOf(clock));
	return { clock, store, log, post, poster, batches, posted: () => postedCount };
}

describe("EventPoster", () => {
	it("posts to the account's own stream and displays the event as a test, once", async () => {
		const users: string[] = [];
		const { clock, store, post, batches, posted } = setUp({
			postEvent: async (_event, username) => {
				users.push(username);
				return created;
			},
		});
		store.update({ account });
		expect(await post()).toEqual({ kind: "posted" });
		expect(users).toEqual(["nova"]);
		expect(batches).toEqual([{ events: [{ ...created, isTest: true }], source: "live" }]);
		expect(store.ledger.applyEvent(created, clock.now())).toBeUndefined();
		expect(posted()).toBe(1);
	});

	it("requests the account first if it is not loaded", async () => {
		const users: string[] = [];
		const { post } = setUp(
			{ postEvent: async (_event, username) => void users.push(username) },
			async (store) => store.update({ account }),
		);
		expect(await post()).toEqual({ kind: "posted" });
		expect(users).toEqual(["nova"]);
	});

	it("posts nothing if the account cannot be loaded", async () => {
		const { post, log } = setUp({});
		expect(await post()).toEqual({ kind: "failed", trouble: "unreachable" });
		expect(log.lines).toEqual([expect.stringContaining("posting an event: unreachable")]);
		const refused = setUp({}, () => Promise.reject(new ServiceError("refused", "bad key")));
		expect(await refused.post()).toEqual({ kind: "failed", trouble: "refused" });
	});

	it("posts nothing if the account is loaded late", async () => {
		const { clock, post } = setUp({}, async (store, virtual) => {
			await virtual.advance(2_001);
			store.update({ account });
		});
		expect(await post()).toEqual({ kind: "failed", trouble: "unreachable" });
		expect(clock.elapsedMs()).toBe(2_001);
	});

	it("fails two seconds after the press if account or connection hang, and does not expect its event", async () => {
		const hanging = new Promise<never>(() => undefined);
		const hangingAccount = setUp({}, () => hanging);
		const hangingConnection = setUp({ postEvent: () => hanging });
		hangingConnection.store.update({ account });
		for (const { post, clock } of [hangingAccount, hangingConnection]) {
			const outcome = post();
			await clock.advance(2_001);
			expect(await outcome).toEqual({ kind: "failed", trouble: "unreachable" });
		}
	});

	it("does not expect the event of a post that never left", async () => {
		const { store, clock, post, posted } = setUp({
			postEvent: () => Promise.reject(new ServiceError("timeout", "no connection")),
		});
		store.update({ account });
		await post();
		expect(store.ledger.applyEvent(theirs, clock.now())).toEqual(theirs);
		expect(posted()).toBe(0);
	});

	it("waits for the response of a post that has left", async () => {
		const { store, clock, post } = setUp({
			postEvent: async (_event, _username, maySend) => {
				maySend();
				await clock.advance(5_000);
				return created;
			},
		});
		store.update({ account });
		expect(await post()).toEqual({ kind: "posted" });
	});

	it("posts nothing requested before the process lost time", async () => {
		const { clock, store, poster } = setUp({});
		store.update({ account });
		const pressedAt = instantOf(clock);
		clock.jump(20_000);
		expect(await poster.post(content, pressedAt)).toEqual({ kind: "too-late" });
	});

	it("recognises the event if it is pushed before the response", async () => {
		const { store, clock, post } = setUp({
			postEvent: async () => {
				expect(store.ledger.applyEvent(created, clock.now())?.isTest).toBe(true);
				return created;
			},
		});
		store.update({ account });
		await post();
		expect(store.ledger.newest(["follow"], 5)).toEqual([{ ...created, isTest: true }]);
	});

	it("returns a similar event of another user", async () => {
		const { store, clock, post, batches } = setUp({
			postEvent: async () => {
				store.ledger.applyEvent(theirs, clock.now());
				return created;
			},
		});
		store.update({ account });
		await post();
		expect(batches.map(({ events }) => events)).toEqual([[theirs], [{ ...created, isTest: true }]]);
	});

	it.each([
		["was refused", new ServiceError("refused", "no", { status: 401 }), false],
		["had no target", new ServiceError("not-found", "no such user"), false],
		["was wrong", new ServiceError("server-error", "no", { status: 400 }), false],
		["broke off", new ServiceError("unreachable", "cut"), true],
		["failed", new ServiceError("server-error", "broken", { status: 500 }), true],
	])("expects the event only if it may have been created: the post %s", async (_what, error, mayCome) => {
		const { store, clock, post, posted } = setUp({
			postEvent: async (_event, _username, maySend) => {
				maySend();
				throw error;
			},
		});
		store.update({ account });
		expect((await post()).kind).not.toBe("posted");
		expect(store.ledger.applyEvent(theirs, clock.now())?.isTest ?? false).toBe(mayCome);
		expect(posted()).toBe(mayCome ? 1 : 0);
	});

	it.each([
		["timeout", true, { kind: "unanswered" }],
		["unreachable", true, { kind: "unanswered" }],
		["unreachable", false, { kind: "failed", trouble: "unreachable" }],
		["timeout", false, { kind: "failed", trouble: "unreachable" }],
		["server-error", true, { kind: "failed", trouble: "service-error" }],
		["refused", true, { kind: "failed", trouble: "refused" }],
	] as const)("reports of a post that ended with %s (left: %s): %j", async (kind, hasLeft, outcome) => {
		const { store, post } = setUp({
			postEvent: async (_event, _username, maySend) => {
				if (hasLeft) maySend();
				throw new ServiceError(kind, "no answer");
			},
		});
		store.update({ account });
		expect(await post()).toEqual(outcome);
	});

	it.each([2_000, 2_001])(
		"may send for two seconds after the press: with a connection after %i ms",
		async (afterMs) => {
			const { store, clock, post, posted } = setUp({
				postEvent: async (_event, _username, maySend) => {
					await clock.advance(afterMs);
					if (!maySend()) throw new ServiceError("too-late", "it took too long to connect");
					return created;
				},
			});
			store.update({ account });
			const isInTime = afterMs === 2_000;
			expect((await post()).kind).toBe(isInTime ? "posted" : "failed");
			await clock.advance(0);
			expect(posted()).toBe(isInTime ? 1 : 0);
			expect(store.ledger.applyEvent(theirs, clock.now())).toEqual(theirs);
		},
	);

	it("takes no event for one that it was not allowed to post", async () => {
		const { clock, store, post, posted } = setUp({
			postEvent: () => Promise.reject(new ServiceError("rate-limited", "leave me alone")),
		});
		store.update({ account });
		expect(await post()).toEqual({ kind: "failed", trouble: "service-error" });
		expect(store.ledger.applyEvent(theirs, clock.now())).toEqual(theirs);
		expect(posted()).toBe(0);
	});

	it("reports nothing to keys of another account", async () => {
		const { store, post, batches } = setUp({
			postEvent: async () => {
				store.forgetAccount();
				return created;
			},
		});
		store.update({ account });
		await post();
		expect(batches).toEqual([]);
		expect(store.ledger.newest(["follow"], 1)).toEqual([]);
	});
});
