import { describe, expect, it } from "vitest";

import { Demand } from "../../../src/actions/demand";
import type { RecentNeed } from "../../../src/connection/recent-events";
import type { ChartNeed } from "../../../src/state/chart";
import type { Dispose } from "../../../src/state/clock";
import type { CounterQuery } from "../../../src/state/counter-query";

/** A connection that knows who holds it and what was asked of it last. */
class FakeConnection {
	/** How many leases were out after each change. */
	readonly leaseHistory: number[] = [];
	queries: readonly CounterQuery[] = [];
	sceneTokens: readonly string[] = [];
	chartNeeds: readonly ChartNeed[] = [];
	recentNeeds: readonly RecentNeed[] = [];

	get leaseCount(): number {
		return this.leaseHistory.at(-1) ?? 0;
	}

	acquire(): Dispose {
		let isHeld = true;
		this.leaseHistory.push(this.leaseCount + 1);
		return () => {
			if (!isHeld) throw new Error("given back twice");
			isHeld = false;
			this.leaseHistory.push(this.leaseCount - 1);
		};
	}

	setQueries(queries: readonly CounterQuery[]): void {
		this.queries = queries;
	}

	setSceneTokens(tokens: readonly string[]): void {
		this.sceneTokens = tokens;
	}

	setChartNeeds(needs: readonly ChartNeed[]): void {
		this.chartNeeds = needs;
	}

	setRecentNeeds(needs: readonly RecentNeed[]): void {
		this.recentNeeds = needs;
	}
}

function setUp() {
	const connection = new FakeConnection();
	return { connection, demand: new Demand(connection) };
}

const queryOf = (query: Partial<CounterQuery>): CounterQuery => ({
	metric: "followers",
	scope: "lifetime",
	newOnly: false,
	uniqueOnly: false,
	...query,
});
const lifetime = queryOf({});
const session = queryOf({ scope: "session" });

describe("the demand of keys", () => {
	it("holds the link once per key, whatever a key needs and however often it is told", () => {
		const { connection, demand } = setUp();
		demand.set("a", {});
		demand.set("a", { query: lifetime });
		demand.set("b", { sceneToken: "s" });
		expect(connection.leaseCount).toBe(2);
		demand.remove("a");
		expect(connection.leaseCount).toBe(1);
		demand.remove("a");
		demand.remove("never seen");
		expect(connection.leaseCount).toBe(1);
		demand.remove("b");
		expect(connection.leaseCount).toBe(0);
	});

	it("is the sum of what all of them need", () => {
		const { connection, demand } = setUp();
		const chart: ChartNeed = { range: "week", series: "followers" };
		const recent: RecentNeed = { types: ["hosting"], count: 1 };
		demand.set("a", { query: lifetime });
		demand.set("b", { sceneToken: "s" });
		demand.set("c", { chart });
		demand.set("d", { recent });
		expect(connection).toMatchObject({
			queries: [lifetime],
			sceneTokens: ["s"],
			chartNeeds: [chart],
			recentNeeds: [recent],
		});
	});

	it("follows a key's settings and forgets what a key needed that is gone", () => {
		const { connection, demand } = setUp();
		demand.set("a", { query: lifetime, sceneToken: "s" });
		demand.set("a", { query: queryOf({ metric: "hostings" }), sceneToken: "t" });
		expect(connection.queries).toEqual([queryOf({ metric: "hostings" })]);
		expect(connection.sceneTokens).toEqual(["t"]);
		demand.set("a", {});
		expect(connection.sceneTokens).toEqual([]);
		demand.set("a", { sceneToken: "s", query: lifetime });
		demand.remove("a");
		expect(connection).toMatchObject({ queries: [], sceneTokens: [], chartNeeds: [], recentNeeds: [] });
	});

	it("names a scene once, however many keys are bound to it, until the last of them is gone", () => {
		const { connection, demand } = setUp();
		demand.set("a", { sceneToken: "s" });
		demand.set("b", { sceneToken: "s" });
		demand.set("c", { sceneToken: "t" });
		expect(connection.sceneTokens).toEqual(["s", "t"]);
		demand.remove("a");
		expect(connection.sceneTokens).toEqual(["s", "t"]);
		demand.remove("b");
		expect(connection.sceneTokens).toEqual(["t"]);
	});

	it("has taken the new key's lease before it asks anything for it", () => {
		const { connection, demand } = setUp();
		const leasesWhenAsked: number[] = [];
		connection.setQueries = () => void leasesWhenAsked.push(connection.leaseCount);
		demand.set("a", { query: lifetime });
		expect(leasesWhenAsked).toEqual([1]);
	});
});

describe("a running session", () => {
	it("is counted on while its counters are out of sight", () => {
		const { connection, demand } = setUp();
		demand.set("a", { query: session });
		demand.remove("a");
		expect(connection.leaseCount).toBe(1);
		expect(connection.queries).toEqual([session]);
	});

	it("is held once, however often its counters come and go", () => {
		const { connection, demand } = setUp();
		for (let flips = 0; flips < 5; flips++) {
			demand.set("a", { query: session });
			demand.set("b", { query: { ...session, metric: "donations" } });
			demand.remove("a");
			demand.remove("b");
		}
		expect(connection.leaseCount).toBe(1);
		expect(connection.queries).toEqual([session, { ...session, metric: "donations" }]);
	});

	it("never lets go of the link while its counter leaves", () => {
		const { connection, demand } = setUp();
		demand.set("a", { query: session });
		demand.remove("a");
		expect(connection.leaseHistory).toEqual([1, 2, 1]);
	});

	it("is not held by counters of other times", () => {
		const { connection, demand } = setUp();
		demand.set("a", { query: queryOf({ scope: "today" }) });
		demand.set("b", { query: session });
		demand.set("b", { query: lifetime });
		demand.remove("a");
		demand.remove("b");
		expect(connection.leaseCount).toBe(0);
		expect(connection.queries).toEqual([]);
	});
});
