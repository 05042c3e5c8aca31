import { describe, expect, it } from "vitest";

import { PolledResource, type PolledResourceOptions } from "../../../src/sync/polled-resource";
import { ServiceError } from "../../../src/service/errors";
import { FakeLog } from "../../world/fakes/fake-log";
import { flushPromises, VirtualClock } from "../../world/fakes/virtual-clock";

type Answer = { readonly resolve: (value: string) => void; readonly reject: (error: Error) => void };

function setUp(options: Partial<PolledResourceOptions<string>> = {}) {
	const clock = new VirtualClock();
	const taken: string[] = [];
	const failed: string[] = [];
	const requests: { readonly atMs: number; readonly signal: AbortSignal }[] = [];
	const open: Answer[] = [];
	const log = new FakeLog();
	const kept = new PolledResource<string>(
		{ clock, random: () => 1, log },
		{
			label: "a thing",
			fetch: (signal) => {
				requests.push({ atMs: clock.elapsedMs(), signal });
				return new Promise((resolve, reject) => open.push({ resolve, reject }));
			},
			apply: (value) => {
				taken.push(value);
				return Infinity;
			},
			onFailed: ({ kind }) => failed.push(kind),
			...options,
		},
	);
	const answer = async (value: string | Error) => {
		const next = open.shift() ?? expect.unreachable("nothing was requested");
		if (value instanceof Error) next.reject(value);
		else next.resolve(value);
		await flushPromises();
	};
	return { clock, log, kept, taken, failed, requests, answer };
}

const broken = new ServiceError("server-error", "broken");

describe("a polled resource", () => {
	it("is fetched as soon as it has subscribers, and not before", async () => {
		const { kept, taken, requests, answer } = setUp();
		expect(await kept.refresh()).toMatchObject({ kind: "closed" });
		kept.refreshAfterChange();
		kept.refreshWithin(10);
		expect([requests.length, kept.isOpen]).toEqual([0, false]);
		kept.open();
		kept.open();
		expect([requests.length, kept.isOpen, kept.isFetching]).toEqual([1, true, true]);
		await answer("first");
		expect([taken, kept.isFetching]).toEqual([["first"], false]);
	});

	it("is fetched once at a time, with any number of callers", async () => {
		const { kept, requests, answer } = setUp();
		kept.open();
		const both = [kept.refresh(), kept.refresh()];
		await answer("once");
		expect(await Promise.all(both)).toEqual([undefined, undefined]);
		expect(requests).toHaveLength(1);
		void kept.refresh();
		expect(requests).toHaveLength(2);
	});

	it("is fetched again when its result starts the next fetch, even if that takes long", async () => {
		let reads = 0;
		const { kept, clock, requests, answer } = setUp({
			apply: () => {
				if (++reads === 1) void kept.refresh();
				return 1_000;
			},
		});
		kept.open();
		await answer("first");
		await clock.advance(2_000);
		await answer("second");
		expect(requests).toHaveLength(2);
		await clock.advance(1_000);
		expect(requests).toHaveLength(3);
	});

	it("is refetched when its owner requests it, and earlier on a manual refresh", async () => {
		const { clock, kept, requests, answer } = setUp({ apply: () => 60_000 });
		kept.open();
		await answer("first");
		await clock.advance(59_999);
		expect(requests).toHaveLength(1);
		await clock.advance(1);
		expect(requests).toHaveLength(2);
		await answer("second");
		kept.refreshWithin(90_000);
		kept.refreshWithin(5_000);
		kept.refreshWithin(7_000);
		await clock.advance(4_999);
		expect(requests).toHaveLength(2);
		await clock.advance(1);
		expect(requests).toHaveLength(3);
	});

	it("counts a manual refresh as the scheduled fetch", async () => {
		const { clock, kept, requests, answer } = setUp({ apply: () => 60_000 });
		kept.open();
		await answer("first");
		await clock.advance(59_000);
		void kept.refresh();
		await answer("second");
		await clock.advance(59_999);
		expect(requests).toHaveLength(2);
	});

	it("has no timer if nothing is scheduled", async () => {
		const { clock, kept, answer } = setUp();
		kept.open();
		await answer("first");
		expect(clock.pendingCount).toBe(0);
	});
});

describe("an invalidated resource", () => {
	it("is refetched immediately, and unknown until then", async () => {
		const { clock, kept, requests, answer } = setUp({ apply: () => 60_000 });
		expect(kept.ageMs).toBe(Infinity);
		kept.open();
		await answer("first");
		await clock.advance(3_000);
		expect(kept.ageMs).toBe(3_000);
		kept.invalidate();
		expect([requests.length, kept.ageMs]).toEqual([2, Infinity]);
		await answer("second");
		expect(kept.ageMs).toBe(0);
	});
});

describe("a change", () => {
	const options = { settleMs: 2_000, minIntervalMs: 10_000 };

	it("during a fetch causes one more fetch, after any failure or response", async () => {
		const { clock, kept, requests, answer } = setUp({ apply: () => 60_000 });
		kept.open();
		kept.invalidate();
		expect(requests).toHaveLength(1);
		await answer("as it was");
		await clock.advance(1);
		expect(requests).toHaveLength(2);
		kept.invalidate();
		await answer(broken);
		await clock.advance(1_000);
		expect(requests).toHaveLength(3);
		await answer("as it is");
		await clock.advance(60_000);
		expect(requests).toHaveLength(4);
	});

	it("is followed by a delayed refetch, one for many", async () => {
		const { clock, kept, requests, answer } = setUp(options);
		kept.open();
		await answer("first");
		kept.refreshAfterChange();
		await clock.advance(1_000);
		kept.refreshAfterChange();
		await clock.advance(999);
		expect(requests).toHaveLength(1);
		await clock.advance(1);
		expect(requests).toHaveLength(2);
	});

	it("does not refetch more often than allowed", async () => {
		const { clock, kept, requests, answer } = setUp(options);
		kept.open();
		await answer("first");
		for (let seconds = 0; seconds < 60; seconds++) {
			kept.refreshAfterChange();
			await clock.advance(1_000);
			if (kept.isFetching) await answer("again");
		}
		const gaps = requests.slice(2).map(({ atMs }, index) => atMs - (requests[index + 1]?.atMs ?? 0));
		expect(gaps.every((gap) => gap >= 10_000)).toBe(true);
		expect(requests.length).toBeGreaterThan(5);
	});

	it("during a fetch causes another one, which includes the change", async () => {
		const { clock, kept, requests, answer } = setUp(options);
		kept.open();
		kept.refreshAfterChange();
		await answer("first");
		await clock.advance(2_000);
		expect(requests).toHaveLength(2);
		await answer("second");
		await clock.advance(60_000);
		expect(requests).toHaveLength(2);
	});
});

describe("a failure", () => {
	it("is reported, and retried by the retry policy until success", async () => {
		const { clock, log, kept, failed, taken, requests, answer } = setUp();
		kept.open();
		const first = kept.refresh();
		await answer(broken);
		expect(await first).toBe(broken);
		expect(log.lines).toEqual(["warn reading a thing: server-error: broken"]);
		expect(kept.isFailing).toBe(true);
		await clock.advance(200);
		await answer(broken);
		await clock.advance(399);
		expect(requests).toHaveLength(2);
		await clock.advance(1);
		await answer("there");
		expect([failed, taken, kept.isFailing]).toEqual([["server-error", "server-error"], ["there"], false]);
		await clock.advance(600_000);
		expect(requests).toHaveLength(3);
	});

	it("is counted from one again after a success", async () => {
		const { clock, kept, requests, answer } = setUp();
		kept.open();
		await answer(broken);
		await clock.advance(400);
		await answer("there");
		void kept.refresh();
		await answer(broken);
		await clock.advance(400);
		expect(requests).toHaveLength(4);
	});

	it("leaves the retry delay to the retry policy, regardless of changes", async () => {
		const { clock, kept, requests, answer } = setUp({ settleMs: 10 });
		kept.open();
		await answer(new ServiceError("rate-limited", "later", { retryAfterMs: 60_000 }));
		kept.refreshAfterChange();
		kept.refreshWithin(20);
		await clock.advance(59_999);
		expect(requests).toHaveLength(1);
		await clock.advance(1);
		expect(requests).toHaveLength(2);
	});

	it("is also an error of the owner while it handles a response", async () => {
		const { kept, failed, answer } = setUp({
			apply: () => {
				throw new TypeError("nobody foresaw this");
			},
		});
		kept.open();
		await answer("odd");
		expect(failed).toEqual(["bad-answer"]);
	});
});

describe("a resource without subscribers", () => {
	it("is aborted, and its response is ignored", async () => {
		const { clock, kept, taken, failed, requests, answer } = setUp();
		kept.open();
		const first = kept.refresh();
		kept.close();
		expect([requests[0]?.signal.aborted, kept.isFetching]).toEqual([true, false]);
		await answer("late");
		expect(await first).toMatchObject({ kind: "aborted" });
		kept.open();
		kept.close();
		await answer(broken);
		await clock.advance(600_000);
		expect([taken, failed, requests.length, clock.pendingCount]).toEqual([[], [], 2, 0]);
	});

	it("does not affect the next fetch by the response to the last one", async () => {
		const { kept, taken, requests, answer } = setUp();
		kept.open();
		kept.close();
		kept.open();
		await answer("of the one before");
		expect([taken, kept.isFetching, requests.length]).toEqual([[], true, 2]);
		await answer("of this one");
		expect(taken).toEqual(["of this one"]);
	});

	it("stays cached until it is stale, for the next subscriber", async () => {
		const { clock, kept, requests, answer } = setUp({ apply: () => 60_000 });
		kept.open();
		await answer("first");
		await clock.advance(10_000);
		kept.pause();
		expect([kept.ageMs, clock.pendingCount]).toEqual([10_000, 0]);
		kept.open();
		await clock.advance(49_999);
		expect(requests).toHaveLength(1);
		await clock.advance(1);
		expect(requests).toHaveLength(2);
		await answer("second");
		kept.pause();
		await clock.advance(60_000);
		expect(requests).toHaveLength(2);
		kept.open();
		expect(requests).toHaveLength(3);
	});

	it.each(["the answer", "the next try"])("is refetched if %s was aborted", async (awaited) => {
		const { kept, requests, answer } = setUp();
		kept.open();
		if (awaited === "the next try") await answer(broken);
		kept.pause();
		kept.open();
		expect(requests).toHaveLength(2);
	});

	it("is unknown if it may have changed in the meantime", async () => {
		const { kept, requests, answer } = setUp({ apply: () => 60_000 });
		kept.open();
		await answer("first");
		kept.close();
		expect(kept.ageMs).toBe(Infinity);
		kept.open();
		expect(requests).toHaveLength(2);
	});

	it("is fresh if its owner decides so", async () => {
		const { clock, kept, requests } = setUp();
		kept.open(5_000);
		await clock.advance(4_999);
		expect(requests).toHaveLength(0);
		await clock.advance(1);
		expect(requests).toHaveLength(1);
	});

	it("leaves no timer if it ends while its owner handles a response", async () => {
		const { clock, kept, requests, answer } = setUp({
			apply: () => {
				kept.pause();
				return 1_000;
			},
		});
		kept.open();
		await answer("first");
		expect(clock.pendingCount).toBe(0);
		kept.open();
		await clock.advance(1_000);
		expect(requests).toHaveLength(2);
	});

	it("leaves no timer and no failure", async () => {
		const { clock, kept, requests, answer } = setUp();
		kept.open();
		await answer(broken);
		kept.close();
		expect([clock.pendingCount, kept.isFailing]).toEqual([0, false]);
		kept.open();
		await answer(broken);
		await clock.advance(400);
		expect(requests).toHaveLength(3);
	});
});
