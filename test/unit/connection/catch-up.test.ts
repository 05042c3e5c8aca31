import { describe, expect, it } from "vitest";

import { beginSnapshot, takeSnapshot } from "../../../src/connection/catch-up";
import { EventListReader } from "../../../src/connection/event-list-reader";
import { streamEventTypes, type StreamEvent } from "../../../src/state/stream-event";
import { VirtualClock } from "../../world/fakes/virtual-clock";
import { fakeClient, followOf } from "../../world/fakes/fake-client";

function setUp(onTotals: (calls: number, entries: StreamEvent[]) => void) {
	const entries = [followOf(2), followOf(1)];
	let calls = 0;
	const client = fakeClient({
		events: async ({ offset = 0, limit = 10, types }) => {
			const listed = entries.filter(({ type }) => types?.includes(type) ?? true);
			const page = listed.slice(offset, offset + limit);
			return { events: page, totalCount: listed.length, rawCount: page.length };
		},
		totals: async () => {
			const followers = 100 + entries.length;
			onTotals(++calls, entries);
			return { followers, byProvider: {} };
		},
	});
	const list = new EventListReader(client, streamEventTypes, -Infinity);
	const take = (hostings: "none" | "count", totals: "all" | "none" = "all") =>
		takeSnapshot(client, list, { totals, hostings }, new VirtualClock(), new AbortController().signal);
	const takeBegun = async (meanwhile: () => void, totals: "all" | "none" = "all") => {
		const rest = [{ totals, hostings: "none" }, new VirtualClock(), new AbortController().signal] as const;
		const begun = await beginSnapshot(client, list, ...rest);
		meanwhile();
		return takeSnapshot(client, list, ...rest, begun);
	};
	return { take, takeBegun, entries, calls: () => calls };
}

describe("a reading", () => {
	it("is exact when the list is the same before and after the totals", async () => {
		const { take, calls } = setUp(() => undefined);
		const reading = await take("none");
		expect(reading).toMatchObject({
			isExact: true,
			totals: { followers: 102 },
			totalCount: 2,
			reachMs: -Infinity,
		});
		expect(reading.hostings).toBeUndefined();
		expect(calls()).toBe(1);
	});

	it("reads the totals again when something happened meanwhile", async () => {
		const { take } = setUp((calls, entries) => {
			if (calls === 1) entries.unshift(followOf(3));
		});
		const reading = await take("none");
		expect(reading).toMatchObject({ isExact: true, totals: { followers: 103 }, totalCount: 3 });
		expect(reading.events).toHaveLength(3);
	});

	it("that was begun before needs the head of the list alone where nothing happened since", async () => {
		const { takeBegun, calls } = setUp(() => undefined);
		const reading = await takeBegun(() => undefined);
		expect(reading).toMatchObject({ isExact: true, totals: { followers: 102 }, totalCount: 2 });
		expect(calls()).toBe(1);
	});

	it.each(["all", "none"] as const)(
		"that was begun before has what happened between then and the joined room, totals: %s",
		async (totals) => {
			const { takeBegun, entries, calls } = setUp(() => undefined);
			const reading = await takeBegun(() => entries.unshift(followOf(3)), totals);
			expect(reading.events.map(({ id }) => id)).toContain("3");
			expect(reading.isExact).toBe(true);
			expect(reading.totals?.followers).toBe(totals === "all" ? 103 : undefined);
			expect(calls()).toBe(totals === "all" ? 2 : 0);
		},
	);

	it("that was begun before has nothing of what was deleted since", async () => {
		const { takeBegun, entries } = setUp(() => undefined);
		const reading = await takeBegun(() => entries.pop());
		expect(reading).toMatchObject({ isExact: true, totals: { followers: 101 } });
		expect(reading.events).toMatchObject([{ id: "2" }]);
	});

	it("has nothing of what was deleted meanwhile", async () => {
		const { take } = setUp((calls, entries) => {
			if (calls === 1) entries.pop();
		});
		const reading = await take("none");
		expect(reading).toMatchObject({ isExact: true, totals: { followers: 101 }, totalCount: 1 });
		expect(reading.events).toMatchObject([{ id: "2" }]);
	});

	it("admits that it is not exact when the list never stands still", async () => {
		const { take, calls } = setUp((count, entries) => entries.unshift(followOf(count + 2)));
		expect(await take("none")).toMatchObject({ isExact: false });
		expect(calls()).toBe(4);
	});

	it("asks for no totals that nobody needs, and looks at the list once then", async () => {
		const { take, calls } = setUp(() => undefined);
		const reading = await take("none", "none");
		expect(reading).toMatchObject({ isExact: true, totalCount: 2 });
		expect(reading.totals).toBeUndefined();
		expect(calls()).toBe(0);
	});

	it("has no count of hostings that is lower than what is listed", async () => {
		const hosting = { ...followOf(1), type: "hosting" } as const;
		const events = async () => ({ events: [hosting], rawCount: 1, totalCount: 0 });
		const list = new EventListReader(
			fakeClient({ events: async () => ({ events: [], rawCount: 0 }) }),
			[],
			0,
		);
		const needs = { totals: "none", hostings: "count" } as const;
		const { signal } = new AbortController();
		const look = await takeSnapshot(fakeClient({ events }), list, needs, new VirtualClock(), signal);
		expect(look.hostings).toEqual({ count: undefined });
	});

	it("has the list's own count of hostings when somebody asks for it", async () => {
		const { take } = setUp((calls, entries) => {
			if (calls === 1) entries.unshift({ ...followOf(3), type: "hosting" });
		});
		expect(await take("count")).toMatchObject({ hostings: { count: 1 }, isExact: true });
	});
});
