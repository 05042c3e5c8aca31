import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { ReachedGoals } from "../../../src/settings/reached-goals";
import { createSettingsStore, settingsWithFreeBytes } from "../../world/fakes/settings-store";

/** What is known of them after a restart. */
function afterRestart({ store }: ReturnType<typeof createSettingsStore>): ReachedGoals {
	return new ReachedGoals(createSettingsStore({ ...store.current }).store);
}

describe("goals that were reached", () => {
	it("are known again after a restart, each by its own name", async () => {
		const settings = createSettingsStore({});
		const goals = new ReachedGoals(settings.store);
		await goals.record("followers today", 100);
		await goals.record("donations today", 50);
		await goals.record("followers today", 200);
		const known = afterRestart(settings);
		expect([known.highest("followers today"), known.highest("donations today")]).toEqual([200, 50]);
		expect(known.highest("followers tomorrow")).toBeUndefined();
	});

	it("are all known when one event reaches several", async () => {
		const settings = createSettingsStore({});
		const goals = new ReachedGoals(settings.store);
		await Promise.all([goals.record("followers today", 100), goals.record("followers", 1_000)]);
		const known = afterRestart(settings);
		expect([known.highest("followers today"), known.highest("followers")]).toEqual([100, 1_000]);
	});

	it("are unknown before the settings are", () => {
		expect(
			new ReachedGoals({ current: undefined, change: async () => undefined }).highest("day"),
		).toBeUndefined();
	});

	it("take little room, and the oldest go first", async () => {
		const settings = createSettingsStore({});
		const goals = new ReachedGoals(settings.store);
		for (let day = 0; day < 50; day++) await goals.record(`day ${day}`, 1_000_000 + day);
		expect(JSON.stringify(settings.store.current?.["reachedGoals"]).length).toBeLessThan(320);
		expect(goals.highest("day 0")).toBe(1_000_000);
		const known = afterRestart(settings);
		expect([known.highest("day 37"), known.highest("day 38")]).toEqual([undefined, 1_000_038]);
	});

	it("are fewer where the host has little room, and go on without it where it has none", async () => {
		for (const [room, isKept] of [
			[70, true],
			[20, false],
		] as const) {
			const settings = createSettingsStore(settingsWithFreeBytes(room));
			const goals = new ReachedGoals(settings.store);
			await goals.record("yesterday", 4);
			await goals.record("day", 5);
			expect(goals.highest("day")).toBe(5);
			expect(afterRestart(settings).highest("day")).toBe(isKept ? 5 : undefined);
		}
	});

	it("tell of a host that refuses", async () => {
		const { current } = createSettingsStore({}).store;
		const goals = new ReachedGoals({ current, change: () => Promise.reject(new Error("gone")) });
		await expect(goals.record("day", 5)).rejects.toThrow("gone");
	});

	it("are told apart by their names, whatever these are", async () => {
		const name = fc.string({ unit: "binary" });
		await fc.assert(
			fc.asyncProperty(name, name, async (one, other) => {
				const goals = new ReachedGoals(createSettingsStore({}).store);
				await goals.record(one, 5);
				expect(goals.highest(other)).toBe(one === other ? 5 : undefined);
			}),
		);
	});
});
