import { describe, expect, it } from "vitest";

import { awaitSnapshot } from "../../../src/connection/await-snapshot";
import { type StreamState } from "../../../src/state/store";
import { VirtualClock } from "../../world/fakes/virtual-clock";
import { createStore } from "../../world/fakes/create-store";

const live = { phase: "live", sinceMs: 0 } as const;

describe("waiting for a snapshot", () => {
	it.each<[string, Partial<StreamState>, string | undefined]>([
		["everything is confirmed", { link: live, confirmation: "confirmed" }, undefined],
		["reading failed", { link: live, confirmation: "failed" }, "service-error"],
		["the key is refused", { link: { phase: "failed", trouble: "refused" } }, "refused"],
		["the link broke again", { link: { phase: "down", sinceMs: 0, trouble: "unreachable" } }, "unreachable"],
	])("ends when %s", async (_when, end, trouble) => {
		const [store, clock] = [createStore(), new VirtualClock()];
		store.update({ link: { phase: "down", sinceMs: 0 }, confirmation: "pending" });
		let outcome: unknown = "waiting";
		void awaitSnapshot(store, clock).then((result) => (outcome = result));
		store.update({ link: { phase: "connecting" } });
		await clock.advance(5_000);
		store.update({ link: live });
		await clock.advance(1_000);
		expect(outcome).toBe("waiting");
		store.update(end);
		await clock.advance(1);
		expect(outcome).toBe(trouble);
		expect(clock.pendingCount).toBe(0);
	});

	it("ends immediately without an account", async () => {
		const store = createStore();
		store.update({ link: { phase: "not-set-up" } });
		expect(await awaitSnapshot(store, new VirtualClock())).toBe("unreachable");
	});

	it("returns the problem of an account's address", async () => {
		const store = createStore();
		store.update({ link: { phase: "not-set-up", trouble: "insecure" } });
		expect(await awaitSnapshot(store, new VirtualClock())).toBe("insecure");
	});

	it("ends after ten seconds", async () => {
		const [store, clock] = [createStore(), new VirtualClock()];
		store.update({ link: { phase: "connecting" } });
		const outcome = awaitSnapshot(store, clock);
		await clock.advance(10_000);
		expect(await outcome).toBe("unreachable");
	});
});
