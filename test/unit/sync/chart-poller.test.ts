import { describe, expect, it } from "vitest";

import { ChartPoller } from "../../../src/sync/chart-poller";
import { ServiceError } from "../../../src/service/errors";
import type { ChartQuery } from "../../../src/service/ports";
import type { ChartData, ChartNeed } from "../../../src/state/chart";
import { fakeAccountContext } from "../../world/fakes/account-context";

const followersByWeek: ChartNeed = { range: "week", series: "followers" };
const noon = new Date(2026, 2, 4, 12).getTime();
const hourMs = 3_600_000;

function chartOf(total: number): ChartData {
	return { labels: ["Mon"], series: { followers: { values: [total], total } } };
}

function setUp(answer: (query: ChartQuery, count: number) => ChartData = (_query, count) => chartOf(count)) {
	const asked: ChartQuery[] = [];
	const chart = async (query: ChartQuery) => {
		asked.push(query);
		return answer(query, asked.length);
	};
	const { context, clock, store, log, need } = fakeAccountContext({ chart }, { startMs: noon });
	const directory = new ChartPoller(context);
	const total = () => store.state.charts.get("week")?.series.followers?.total;
	const doubt = () => store.state.chartStaleness.get("week")?.kind;
	const happen = () => directory.handleEvents(["follow"]);
	const want = (wanted: readonly ChartNeed[]) => {
		need({ charts: wanted });
		directory.applyDemand();
	};
	return { want, clock, store, directory, asked, failures: log.lines, total, doubt, happen };
}

describe("ChartDirectory", () => {
	it("asks for nothing before the link is up, then once per range", async () => {
		const { clock, directory, want, asked } = setUp();
		want([followersByWeek, { range: "week", series: "donations" }, { range: "day", series: "followers" }]);
		await clock.advance(1_000);
		expect(asked).toEqual([]);
		directory.open();
		await clock.advance(1_000);
		expect(asked).toEqual([{ range: "day" }, { range: "week" }]);
	});

	it("reads again two seconds after an event of its kind, and not for other kinds", async () => {
		const { clock, directory, want, asked, total, happen } = setUp();
		want([followersByWeek]);
		directory.open();
		await clock.advance(20_000);
		directory.handleEvents(["hosting", "donation"]);
		await clock.advance(20_000);
		expect(asked).toHaveLength(1);
		happen();
		await clock.advance(1_900);
		expect(asked).toHaveLength(1);
		await clock.advance(200);
		expect(total()).toBe(2);
		await clock.advance(60_000);
		expect(asked).toHaveLength(2);
	});

	it("reads at most every ten seconds while events keep coming", async () => {
		const { clock, directory, want, asked, happen } = setUp();
		want([followersByWeek]);
		directory.open();
		for (let second = 0; second < 60; second++) {
			happen();
			await clock.advance(1_000);
		}
		expect(asked.length).toBeGreaterThanOrEqual(6);
		expect(asked.length).toBeLessThanOrEqual(7);
	});

	it("reads again for an event that came while it was being read", async () => {
		const { clock, directory, want, asked, happen } = setUp();
		want([followersByWeek]);
		directory.open();
		happen();
		await clock.advance(15_000);
		expect(asked).toHaveLength(2);
	});

	it("does not read again because a page was turned", async () => {
		const { clock, directory, want, asked, happen } = setUp();
		want([followersByWeek]);
		directory.open();
		await clock.advance(60_000);
		want([]);
		await clock.advance(60_000);
		want([followersByWeek]);
		await clock.advance(60_000);
		expect(asked).toHaveLength(1);

		want([]);
		happen();
		await clock.advance(60_000);
		expect(asked).toHaveLength(1);
		want([followersByWeek]);
		await clock.advance(1);
		expect(asked).toHaveLength(2);
	});

	it.each([
		["day", hourMs],
		["week", 12 * hourMs],
		["month", 12 * hourMs],
		["year", 12 * hourMs],
	] as const)("reads a chart by %s again when it turns", async (range, untilTurnMs) => {
		const { clock, directory, want, asked } = setUp();
		want([{ range, series: "followers" }]);
		directory.open();
		await clock.advance(untilTurnMs - 1_000);
		expect(asked).toHaveLength(1);
		await clock.advance(10_000);
		expect(asked).toHaveLength(2);
	});

	it("reads everything again after a drop, in doubt until it has", async () => {
		const { clock, directory, want, total, doubt, asked } = setUp();
		want([followersByWeek]);
		directory.open();
		await clock.advance(1_000);
		directory.close();
		await clock.advance(60_000);
		expect(asked).toHaveLength(1);
		directory.open();
		expect([total(), doubt()]).toEqual([1, "pending"]);
		await clock.advance(1);
		expect([total(), doubt()]).toEqual([2, undefined]);
	});

	it("keeps the last chart when a reading fails, and tries again", async () => {
		const { clock, directory, want, total, doubt, failures } = setUp((_query, count) => {
			if (count === 2 || count === 3) throw new ServiceError("server-error", "broken", { status: 500 });
			return chartOf(count);
		});
		want([followersByWeek]);
		directory.open();
		await clock.advance(1_000);
		expect((await directory.refresh("week"))?.kind).toBe("server-error");
		expect([total(), doubt()]).toEqual([1, "failed"]);
		await clock.advance(10_000);
		expect([total(), doubt(), failures.length]).toEqual([4, undefined, 2]);
	});

	it("leaves a service alone that asks for it, whatever happens meanwhile, until somebody presses", async () => {
		const { clock, directory, want, asked, happen } = setUp((_query, count) => {
			if (count < 3) throw new ServiceError("rate-limited", "slow", { status: 429, retryAfterMs: 60_000 });
			return chartOf(count);
		});
		want([followersByWeek]);
		directory.open();
		await clock.advance(30_000);
		happen();
		await clock.advance(20_000);
		expect(asked).toHaveLength(1);
		expect((await directory.refresh("week"))?.kind).toBe("rate-limited");
		expect(asked).toHaveLength(2);
		await clock.advance(61_000);
		expect(asked).toHaveLength(3);
	});

	it("reads what could not be read again once somebody looks at it again", async () => {
		const { clock, directory, want, total, doubt } = setUp((_query, count) => {
			if (count === 1) throw new ServiceError("server-error", "broken", { status: 500 });
			return chartOf(count);
		});
		want([followersByWeek]);
		directory.open();
		await clock.advance(1);
		want([]);
		await clock.advance(60_000);
		expect([total(), doubt()]).toEqual([undefined, "failed"]);
		want([followersByWeek]);
		await clock.advance(1);
		expect([total(), doubt()]).toEqual([2, undefined]);
	});

	it.each([
		["an empty chart", (): ChartData => ({ labels: [], series: {} })],
		[
			"a refusal",
			(): ChartData => {
				throw new ServiceError("server-error", "start is required", { status: 400 });
			},
		],
	])("names the period's start where leaving it out is answered with %s", async (_what, refuse) => {
		const { clock, directory, want, asked, total } = setUp((query) =>
			query.startMs === undefined ? refuse() : chartOf(7),
		);
		want([followersByWeek]);
		directory.open();
		await clock.advance(1_000);
		const monday = new Date(2026, 2, 2).getTime();
		expect(asked).toEqual([{ range: "week" }, { range: "week", startMs: monday }]);
		expect(total()).toBe(7);
		await directory.refresh("week");
		expect(asked).toHaveLength(3);
	});

	it("leaves nothing running when closed", async () => {
		const { clock, directory, want } = setUp();
		want([followersByWeek, { range: "day", series: "donations" }]);
		directory.open();
		await clock.advance(1_000);
		directory.close();
		expect(clock.pendingCount).toBe(0);
	});

	it("names the period's start where leaving it out is not understood, and leaves it out again where that tells no more", async () => {
		const { clock, directory, want, asked } = setUp(({ startMs }) => {
			if (startMs !== undefined) return { labels: [], series: {} };
			throw new ServiceError("bad-answer", "start is required", { status: 422 });
		});
		want([followersByWeek]);
		directory.open();
		await clock.advance(1);
		await directory.refresh("week");
		expect(asked.map(({ startMs }) => startMs !== undefined)).toEqual([false, true, false, true]);
	});

	it("asks no second time where the first fails in another way", async () => {
		const { clock, directory, want, asked } = setUp(() => {
			throw new ServiceError("server-error", "broken", { status: 500 });
		});
		want([followersByWeek]);
		directory.open();
		await clock.advance(1);
		expect(asked).toHaveLength(1);
	});

	it("tells since when it fails, however often it has", async () => {
		const { clock, directory, want, store } = setUp(() => {
			throw new ServiceError("server-error", "broken", { status: 500 });
		});
		want([followersByWeek]);
		directory.open();
		await clock.advance(10_000);
		expect(store.state.chartStaleness.get("week")).toEqual({ kind: "failed", sinceMs: noon });
	});

	it("reads a chart again when its key shows something else of it that has happened meanwhile", async () => {
		const { clock, directory, want, asked } = setUp();
		want([followersByWeek]);
		directory.open();
		await clock.advance(20_000);
		directory.handleEvents(["donation"]);
		await clock.advance(20_000);
		want([{ range: "week", series: "donations" }]);
		await clock.advance(1_999);
		expect(asked).toHaveLength(1);
		await clock.advance(1);
		expect(asked).toHaveLength(2);
	});

	it("reads nothing for another key while it is closed", async () => {
		const { clock, directory, want, asked } = setUp();
		directory.open();
		directory.close();
		want([followersByWeek]);
		await clock.advance(1_000);
		expect(asked).toEqual([]);
	});
});
