import { beforeEach, describe, expect, it } from "vitest";

import { LifetimeFigures } from "../../../../src/ledger/figures/lifetime-figures";
import type { Snapshot } from "../../../../src/ledger/snapshot";
import { someEntry, someSnapshot } from "../some-events";

const totals = {
	followers: 100,
	subscribers: 10,
	donations: 12.5,
	byProvider: { twitch: { followers: 60, subscribers: 4 }, youtube: { followers: 40 } },
};

let figures: LifetimeFigures;
const applySnapshot = (changes: Partial<Snapshot> = {}) => {
	figures.applySnapshot(someSnapshot([], { totals, hostings: { count: 7 }, ...changes }), {
		outstanding: [],
	});
};
const value = (...[name, provider]: Parameters<LifetimeFigures["value"]>) => {
	const figure = figures.value(name, provider);
	return figure.kind === "count" ? figure.count : figure.kind;
};
const shown = () => [value("followers"), value("subscriptions"), value("hostings")];
const shares = () => [
	...[value("followers", "twitch"), value("followers", "youtube")],
	...[value("subscriptions", "twitch"), value("subscriptions", "youtube")],
];

beforeEach(() => {
	figures = new LifetimeFigures();
	applySnapshot();
});

describe("lifetime figures", () => {
	it("are unknown until they are received, for each platform separately", () => {
		expect([shown(), shares()]).toEqual([[100, 10, 7], [60, 40, 4, "unknown"]]); // prettier-ignore
		expect(figures.value("donations")).toEqual({ kind: "figure", value: 12.5 });
		figures = new LifetimeFigures();
		expect(shown()).toEqual(["unknown", "unknown", "unknown"]);
		expect(figures.value("donations")).toEqual({ kind: "unknown" });
		applySnapshot({ totals: { byProvider: {} } });
		expect([value("followers"), figures.value("donations").kind]).toEqual(["unknown", "unknown"]);
	});

	it("change with events of their type and platform", () => {
		figures.forEach((figure) => figure.applyEvent(someEntry(1, { provider: "twitch" })));
		figures.forEach((figure) => figure.applyEvent(someEntry(2)));
		figures.forEach((figure) =>
			figure.applyEvent(someEntry(3, { type: "subscription", provider: "youtube" })),
		);
		figures.forEach((figure) =>
			figure.applyEvent(someEntry(4, { type: "subscription", provider: "twitch", resub: 2 })),
		);
		figures.forEach((figure) => figure.applyEvent(someEntry(5, { type: "hosting" })));
		figures.forEach((figure) =>
			figure.applyEvent(someEntry(6, { type: "donation", amount: { minorUnits: 500, currency: "EUR" } })),
		);
		expect([shown(), shares()]).toEqual([[102, 11, 8], [61, 40, 4, "unknown"]]); // prettier-ignore
		expect(figures.value("donations")).toEqual({ kind: "figure", value: 12.5 });
	});

	it("do not change with deleted events, tests, or duplicates", () => {
		figures.forEach((figure) => figure.applyEvent(someEntry(1, { isTest: true })));
		figures.forEach((figure) => figure.applyEvent(someEntry(2, { isDeleted: true })));
		const twin = someEntry(3);
		figures.forEach((figure) => figure.applyEvent(twin));
		figures.forEach((figure) => figure.revokeEvent(twin));
		figures.forEach((figure) => figure.applyChange(twin));
		expect(shown()).toEqual([100, 10, 7]);
	});

	it("are incomplete if the service no longer sends them", () => {
		applySnapshot({ totals: { byProvider: {} }, hostings: { count: undefined } });
		expect(figures.value("followers")).toEqual({ kind: "count", count: 100, isIncomplete: true });
		expect(figures.value("hostings")).toEqual({ kind: "count", count: 7, isIncomplete: true });
		expect(figures.value("donations")).toEqual({ kind: "figure", value: 12.5, isIncomplete: true });
	});

	it("are updated only together with the list of their type, which shows what they contain", () => {
		applySnapshot({ types: ["donation"], totals: { ...totals, followers: 105, donations: 20 } });
		expect([shown(), figures.value("donations")]).toEqual([[100, 10, 7], { kind: "figure", value: 20 }]); // prettier-ignore
	});

	it("include the count of hosts also if all hosts were read before by themselves", () => {
		applySnapshot({ types: ["donation"], hostings: { count: 9 } });
		expect(shown()).toEqual([100, 10, 9]);
	});
});

describe("an unconfirmed figure", () => {
	const lower = { ...totals, followers: 99 };

	it("stays unconfirmed after a snapshot without figures", () => {
		expect(figures.needsConfirmation).toBe(false);
		applySnapshot({ totals: lower });
		expect(figures.needsConfirmation).toBe(true);
		applySnapshot({ totals: undefined, hostings: undefined });
		expect(figures.needsConfirmation).toBe(true);
	});

	it.each<Partial<Snapshot>>([{ totals: undefined }, { types: ["donation", "hosting"] }])(
		"is no longer pending after a snapshot of others: %o",
		(changes) => {
			applySnapshot({ totals: lower });
			applySnapshot(changes);
			expect([figures.needsConfirmation, value("followers")]).toEqual([false, 100]);
		},
	);

	it("can be the number of hosts only while it is requested", () => {
		applySnapshot({ hostings: { count: 6 } });
		expect(figures.needsConfirmation).toBe(true);
		applySnapshot({ hostings: undefined });
		expect([figures.needsConfirmation, value("hostings")]).toEqual([false, 7]);
	});

	it("does not delay donations, even if it is uncertain which events the totals contain", () => {
		applySnapshot({ totals: { ...totals, donations: 20, followers: 105 }, isExact: false });
		expect([figures.value("donations"), value("followers")]).toEqual([{ kind: "figure", value: 20 }, 100]); // prettier-ignore
	});
});
