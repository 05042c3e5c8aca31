import { describe, expect, it } from "vitest";

import { EventPoster } from "../../../src/connection/event-poster";
import { ServiceError } from "../../../src/service/errors";
import type { ServiceClient } from "../../../src/service/ports";
import { Store, type Happening } from "../../../src/state/store";
import { VirtualClock } from "../../world/fakes/virtual-clock";
import { fakeClient, followOf } from "../../world/fakes/fake-client";

const content = { type: "follow", username: "Tester" } as const;
const account = { username: "nova", providers: [] };
const created = followOf(7, { person: "Tester" });
const theirs = followOf(8, { person: "Tester" });

function setUp(methods: Partial<ServiceClient>) {
	const clock = new VirtualClock();
	const store = new Store();
	const happenings: Happening[] = [];
	store.subscribe((happening) => {
		if (happening) happenings.push(happening);
	});
	let postedCount = 0;
	const poster = new EventPoster({
		client: fakeClient(methods),
		store,
		clock,
		onPosted: () => {
			postedCount++;
		},
	});
	return { clock, store, poster, happenings, posted: () => postedCount };
}

describe("EventPoster", () => {
	it("posts to the account's own stream and shows the event as a test, once", async () => {
		const users: string[] = [];
		const { clock, store, poster, happenings, posted } = setUp({
			postEvent: async (_event, username) => {
				users.push(username);
				return created;
			},
		});
		store.update({ account });
		expect(await poster.post(content)).toEqual({ name: "7" });
		expect(users).toEqual(["nova"]);
		expect(happenings).toEqual([{ events: [{ ...created, isTest: true }], source: "live" }]);
		expect(store.ledger.applyEvent(created, clock.now())).toBeUndefined();
		expect(posted()).toBe(1);
	});

	it("asks whose stream it is when that is not known yet", async () => {
		const users: string[] = [];
		const { poster } = setUp({
			account: async () => account,
			postEvent: async (_event, username) => void users.push(username),
		});
		expect(await poster.post(content)).toEqual({ name: undefined });
		expect(users).toEqual(["nova"]);
	});

	it("posts nothing when the answer to that comes late", async () => {
		const { clock, poster } = setUp({
			account: () =>
				new Promise((resolve) => {
					clock.schedule(() => {
						resolve(account);
					}, 2_500);
				}),
		});
		const outcome = poster.post(content).catch((error: unknown) => error);
		await clock.advance(3_000);
		expect(await outcome).toMatchObject({ kind: "timeout" });
	});

	it("knows the event that comes back before the answer", async () => {
		const { store, clock, poster } = setUp({
			postEvent: async () => {
				expect(store.ledger.applyEvent(created, clock.now())?.isTest).toBe(true);
				return created;
			},
		});
		store.update({ account });
		await poster.post(content);
		expect(store.ledger.newest(["follow"], 5)).toEqual([{ ...created, isTest: true }]);
	});

	it("gives back somebody else's event that looked the same", async () => {
		const { store, clock, poster, happenings } = setUp({
			postEvent: async () => {
				store.ledger.applyEvent(theirs, clock.now());
				return created;
			},
		});
		store.update({ account });
		await poster.post(content);
		expect(happenings.map(({ events }) => events)).toEqual([[theirs], [{ ...created, isTest: true }]]);
	});

	it.each([
		["was refused", new ServiceError("refused", "no", { status: 401 }), false],
		["was wrong", new ServiceError("server-error", "no", { status: 400 }), false],
		["broke off", new ServiceError("unreachable", "cut"), true],
		["failed", new ServiceError("server-error", "broken", { status: 500 }), true],
	])("still expects the event only if it may have been made: the post %s", async (_what, error, mayCome) => {
		const { store, clock, poster, posted } = setUp({ postEvent: () => Promise.reject(error) });
		store.update({ account });
		await expect(poster.post(content)).rejects.toBe(error);
		expect(store.ledger.applyEvent(theirs, clock.now())?.isTest ?? false).toBe(mayCome);
		expect(posted()).toBe(mayCome ? 1 : 0);
	});

	it("takes nobody's event for one that it was not allowed to post", async () => {
		const { clock, store, poster, posted } = setUp({
			postEvent: () => Promise.reject(new ServiceError("rate-limited", "leave me alone")),
		});
		store.update({ account });
		await expect(poster.post(content)).rejects.toThrow("leave me alone");
		expect(store.ledger.applyEvent(theirs, clock.now())).toEqual(theirs);
		expect(posted()).toBe(0);
	});

	it("tells nothing to another account's keys", async () => {
		const { store, poster, happenings } = setUp({
			postEvent: async () => {
				store.forgetAccount();
				return created;
			},
		});
		store.update({ account });
		await poster.post(content);
		expect(happenings).toEqual([]);
		expect(store.ledger.newest(["follow"], 1)).toEqual([]);
	});
});
