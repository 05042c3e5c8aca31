import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { ReachedGoals } from "../../../src/settings/reached-goals";
import { parseGlobalSettings, type GlobalSettings } from "../../../src/settings/schemas";

function setUp() {
	const settings = {
		current: parseGlobalSettings({}),
		change: async (patch: Partial<GlobalSettings>) => {
			settings.current = { ...settings.current, ...patch };
		},
	};
	return settings;
}

describe("goals that were reached", () => {
	it("are known again after a restart", async () => {
		const settings = setUp();
		await new ReachedGoals(settings).note("followers today", 100);
		const goals = new ReachedGoals({ ...settings, current: parseGlobalSettings({ ...settings.current }) });
		expect(goals.highest("followers today")).toBe(100);
		expect(goals.highest("followers tomorrow")).toBeUndefined();
	});

	it("take little room", async () => {
		const settings = setUp();
		const goals = new ReachedGoals(settings);
		for (let day = 0; day < 50; day++) await goals.note(`day ${day}`, 1_000_000 + day);
		expect(JSON.stringify(settings.current.reachedGoals).length).toBeLessThan(320);
		expect(goals.highest("day 0")).toBe(1_000_000);
	});

	it("go on without the host when that has no room", async () => {
		const goals = new ReachedGoals({ ...setUp(), change: () => Promise.reject(new RangeError("full")) });
		await goals.note("day", 5);
		expect(goals.highest("day")).toBe(5);
	});

	it("are told apart by their names, whatever these are", async () => {
		const name = fc.string({ unit: "binary" });
		await fc.assert(
			fc.asyncProperty(name, name, async (one, other) => {
				const goals = new ReachedGoals(setUp());
				await goals.note(one, 5);
				expect(goals.highest(other)).toBe(one === other ? 5 : undefined);
			}),
		);
	});
});
