import { describe, expect, it } from "vitest";

import { Looks } from "../../../src/event-list/looks";
import { ServiceError } from "../../../src/service/errors";
import type { EventsQuery } from "../../../src/service/ports";
import type { SnapshotNeeds } from "../../../src/state/snapshot-needs";
import { SnapshotReach } from "../../../src/state/snapshot-reach";
import type { StreamEvent } from "../../../src/state/stream-event";
import { fakeAccountContext } from "../../world/fakes/account-context";
import { followOf } from "../../world/fakes/fake-client";

const follows: SnapshotNeeds = { types: ["follow"], fromMs: 0, totals: "none", hostings: "none" };
const viewers: SnapshotNeeds = { types: ["hosting"], fromMs: undefined, totals: "none", hostings: "all" };

function setUp(listed: readonly StreamEvent[]) {
	const asked: EventsQuery[] = [];
	let totalsAsked = 0;
	let failAt = Infinity;
	const { context, clock, store, log } = fakeAccountContext({
		events: async (query) => {
			asked.push(query);
			if (asked.length === failAt) throw new ServiceError("server-error", "broken");
			const { types = [], offset = 0, limit = 10 } = query;
			const found = listed
				.filter(({ type }) => types.includes(type))
				.sort((a, b) => b.createdAtMs - a.createdAtMs);
			const events = found.slice(offset, offset + limit);
			return { events, totalCount: found.length, rawCount: events.length };
		},
		totals: async () => {
			totalsAsked++;
			return { followers: 1, byProvider: {} };
		},
	});
	const reach = new SnapshotReach(store, clock);
	const looks = new Looks(context, reach);
	const take = async (needs: SnapshotNeeds, thoroughness: "quick" | "thorough" = "quick") => {
		const { signal } = new AbortController();
		const snapshots = await looks.take(needs, thoroughness, signal);
		const results = snapshots.map((snapshot) => store.ledger.applySnapshot(snapshot));
		reach.apply(snapshots, results, thoroughness === "thorough");
		return snapshots;
	};
	return {
		...{ clock, store, log, asked, take, reach },
		totalsAsked: () => totalsAsked,
		failNext: (after = 1) => (failAt = asked.length + after),
	};
}

const manyFollows = Array.from({ length: 350 }, (_, id) => followOf(id + 1));
const hostings = Array.from({ length: 30 }, (_, id) => followOf(id + 1, { type: "hosting", viewers: 2 }));

describe("a look", () => {
	it("asks for nothing where nothing is needed", async () => {
		const { take, asked, totalsAsked } = setUp(manyFollows);
		expect(await take({ ...follows, types: [], totals: "all" })).toEqual([]);
		expect([asked.length, totalsAsked()]).toEqual([0, 0]);
	});

	it("may have holes as long as a cache may be what makes the list's count disagree", async () => {
		const { take, reach, clock } = setUp(manyFollows);
		expect(await take(follows)).toMatchObject([{ hasHoles: false }]);
		reach.disbelieveCount();
		expect(await take(follows)).toMatchObject([{ hasHoles: true }]);
		await clock.advance(150_000);
		expect(await take(follows)).toMatchObject([{ hasHoles: false }]);
	});

	it("is content with a page the first time, and goes as far back as is needed the next", async () => {
		const { take, store } = setUp(manyFollows);
		await take(follows);
		expect(store.ledger.completeFromMs("follow")).toBeGreaterThan(200_000);
		await take(follows);
		expect(store.ledger.completeFromMs("follow")).toBe(-Infinity);
	});

	it.each([
		["goes on where one failed", follows, "quick", 0, "goes on"],
		["begins anew for other needs", { ...follows, totals: "all" }, "quick", 0, "anew"],
		["begins anew after a while", follows, "quick", 300_001, "anew"],
		["begins anew where more is to be compared", follows, "thorough", 0, "anew"],
	] as const)("%s", async (_what, needs, thoroughness, laterMs, how) => {
		const { take, asked, failNext, clock } = setUp(manyFollows);
		await take(follows);
		failNext(3);
		await expect(take(follows)).rejects.toMatchObject({ kind: "server-error" });
		await clock.advance(laterMs);
		const before = asked.length;
		await take(needs, thoroughness);
		const offsets = asked.slice(before).map(({ offset = 0 }) => offset);
		if (how === "goes on") expect(offsets.filter((offset) => offset > 0 && offset < 90)).toEqual([]);
		else expect(offsets.filter((offset) => offset > 0 && offset < 100)).not.toEqual([]);
	});

	it("reads every single hosting where something needs them, and not again while none has changed", async () => {
		const { take, asked, store } = setUp(hostings);
		expect(await take(viewers)).toHaveLength(1);
		await take(viewers);
		expect(store.ledger.completeFromMs("hosting")).toBe(-Infinity);
		asked.length = 0;
		expect(await take(viewers)).toHaveLength(1);
	});

	it("compares few hostings every few minutes", async () => {
		const { take } = setUp(hostings);
		await take(viewers);
		await take(viewers);
		expect(await take(viewers, "thorough")).toHaveLength(2);
	});
});
