import { expect, it } from "vitest";

import { defaultCalendar } from "../../../src/state/periods";
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
