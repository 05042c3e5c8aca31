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
	const poller = new AccountPoller(context, (error) => refusals.push(error));
	return {
		clock,
		store,
		log,
		poller,
		refusals,
		requestCount: () => requestCount,
		name: () => store.state.account?.username,
	};
}

describe("the account", () => {
	it("is requested once, and again only when it may have changed", async () => {
		const { poller, requestCount, name } = setUp(nova, stella);
		poller.resource.open();
		await poller.ensureLoaded();
		await poller.ensureLoaded();
		expect([name(), requestCount()]).toEqual(["nova", 1]);
		poller.resource.invalidate();
		await poller.ensureLoaded();
		expect([name(), requestCount()]).toEqual(["stella", 2]);
	});

	it("is requested every five minutes, because its currency may change", async () => {
		const { poller, requestCount, name, clock } = setUp(nova, stella);
		poller.resource.open();
		await clock.advance(299_000);
		expect([name(), requestCount()]).toEqual(["nova", 1]);
		await clock.advance(2_000);
		expect([name(), requestCount()]).toEqual(["stella", 2]);
	});

	it("is not requested again because there were no keys for some time", async () => {
		const { poller, requestCount } = setUp(nova);
		poller.resource.open();
		await flushPromises();
		poller.resource.pause();
		poller.resource.open();
		await flushPromises();
		expect(requestCount()).toBe(1);
	});

	it("is requested until it is loaded, through any outage", async () => {
		const { requestCount, clock, poller, name, log } = setUp("server-error", "timeout", "unreachable", nova);
		poller.resource.open();
		await expect(poller.ensureLoaded()).resolves.toBeUndefined();
		expect(name()).toBeUndefined();
		expect(await clock.advanceUntil(() => name() === "nova", 10_000)).toBe(true);
		expect(log.lines).toHaveLength(3);
		await clock.advance(60_000);
		expect(requestCount()).toBe(4);
	});

	it("is not requested once it is unused", async () => {
		const { clock, poller, requestCount } = setUp("server-error", nova);
		poller.resource.open();
		await flushPromises();
		poller.resource.pause();
		await clock.advance(60_000);
		expect([requestCount(), clock.pendingCount]).toEqual([1, 0]);
	});
});

describe("a key", () => {
	it("is not refused by a single refusal", async () => {
		const { poller, refusals, name } = setUp("refused", nova);
		poller.resource.open();
		await poller.ensureLoaded();
		expect([name(), refusals]).toEqual(["nova", []]);
	});

	it("is refused by two, which each waiting caller receives once", async () => {
		const { poller, refusals, requestCount } = setUp("refused", "refused");
		poller.resource.open();
		const first = poller.ensureLoaded();
		const second = poller.ensureLoaded();
		await expect(first).rejects.toMatchObject({ kind: "refused" });
		await expect(second).rejects.toMatchObject({ kind: "refused" });
		expect([refusals.length, requestCount()]).toEqual([1, 2]);
	});

	it("is checked again after a refusal before it is used", async () => {
		const { requestCount, poller, refusals, clock } = setUp(
			nova,
			"refused",
			"refused",
			"refused",
			"refused",
			nova,
		);
		poller.resource.open();
		await poller.ensureLoaded();
		expect(await poller.checkKey()).toMatchObject({ kind: "refused" });
		await expect(poller.ensureLoaded()).rejects.toMatchObject({ kind: "refused" });
		await expect(poller.ensureLoaded()).resolves.toBeUndefined();
		expect(refusals).toHaveLength(2);
		await clock.advance(60_000);
		expect(requestCount()).toBe(6);
	});

	it("counts as accepted if it cannot be checked", async () => {
		const { poller, refusals } = setUp("unreachable");
		poller.resource.open();
		expect(await poller.checkKey()).toBeUndefined();
		expect(refusals).toEqual([]);
	});
});
