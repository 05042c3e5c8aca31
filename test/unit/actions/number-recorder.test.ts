import { describe, expect, it } from "vitest";

import { NumberRecorder } from "../../../src/actions/number-recorder";
import { goLive } from "../../world/fakes/action-rig";
import { createStore } from "../../world/fakes/create-store";
import { VirtualClock } from "../../world/fakes/virtual-clock";

function setUp() {
	const clock = new VirtualClock();
	const store = createStore();
	const saves: number[] = [];
	const recorder = new NumberRecorder({
		store,
		clock,
		record: () => undefined,
		storage: { save: () => void saves.push(clock.elapsedMs()) },
	});
	return { clock, store, saves, recorder };
}

describe("storing confirmed numbers", () => {
	it("happens soon after the first one, then at most every ten seconds, and never while nothing changes", async () => {
		const { clock, store, saves } = setUp();
		goLive(store);
		await clock.advance(1_000);
		expect(saves).toEqual([1_000]);
		for (let index = 0; index < 150; index++) {
			store.notify();
			await clock.advance(100);
		}
		expect(saves).toEqual([1_000, 11_000]);
		await clock.advance(3_600_000);
		expect(saves).toEqual([1_000, 11_000, 21_000]);
		expect(clock.pendingCount).toBe(0);
	});

	it("does not happen while the numbers are not confirmed", async () => {
		const { clock, store, saves, recorder } = setUp();
		goLive(store);
		store.update({ link: { phase: "down", sinceMs: 0 } });
		await clock.advance(60_000);
		recorder.saveNow();
		store.update({ link: { phase: "live", sinceMs: 0 }, confirmation: "pending" });
		await clock.advance(60_000);
		recorder.saveNow();
		expect(saves).toEqual([]);
	});

	it("happens immediately before the process ends", () => {
		const { store, saves, recorder } = setUp();
		goLive(store);
		recorder.saveNow();
		expect(saves).toHaveLength(1);
	});
});
