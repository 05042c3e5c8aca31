import { afterEach, describe, expect, it } from "vitest";

import {
	intervalOf,
	isDefined,
	isUnset,
	localTimeMs,
	nextScopeChangeMs,
	periodOf,
	scopesOf,
} from "../../../../src/state/time/scope";

const zoneBefore = process.env["TZ"];

afterEach(() => {
	if (zoneBefore === undefined) delete process.env["TZ"];
	else process.env["TZ"] = zoneBefore;
});

const nowMs = Date.UTC(2026, 2, 4, 12);

describe("a custom period", () => {
	it("is in local time, in any time zone", () => {
		process.env["TZ"] = "Europe/Paris";
		const period = { scope: "custom", from: "2026-12-01T18:00", to: "2026-12-03" } as const;
		expect(intervalOf(period, { nowMs })).toEqual({
			fromMs: Date.UTC(2026, 11, 1, 17),
			toMs: Date.UTC(2026, 11, 2, 23),
		});
		process.env["TZ"] = "Asia/Tokyo";
		expect(intervalOf(period, { nowMs })?.fromMs).toBe(Date.UTC(2026, 11, 1, 9));
	});

	it("is open without an end, and not set up without a start", () => {
		const open = { scope: "custom", from: "2026-03-01T00:00" } as const;
		expect(intervalOf(open, { nowMs })?.toMs).toBe(Infinity);
		expect(
			[open, { scope: "custom", to: open.from }, { scope: "custom" }].map((period) =>
				isUnset(period as typeof open),
			),
		).toEqual([...[false, true, true]]);
		expect(isDefined({ scope: "custom" }, { nowMs })).toBe(false);
		expect(isDefined({ scope: "session" }, { nowMs })).toBe(false);
	});

	it.each(["", "tomorrow", "2026-13-01T00:00", "2026-12-01T25:00", "2026-12-01T18:00Z", "18:00", undefined])(
		"cannot be %j",
		(text) => {
			expect(localTimeMs(text)).toBeUndefined();
		},
	);

	it("does not affect another scope", () => {
		expect(periodOf({ scope: "today", from: "2026-12-01T18:00" })).toEqual({ scope: "today" });
		expect(periodOf({ scope: "custom", from: "2026-12-01T18:00" })).toMatchObject({
			from: "2026-12-01T18:00",
		});
	});

	it("is one of the scopes to step through, if set", () => {
		expect(scopesOf({ scope: "today" })).not.toContain("custom");
		expect(scopesOf({ scope: "today", from: "2026-12-01T18:00" })).toContain("custom");
		expect(scopesOf({ scope: "custom" })).toContain("custom");
	});

	it("never starts again by itself", () => {
		expect(nextScopeChangeMs({ scope: "custom", from: "2026-12-01T18:00" }, nowMs)).toBeUndefined();
	});
});
