import { describe, expect, it } from "vitest";

import { Demand } from "../../../../src/actions/keys/demand";
import { noDemand, type ServiceDemand } from "../../../../src/state/service-demand";
import type { CounterQuery } from "../../../../src/state/counters/counter-query";

function setUp() {
	const reported: (ServiceDemand | undefined)[] = [];
	const demand = new Demand({ setDemand: (sum) => void reported.push(sum) });
	const last = async () => {
		await Promise.resolve();
		return reported.at(-1);
	};
	return { demand, reported, last };
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
const binding = { sceneToken: "s", itemId: 1, actionCode: "trigger" };

describe("the demand of keys", () => {
	it("exists while there is a key, with any requirements", async () => {
		const { demand, last } = setUp();
		demand.set("a", {});
		expect(await last()).toEqual(noDemand);
		demand.set("b", { binding });
		demand.remove("b");
		demand.remove("b");
		expect(await last()).toEqual(noDemand);
		demand.remove("a");
		expect(await last()).toBeUndefined();
	});

	it("is the sum of the requirements of all keys", async () => {
		const { demand, last } = setUp();
		const chart = { range: "week", series: "followers" } as const;
		const recent = { types: ["hosting"], count: 1 } as const;
		demand.set("a", { query: lifetime });
		demand.set("b", { binding });
		demand.set("c", { chart });
		demand.set("d", { recent });
		demand.set("e", { supporters: { scope: "year" } });
		expect(await last()).toEqual({
			queries: [lifetime],
			bindings: [binding],
			charts: [chart],
			recent: [recent],
			supporters: [{ scope: "year" }],
		});
	});

	it("is reported once for each change, as a whole", async () => {
		const { demand, reported, last } = setUp();
		demand.set("a", { query: lifetime, binding });
		demand.set("b", { query: session });
		demand.remove("a");
		await last();
		expect(reported).toEqual([
			{ ...noDemand, queries: [lifetime], bindings: [binding] },
			{ ...noDemand, queries: [lifetime, session], bindings: [binding] },
			{ ...noDemand, queries: [session] },
		]);
	});

	it("is reported only if it changes", async () => {
		const { demand, reported, last } = setUp();
		demand.set("a", { query: lifetime, file: { query: session } });
		demand.set("b", { query: session });
		demand.set("b", { query: lifetime });
		demand.remove("a");
		demand.set("a", { query: session });
		demand.remove("a");
		await last();
		expect(reported).toEqual([{ ...noDemand, queries: [lifetime, session] }]);
		demand.remove("b");
		await last();
		expect(reported.slice(1)).toEqual([{ ...noDemand, queries: [session] }]);
	});

	it("is reported once when a page of keys disappears, and when one appears in the same turn", async () => {
		const { demand, reported, last } = setUp();
		const queries = [lifetime, queryOf({ scope: "today" }), queryOf({ scope: "week" })];
		for (const [index, query] of queries.entries()) demand.set(`a${index}`, { query });
		for (const index of queries.keys()) demand.remove(`a${index}`);
		expect(reported.length).toBe(3);
		await last();
		expect(reported.slice(3)).toEqual([undefined]);
		demand.set("b", { query: lifetime });
		demand.set("c", { binding });
		demand.remove("b");
		demand.set("d", { query: session });
		await last();
		expect(reported.slice(6)).toEqual([{ ...noDemand, queries: [session], bindings: [binding] }]);
	});

	it("follows a key's settings", async () => {
		const { demand, last } = setUp();
		demand.set("a", { query: lifetime, binding });
		demand.set("a", { query: queryOf({ metric: "hostings" }), binding: { ...binding, itemId: 2 } });
		expect(await last()).toEqual({
			...noDemand,
			queries: [queryOf({ metric: "hostings" })],
			bindings: [{ ...binding, itemId: 2 }],
		});
	});
});

describe("a running session", () => {
	it("is counted while its counters are hidden", async () => {
		const { demand, last } = setUp();
		demand.set("a", { query: session, binding });
		demand.remove("a");
		expect(await last()).toEqual({ ...noDemand, queries: [session] });
	});

	it("is counted once, however often its counters appear and disappear", async () => {
		const { demand, last } = setUp();
		for (let flips = 0; flips < 5; flips++) {
			demand.set("a", { query: session });
			demand.set("b", { query: { ...session, metric: "donations" } });
			demand.remove("a");
			demand.remove("b");
		}
		expect((await last())?.queries).toEqual([session, { ...session, metric: "donations" }]);
	});

	it("is not counted for keys with other periods", async () => {
		const { demand, last } = setUp();
		demand.set("a", { query: queryOf({ scope: "today" }) });
		demand.set("b", { query: session });
		demand.set("b", { query: lifetime });
		demand.remove("a");
		demand.remove("b");
		expect(await last()).toBeUndefined();
	});
});
