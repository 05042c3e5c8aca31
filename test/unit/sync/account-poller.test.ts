import { describe, expect, it } from "vitest";

import { AccountPoller } from "../../../src/sync/account-poller";
import { ServiceError, type ServiceErrorKind } from "../../../src/service/errors";
import type { Account } from "../../../src/state/account";
import { fakeAccountContext } from "../../world/fakes/account-context";
import { flushPromises } from "../../world/fakes/virtual-clock";

const nova: Account = { username: "nova", providers: [] };
const stella: Account = { username: "stella", providers: [] };

function setUp(...answers: readonly (Account | ServiceErrorKind)[]) {
	const left = [...answers];
	const refusals: ServiceError[] = [];
	let requestCount = 0;
	const account = async () => {
		requestCount++;
		const answer = left.shift() ?? "unreachable";
		if (typeof answer === "string") throw new ServiceError(answer, "no");
		return answer;
	};
	const { context, clock, store, log } = fakeAccountContext({ account });
	const keeper = new AccountPoller(context, (error) => refusals.push(error));
	return {
		clock,
		store,
		log,
		keeper,
		refusals,
		requestCount: () => requestCount,
		name: () => store.state.account?.username,
	};
}

describe("the account", () => {
	it("is requested once, and again only when it may have changed", async () => {
		const { keeper, requestCount, name } = setUp(nova, stella);
		keeper.resource.open();
		await keeper.ensureLoaded();
		await keeper.ensureLoaded();
		expect([name(), requestCount()]).toEqual(["nova", 1]);
		keeper.resource.invalidate();
		await keeper.ensureLoaded();
		expect([name(), requestCount()]).toEqual(["stella", 2]);
	});

	it("is requested every five minutes, because its currency may change", async () => {
		const { keeper, requestCount, name, clock } = setUp(nova, stella);
		keeper.resource.open();
		await clock.advance(299_000);
		expect([name(), requestCount()]).toEqual(["nova", 1]);
		await clock.advance(2_000);
		expect([name(), requestCount()]).toEqual(["stella", 2]);
	});

	it("is not requested again because there were no keys for some time", async () => {
		const { keeper, requestCount } = setUp(nova);
		keeper.resource.open();
		await flushPromises();
		keeper.resource.pause();
		keeper.resource.open();
		await flushPromises();
		expect(requestCount()).toBe(1);
	});

	it("is requested until it is loaded, through any outage", async () => {
		const { requestCount, clock, keeper, name, log } = setUp("server-error", "timeout", "unreachable", nova);
		keeper.resource.open();
		await expect(keeper.ensureLoaded()).resolves.toBeUndefined();
		expect(name()).toBeUndefined();
		expect(await clock.advanceUntil(() => name() === "nova", 10_000)).toBe(true);
		expect(log.lines).toHaveLength(3);
		await clock.advance(60_000);
		expect(requestCount()).toBe(4);
	});

	it("is not requested once it is unused", async () => {
		const { clock, keeper, requestCount } = setUp("server-error", nova);
		keeper.resource.open();
		await flushPromises();
		keeper.resource.pause();
		await clock.advance(60_000);
		expect([requestCount(), clock.pendingCount]).toEqual([1, 0]);
	});
});

describe("a key", () => {
	it("is not refused by a single refusal", async () => {
		const { keeper, refusals, name } = setUp("refused", nova);
		keeper.resource.open();
		await keeper.ensureLoaded();
		expect([name(), refusals]).toEqual(["nova", []]);
	});

	it("is refused by two, which each waiting caller receives once", async () => {
		const { keeper, refusals, requestCount } = setUp("refused", "refused");
		keeper.resource.open();
		const first = keeper.ensureLoaded();
		const second = keeper.ensureLoaded();
		await expect(first).rejects.toMatchObject({ kind: "refused" });
		await expect(second).rejects.toMatchObject({ kind: "refused" });
		expect([refusals.length, requestCount()]).toEqual([1, 2]);
	});

	it("is checked again after a refusal before it is used", async () => {
		const { requestCount, keeper, refusals, clock } = setUp(
			nova,
			"refused",
			"refused",
			"refused",
			"refused",
			nova,
		);
		keeper.resource.open();
		await keeper.ensureLoaded();
		expect(await keeper.checkKey()).toMatchObject({ kind: "refused" });
		await expect(keeper.ensureLoaded()).rejects.toMatchObject({ kind: "refused" });
		await expect(keeper.ensureLoaded()).resolves.toBeUndefined();
		expect(refusals).toHaveLength(2);
		await clock.advance(60_000);
		expect(requestCount()).toBe(6);
	});

	it("counts as accepted if it cannot be checked", async () => {
		const { keeper, refusals } = setUp("unreachable");
		keeper.resource.open();
		expect(await keeper.checkKey()).toBeUndefined();
		expect(refusals).toEqual([]);
	});
});
