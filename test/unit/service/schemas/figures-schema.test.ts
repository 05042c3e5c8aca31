import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { parseChart, parseTotals } from "../../../../src/service/schemas/figures-schema";

describe("parseTotals", () => {
	it("parses numbers and numeric text", () => {
		expect(
			parseTotals({
				subscribers: 12,
				followers: "182207",
				donations: "1234.56",
				cheers: 5,
				details: { twitch: { subscribers: 12, followers: "182000" }, YouTube: { followers: 207 } },
			}),
		).toEqual({
			subscribers: 12,
			followers: 182207,
			donations: 1234.56,
			byProvider: { twitch: { subscribers: 12, followers: 182000 }, youtube: { followers: 207 } },
		});
	});

	it.each([undefined, null, "", "abc", -3, NaN, {}])(
		"treats followers %j as unknown, not as 0",
		(followers) => {
			expect(parseTotals({ followers, subscribers: 0 })).toEqual({ subscribers: 0, byProvider: {} });
		},
	);

	it.each([[[]], [null], [undefined], ["x"]])("accepts details %j", (details) => {
		expect(parseTotals({ followers: 1, details })).toEqual({ followers: 1, byProvider: {} });
	});

	it("keeps a provider without figures", () => {
		expect(parseTotals({ details: { twitch: [] } }).byProvider).toEqual({ twitch: {} });
	});

	it("never throws, for any input", () => {
		fc.assert(fc.property(fc.anything(), (content) => void parseTotals(content)));
	});
});

describe("parseChart", () => {
	const labels = ["Monday", "Tuesday"];

	it.each(["constructor", "toString", "hasOwnProperty"])("ignores a series named %s", (name) => {
		const chart = parseChart({ xAxis: labels, series: { [name]: { details: [1, 2], total: 3 } } });
		expect(chart).toEqual({ labels, series: {} });
	});

	it("parses every documented series", () => {
		expect(
			parseChart({
				xAxis: labels,
				series: {
					Followers: { details: [1, 2], total: 3 },
					Subscriptions: { details: ["4", "5"], total: "9" },
					Donations: { details: [0, 1], total: 1 },
					"Donations amount": { details: [0, 5.5], total: 5.5 },
					Hostings: { details: [1, 1], total: 2 },
				},
			}),
		).toEqual({
			labels,
			series: {
				followers: { values: [1, 2], total: 3 },
				subscriptions: { values: [4, 5], total: 9 },
				donations: { values: [0, 1], total: 1 },
				donationAmount: { values: [0, 5.5], total: 5.5 },
			},
		});
	});

	it("adds up amounts without the errors of binary fractions", () => {
		const series = { "Donations amount": { details: Array(1_000).fill("0.10") } };
		expect(parseChart({ series })?.series.donationAmount?.total).toBe(100);
	});

	it("has one number per label and adds up a missing total", () => {
		const chart = parseChart({
			xAxis: [...labels, 3],
			series: { Followers: { details: [1, null] }, Donations: { details: [1, 2, 3, 4], total: 10 } },
		});
		expect(chart).toEqual({
			labels: ["Monday", "Tuesday", "3"],
			series: { followers: { values: [1, 0, 0], total: 1 }, donations: { values: [1, 2, 3], total: 10 } },
		});
	});

	it("leaves out an invalid series", () => {
		expect(parseChart({ xAxis: labels, series: { Followers: null, Donations: {} } })?.series).toEqual({});
	});

	it("accepts a chart without labels", () => {
		expect(parseChart({ series: { Followers: { details: [1, 2], total: 3 } } })?.labels).toEqual(["", ""]);
	});

	it("distinguishes an empty chart from none", () => {
		expect(parseChart({ xAxis: [], series: [] })).toEqual({ labels: [], series: {} });
		for (const content of [{}, [], null, { message: "success" }]) expect(parseChart(content)).toBeUndefined();
	});

	it("never throws, for any input", () => {
		fc.assert(
			fc.property(fc.anything(), fc.anything(), (xAxis, line) => {
				parseChart({ xAxis, series: { Followers: line } });
			}),
		);
	});
});
