import { describe, expect, it } from "vitest";

import { AccountFinder } from "../../../src/connection/account-finder";
import { ServiceError } from "../../../src/service/errors";
import type { Account } from "../../../src/state/account";
import { Store } from "../../../src/state/store";
import { VirtualClock } from "../../world/fakes/virtual-clock";
import { fakeClient } from "../../world/fakes/fake-client";

const nova: Account = { username: "nova", providers: [] };

function setUp(...answers: readonly (Account | ServiceError)[]) {
	const clock = new VirtualClock();
	const store = new Store();
	const left = [...answers];
	const client = fakeClient({
		account: () => {
			const answer = left.shift() ?? new ServiceError("unreachable", "nobody there");
			return answer instanceof ServiceError ? Promise.reject(answer) : Promise.resolve(answer);
		},
	});
	const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
	const finder = new AccountFinder({ client, store, clock, random: () => 0, log });
	return { clock, store, left, finder, find: () => finder.find(new AbortController().signal) };
}

describe("finding the account", () => {
	it("asks once, and again only when it may have changed", async () => {
		const { store, left, finder, find } = setUp(nova, { ...nova, username: "stella" });
		await find();
		await find();
		expect([store.state.account?.username, left.length]).toEqual(["nova", 1]);
		finder.expire();
		await find();
		expect(store.state.account?.username).toBe("stella");
	});

	it("holds nobody up, and goes on once the link is there", async () => {
		const { clock, store, finder, find } = setUp(
			new ServiceError("server-error", "broken"),
			new ServiceError("timeout", "too late"),
			nova,
		);
		await find();
		expect(store.state.account).toBeUndefined();
		finder.open();
		expect(await clock.advanceUntil(() => store.state.account !== undefined, 5_000)).toBe(true);
		await clock.advance(60_000);
		expect(clock.pendingCount).toBe(0);
	});

	it("stops with the link", async () => {
		const { clock, left, finder, find } = setUp(new ServiceError("server-error", "broken"), nova);
		await find();
		finder.open();
		finder.close();
		await clock.advance(60_000);
		expect(left).toHaveLength(1);
	});

	it("tells at once that the key is refused", async () => {
		const { find } = setUp(new ServiceError("refused", "bad key"));
		await expect(find()).rejects.toMatchObject({ kind: "refused" });
	});
});
