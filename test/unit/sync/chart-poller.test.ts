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
	it("requests nothing before the connection is up, then once per range", async () => {
		const { clock, directory, want, asked } = setUp();
		want([followersByWeek, { range: "week", series: "donations" }, { range: "day", series: "followers" }]);
		await clock.advance(1_000);
		expect(asked).toEqual([]);
		directory.open();
		await clock.advance(1_000);
		expect(asked).toEqual([{ range: "day" }, { range: "week" }]);
	});

	it("refetches two seconds after an event of its type, not for other types", async () => {
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

	it("refetches at most every ten seconds while events keep arriving", async () => {
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

	it("refetches after an event that arrived during a request", async () => {
		const { clock, directory, want, asked, happen } = setUp();
		want([followersByWeek]);
		directory.open();
		happen();
		await clock.advance(15_000);
		expect(asked).toHaveLength(2);
	});

	it("does not refetch because of a page change", async () => {
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
	] as const)("refetches a chart by %s at its rollover", async (range, untilTurnMs) => {
		const { clock, directory, want, asked } = setUp();
		want([{ range, series: "followers" }]);
		directory.open();
		await clock.advance(untilTurnMs - 1_000);
		expect(asked).toHaveLength(1);
		await clock.advance(10_000);
		expect(asked).toHaveLength(2);
	});

	it("refetches everything after a drop, and is unconfirmed until then", async () => {
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

	it("keeps the last chart when a request fails, and retries", async () => {
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

	it("respects a cooldown until a press", async () => {
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

	it("retries a failed request when the chart becomes visible again", async () => {
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
	])("sends the start of the period if leaving it out returns %s", async (_what, refuse) => {
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

	it("sends the start of the period if the service does not understand its absence, and stops if that does not help", async () => {
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

	it("sends no second request if the first fails in another way", async () => {
		const { clock, directory, want, asked } = setUp(() => {
			throw new ServiceError("server-error", "broken", { status: 500 });
		});
		want([followersByWeek]);
		directory.open();
		await clock.advance(1);
		expect(asked).toHaveLength(1);
	});

	it("reports since when it fails, through repeated failures", async () => {
		const { clock, directory, want, store } = setUp(() => {
			throw new ServiceError("server-error", "broken", { status: 500 });
		});
		want([followersByWeek]);
		directory.open();
		await clock.advance(10_000);
		expect(store.state.chartStaleness.get("week")).toEqual({ kind: "failed", sinceMs: noon });
	});

	it("refetches a chart when its key changes to a series with new events", async () => {
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

	it("requests nothing for a new key after closing", async () => {
		const { clock, directory, want, asked } = setUp();
		directory.open();
		directory.close();
		want([followersByWeek]);
		await clock.advance(1_000);
		expect(asked).toEqual([]);
	});
});
