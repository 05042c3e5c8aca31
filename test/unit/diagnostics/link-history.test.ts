import { describe, expect, it } from "vitest";

import { LinkHistory } from "../../../src/diagnostics/link-history";
import { createStore } from "../../world/fakes/create-store";

describe("the link history", () => {
	it("contains each change once, with its reason", () => {
		const store = createStore();
		let nowMs = Date.parse("2026-03-18T20:00:00Z");
		const history = new LinkHistory(store, () => nowMs);
		nowMs += 1_000;
		store.update({ link: { phase: "live", sinceMs: nowMs } });
		store.update({ hideNumbers: true });
		nowMs += 1_000;
		store.update({ link: { phase: "down", sinceMs: nowMs, trouble: "unreachable", retryAtMs: nowMs + 500 } });
		store.update({ link: { phase: "down", sinceMs: nowMs, trouble: "unreachable", retryAtMs: nowMs + 900 } });
		nowMs += 1_000;
		store.update({ link: { phase: "failed", trouble: "refused" }, confirmation: "failed" });
		expect(
			history.lines.map(({ atMs, text }) => `${new Date(atMs).toISOString().slice(17, 19)} ${text}`),
		).toEqual([
			"00 events: connecting",
			"00 scenes: connecting",
			"00 numbers: pending",
			"01 events: live",
			"02 events: down, unreachable",
			"03 events: failed, refused",
			"03 numbers: failed",
		]);
	});

	it("keeps the latest changes only", () => {
		const store = createStore();
		const history = new LinkHistory(store, () => 0);
		for (let turn = 0; turn < 200; turn++)
			store.update({ link: turn % 2 === 0 ? { phase: "idle" } : { phase: "live", sinceMs: 0 } });
		expect(history.lines).toHaveLength(60);
		expect(history.lines.at(-1)?.text).toBe("events: live");
	});
});
