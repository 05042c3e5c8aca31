import { describe, expect, it, vi } from "vitest";

import { ChartPoller } from "../../../src/sync/chart-poller";
import { ServiceError } from "../../../src/service/errors";
import type { ChartQuery } from "../../../src/service/ports";
import type { ChartData, ChartNeed } from "../../../src/state/counters/chart";
import { fakeAccountContext } from "../../world/fakes/account-context";

const followersByWeek: ChartNeed = { range: "week", series: "followers" };
const noon = new Date(2026, 2, 4, 12).getTime();
const hourMs = 3_600_000;

function chartOf(total: number): ChartData {
	return { labels: ["Mon"], series: { followers: { values: [total], total } } };
}

function setUp(answer: (query: ChartQuery, count: number) => ChartData = (_query, count) => chartOf(count)) {
	const requests: ChartQuery[] = [];
	const chart = async (query: ChartQuery) => {
		requests.push(query);
		return answer(query, requests.length);
	};
	const { context, clock, store, log, need } = fakeAccountContext({ chart }, { startMs: noon });
	const directory = new ChartPoller(context);
	const total = () => store.state.charts.get("week")?.series.followers?.total;
	const doubt = () => store.state.chartStaleness.get("week")?.kind;
	const happen = () => directory.handleEvents(["follow"]);
	const setCharts = (charts: readonly ChartNeed[]) => {
		need({ charts });
		directory.applyDemand();
	};
	return { setCharts, clock, store, directory, requests, failures: log.lines, total, doubt, happen };
}

describe("ChartDirectory", () => {
	it("requests nothing before the connection is up, then once per range", async () => {
		const { clock, directory, setCharts, requests } = setUp();
		setCharts([
			followersByWeek,
			{ range: "week", series: "donations" },
			{ range: "day", series: "followers" },
		]);
		await clock.advance(1_000);
		expect(requests).toEqual([]);
		directory.open();
		await clock.advance(1_000);
		expect(requests).toEqual([{ range: "day" }, { range: "week" }]);
	});

	it("refetches two seconds after an event of its type, not for other types", async () => {
		const { clock, directory, setCharts, requests, total, happen } = setUp();
		setCharts([followersByWeek]);
		directory.open();
		await clock.advance(20_000);
		directory.handleEvents(["hosting", "donation"]);
		await clock.advance(20_000);
		expect(requests).toHaveLength(1);
		happen();
		await clock.advance(1_900);
		expect(requests).toHaveLength(1);
		await clock.advance(200);
		expect(total()).toBe(2);
		await clock.advance(60_000);
		expect(requests).toHaveLength(2);
	});

	it("refetches at most every ten seconds while events keep arriving", async () => {
		const { clock, directory, setCharts, requests, happen } = setUp();
		setCharts([followersByWeek]);
		directory.open();
		for (let second = 0; second < 60; second++) {
			happen();
			await clock.advance(1_000);
		}
		expect(requests.length).toBeGreaterThanOrEqual(6);
		expect(requests.length).toBeLessThanOrEqual(7);
	});

	it("refetches after an event that arrived during a request", async () => {
		const { clock, directory, setCharts, requests, happen } = setUp();
		setCharts([followersByWeek]);
		directory.open();
		happen();
		await clock.advance(15_000);
		expect(requests).toHaveLength(2);
	});

	it("refetches when the time zone changes", async () => {
		vi.stubEnv("TZ", "Europe/Berlin");
		const { clock, directory, setCharts, requests } = setUp();
		setCharts([followersByWeek]);
		directory.open();
		await clock.advance(20_000);
		directory.applyDemand();
		await clock.advance(20_000);
		expect(requests).toHaveLength(1);
		vi.stubEnv("TZ", "Asia/Tokyo");
		directory.applyDemand();
		await clock.advance(10_000);
		vi.unstubAllEnvs();
		expect(requests).toHaveLength(2);
	});

	it("does not refetch because of a page change", async () => {
		const { clock, directory, setCharts, requests, happen } = setUp();
		setCharts([followersByWeek]);
		directory.open();
		await clock.advance(60_000);
		setCharts([]);
		await clock.advance(60_000);
		setCharts([followersByWeek]);
		await clock.advance(60_000);
		expect(requests).toHaveLength(1);

		setCharts([]);
		happen();
		await clock.advance(60_000);
		expect(requests).toHaveLength(1);
		setCharts([followersByWeek]);
		await clock.advance(1);
		expect(requests).toHaveLength(2);
	});

	it.each([
		["day", hourMs],
		["week", 12 * hourMs],
		["month", 12 * hourMs],
		["year", 12 * hourMs],
	] as const)("refetches a chart by %s at its rollover", async (range, untilTurnMs) => {
		const { clock, directory, setCharts, requests } = setUp();
		setCharts([{ range, series: "followers" }]);
		directory.open();
		await clock.advance(untilTurnMs - 1_000);
		expect(requests).toHaveLength(1);
		await clock.advance(10_000);
		expect(requests).toHaveLength(2);
	});

	it("refetches everything after a drop, and is unconfirmed until then", async () => {
		const { clock, directory, setCharts, total, doubt, requests } = setUp();
		setCharts([followersByWeek]);
		directory.open();
		await clock.advance(1_000);
		directory.close();
		await clock.advance(60_000);
		expect(requests).toHaveLength(1);
		directory.open();
		expect([total(), doubt()]).toEqual([1, "pending"]);
		await clock.advance(1);
		expect([total(), doubt()]).toEqual([2, undefined]);
	});

	it("keeps the last chart when a request fails, and retries", async () => {
		const { clock, directory, setCharts, total, doubt, failures } = setUp((_query, count) => {
			if (count === 2 || count === 3) throw new ServiceError("server-error", "broken", { status: 500 });
			return chartOf(count);
		});
		setCharts([followersByWeek]);
		directory.open();
		await clock.advance(1_000);
		expect((await directory.refresh("week"))?.kind).toBe("server-error");
		expect([total(), doubt()]).toEqual([1, "failed"]);
		await clock.advance(10_000);
		expect([total(), doubt(), failures.length]).toEqual([4, undefined, 2]);
	});

	it("respects a cooldown until a press", async () => {
		const { clock, directory, setCharts, requests, happen } = setUp((_query, count) => {
			if (count < 3) throw new ServiceError("rate-limited", "slow", { status: 429, retryAfterMs: 60_000 });
			return chartOf(count);
		});
		setCharts([followersByWeek]);
		directory.open();
		await clock.advance(30_000);
		happen();
		await clock.advance(20_000);
		expect(requests).toHaveLength(1);
		expect((await directory.refresh("week"))?.kind).toBe("rate-limited");
		expect(requests).toHaveLength(2);
		await clock.advance(61_000);
		expect(requests).toHaveLength(3);
	});

	it("retries a failed request when the chart becomes visible again", async () => {
		const { clock, directory, setCharts, total, doubt } = setUp((_query, count) => {
			if (count === 1) throw new ServiceError("server-error", "broken", { status: 500 });
			return chartOf(count);
		});
		setCharts([followersByWeek]);
		directory.open();
		await clock.advance(1);
		setCharts([]);
		await clock.advance(60_000);
		expect([total(), doubt()]).toEqual([undefined, "failed"]);
		setCharts([followersByWeek]);
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
		const { clock, directory, setCharts, requests, total } = setUp((query) =>
			query.startMs === undefined ? refuse() : chartOf(7),
		);
		setCharts([followersByWeek]);
		directory.open();
		await clock.advance(1_000);
		const monday = new Date(2026, 2, 2).getTime();
		expect(requests).toEqual([{ range: "week" }, { range: "week", startMs: monday }]);
		expect(total()).toBe(7);
		await directory.refresh("week");
		expect(requests).toHaveLength(3);
	});

	it("leaves nothing running when closed", async () => {
		const { clock, directory, setCharts } = setUp();
		setCharts([followersByWeek, { range: "day", series: "donations" }]);
		directory.open();
		await clock.advance(1_000);
		directory.close();
		expect(clock.pendingCount).toBe(0);
	});

	it("sends the start of the period if the service does not understand its absence, and stops if that does not help", async () => {
		const { clock, directory, setCharts, requests } = setUp(({ startMs }) => {
			if (startMs !== undefined) return { labels: [], series: {} };
			throw new ServiceError("bad-answer", "start is required", { status: 422 });
		});
		setCharts([followersByWeek]);
		directory.open();
		await clock.advance(1);
		await directory.refresh("week");
		expect(requests.map(({ startMs }) => startMs !== undefined)).toEqual([false, true, false, true]);
	});

	it("sends no second request if the first fails in another way", async () => {
		const { clock, directory, setCharts, requests } = setUp(() => {
			throw new ServiceError("server-error", "broken", { status: 500 });
		});
		setCharts([followersByWeek]);
		directory.open();
		await clock.advance(1);
		expect(requests).toHaveLength(1);
	});

	it("reports since when it fails, through repeated failures", async () => {
		const { clock, directory, setCharts, store } = setUp(() => {
			throw new ServiceError("server-error", "broken", { status: 500 });
		});
		setCharts([followersByWeek]);
		directory.open();
		await clock.advance(10_000);
		expect(store.state.chartStaleness.get("week")).toEqual({
			kind: "failed",
			trouble: "service-error",
			sinceMs: noon,
		});
	});

	it("refetches a chart when its key changes to a series with new events", async () => {
		const { clock, directory, setCharts, requests } = setUp();
		setCharts([followersByWeek]);
		directory.open();
		await clock.advance(20_000);
		directory.handleEvents(["donation"]);
		await clock.advance(20_000);
		setCharts([{ range: "week", series: "donations" }]);
		await clock.advance(1_999);
		expect(requests).toHaveLength(1);
		await clock.advance(1);
		expect(requests).toHaveLength(2);
	});

	it("requests nothing for a new key after closing", async () => {
		const { clock, directory, setCharts, requests } = setUp();
		directory.open();
		directory.close();
		setCharts([followersByWeek]);
		await clock.advance(1_000);
		expect(requests).toEqual([]);
	});
});
