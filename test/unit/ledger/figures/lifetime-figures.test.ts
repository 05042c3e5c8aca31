import { beforeEach, describe, expect, it } from "vitest";

import { LifetimeFigures } from "../../../../src/ledger/figures/lifetime-figures";
import type { Snapshot } from "../../../../src/ledger/snapshot";
import { someEntry, someSnapshot } from "../some-events";

const totals = {
	...{ followers: 100, subscribers: 10, donations: 12.5 },
	byProvider: { twitch: { followers: 60, subscribers: 4 }, youtube: { followers: 40 } },
};

let figures: LifetimeFigures;
const look = (changes: Partial<Snapshot> = {}) => {
	figures.applySnapshot(someSnapshot([], { totals, hostings: { count: 7 }, ...changes }), {
		outstanding: [],
	});
};
const value = (...[name, provider]: Parameters<LifetimeFigures["count"]>) => {
	const told = figures.count(name, provider);
	return told.kind === "count" ? told.count : told.kind;
};
const shown = () => [value("followers"), value("subscriptions"), value("hostings")];
const shares = () => [
	...[value("followers", "twitch"), value("followers", "youtube")],
	...[value("subscriptions", "twitch"), value("subscriptions", "youtube")],
];

beforeEach(() => {
	figures = new LifetimeFigures();
	look();
});

describe("lifetime figures", () => {
	it("are unknown until they are told, of each platform by itself", () => {
		expect([shown(), shares()]).toEqual([[100, 10, 7], [60, 40, 4, "unknown"]]); // prettier-ignore
		expect(figures.money()).toEqual({ kind: "figure", value: 12.5 });
		figures = new LifetimeFigures();
		expect(shown()).toEqual(["unknown", "unknown", "unknown"]);
		expect(figures.money()).toEqual({ kind: "unknown" });
		look({ totals: { byProvider: {} } });
		expect([value("followers"), figures.money().kind]).toEqual(["unknown", "unknown"]);
	});

	it("are moved by what happens, each by its own kind and platform", () => {
		figures.applyEvent(someEntry(1, { provider: "twitch" }));
		figures.applyEvent(someEntry(2));
		figures.applyEvent(someEntry(3, { type: "subscription", provider: "youtube" }));
		figures.applyEvent(someEntry(4, { type: "subscription", provider: "twitch", resub: 2 }));
		figures.applyEvent(someEntry(5, { type: "hosting" }));
		figures.applyEvent(someEntry(6, { type: "donation", amount: { minorUnits: 500, currency: "EUR" } }));
		expect([shown(), shares()]).toEqual([[102, 11, 8], [61, 40, 4, "unknown"]]); // prettier-ignore
		expect(figures.money()).toEqual({ kind: "figure", value: 12.5 });
	});

	it("are not moved by what is deleted, a test, or the same as another event", () => {
		figures.applyEvent(someEntry(1, { isTest: true }));
		figures.applyEvent(someEntry(2, { isDeleted: true }));
		const twin = someEntry(3);
		figures.applyEvent(twin);
		figures.revokeEvent(twin);
		figures.applyChange(twin);
		expect(shown()).toEqual([100, 10, 7]);
	});

	it("are unsure where the service no longer tells", () => {
		look({ totals: { byProvider: {} }, hostings: { count: undefined } });
		expect(figures.count("followers")).toEqual({ kind: "count", count: 100, isIncomplete: true });
		expect(figures.count("hostings")).toEqual({ kind: "count", count: 7, isIncomplete: true });
		expect(figures.money()).toEqual({ kind: "figure", value: 12.5, isIncomplete: true });
	});

	it("are read only with the list of their kind, which tells what they contain", () => {
		look({
			types: ["donation"],
			totals: { ...totals, followers: 105, donations: 20 },
			hostings: { count: 9 },
		});
		expect([shown(), figures.money()]).toEqual([[100, 10, 7], { kind: "figure", value: 20 }]); // prettier-ignore
	});
});

describe("a figure that another look has to decide on", () => {
	const lower = { ...totals, followers: 99 };

	it("stays so where a look asks for no figure", () => {
		expect(figures.needsConfirmation).toBe(false);
		look({ totals: lower });
		expect(figures.needsConfirmation).toBe(true);
		look({ totals: undefined, hostings: undefined });
		expect(figures.needsConfirmation).toBe(true);
	});

	it.each<Partial<Snapshot>>([{ totals: undefined }, { types: ["donation", "hosting"] }])(
		"is no more where a look asks for others: %o",
		(changes) => {
			look({ totals: lower });
			look(changes);
			expect([figures.needsConfirmation, value("followers")]).toEqual([false, 100]);
		},
	);

	it("is hostings only where those are asked for", () => {
		look({ hostings: { count: 6 } });
		expect(figures.needsConfirmation).toBe(true);
		look({ hostings: undefined });
		expect([figures.needsConfirmation, value("hostings")]).toEqual([false, 7]);
	});

	it("is what was donated also where it is not certain which events the totals contain", () => {
		look({ totals: { ...totals, donations: 20, followers: 105 }, isExact: false });
		expect([figures.money(), value("followers")]).toEqual([{ kind: "figure", value: 20 }, 100]); // prettier-ignore
	});
});
