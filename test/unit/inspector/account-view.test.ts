import { describe, expect, it } from "vitest";

import { defaultCalendar } from "../../../src/state/time/periods";
import type { StreamState } from "../../../src/state/store";
import { accountViewOf } from "../../../src/inspector/account-view";

it("returns the retry time on the computer's clock to a page on a slow computer", () => {
	const serviceNowMs = Date.UTC(2026, 10, 28, 18);
	const slowByMs = 2 * 60 * 60_000 + 7;
	const link = { phase: "failed", trouble: "unreachable", retryAtMs: serviceNowMs + 3_000 } as const;
	const context = { avatar: undefined, nowMs: serviceNowMs, sessionKeyCount: 0 };
	const view = accountViewOf(
		undefined,
		{ link, sceneLink: link, calendar: defaultCalendar },
		context,
		slowByMs,
	);
	const pageNowMs = serviceNowMs - slowByMs;
	for (const { retryAtMs = NaN } of [view.link, view.sceneLink])
		expect(Math.ceil((retryAtMs - pageNowMs) / 1000)).toBe(3);
});

describe("the connection status in the settings", () => {
	const statusOf = (state: Partial<StreamState>) => {
		const link = { phase: "live", sinceMs: 0 } as const;
		const context = { avatar: undefined, nowMs: 0, sessionKeyCount: 0 };
		return accountViewOf(
			undefined,
			{ link, sceneLink: link, calendar: defaultCalendar, ...state },
			context,
			0,
		).link;
	};

	it("names the problem that keys display while the connection is up, and ends with it", () => {
		expect(statusOf({ staleTrouble: "service-error" })).toEqual({ phase: "down", trouble: "service-error" });
		expect(statusOf({ staleTrouble: "not-this-service" }).trouble).toBe("service-error");
		expect(statusOf({ staleTrouble: "refused" }).trouble).toBe("unreachable");
		expect(statusOf({ staleTrouble: undefined })).toEqual({ phase: "live" });
	});

	it("does not call an address wrong that has worked", () => {
		const link = { phase: "down", sinceMs: 0, trouble: "not-this-service" } as const;
		expect(statusOf({ link }).trouble).toBe("service-error");
	});
});
