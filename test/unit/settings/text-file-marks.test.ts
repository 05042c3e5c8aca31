import { describe, expect, it } from "vitest";

import { reservedBytes } from "../../../src/settings/global-settings";
import { TextFileMarks } from "../../../src/settings/text-file-marks";
import { createSettingsStore, settingsWithFreeBytes } from "../../world/fakes/settings-store";

/** Space that the settings of a new store use of the reserve. */
const hiddenBytes = ',"hideNumbers":false'.length;
const mark = (number: number) => String(number).padStart(8, "m");

/** Returns the marks after a restart. */
function afterRestart({ store }: ReturnType<typeof createSettingsStore>): TextFileMarks {
	return new TextFileMarks(createSettingsStore({ ...store.current }).store);
}

describe("marks of text files", () => {
	it("are unknown before the settings are loaded", () => {
		const marks = new TextFileMarks({ current: undefined, change: async () => undefined });
		expect(marks.has(mark(1))).toBeUndefined();
	});

	it("are recognised after a restart, from any source", async () => {
		const settings = createSettingsStore({});
		await Promise.all([1, 2].map((number) => new TextFileMarks(settings.store).add(mark(number))));
		await new TextFileMarks(settings.store).add(mark(1));
		const marks = afterRestart(settings);
		expect([marks.has(mark(1)), marks.has(mark(2)), marks.has(mark(3))]).toEqual([true, true, false]);
		expect(settings.store.current?.["textFiles"]).toBe(mark(1) + mark(2));
	});

	it("take little space, and the oldest are removed first", async () => {
		const settings = createSettingsStore({});
		const marks = new TextFileMarks(settings.store);
		for (let number = 0; number < 100; number++) await marks.add(mark(number));
		expect(JSON.stringify(settings.store.current).length).toBeLessThan(330);
		expect(marks.has(mark(0))).toBe(true);
		const next = afterRestart(settings);
		expect([next.has(mark(67)), next.has(mark(68)), next.has(mark(99))]).toEqual([false, true, true]);
	});

	it("continue if the host has little space, or none", async () => {
		for (const [room, isKept] of [
			[30, true],
			[12, false],
		] as const) {
			const settings = createSettingsStore(settingsWithFreeBytes(reservedBytes - hiddenBytes + room));
			const marks = new TextFileMarks(settings.store);
			await marks.add(mark(1));
			await marks.add(mark(2));
			expect(marks.has(mark(2))).toBe(true);
			expect(afterRestart(settings).has(mark(2))).toBe(isKept);
		}
	});

	it("report a host that refuses", async () => {
		const { current } = createSettingsStore({}).store;
		const marks = new TextFileMarks({ current, change: () => Promise.reject(new Error("gone")) });
		await expect(marks.add(mark(1))).rejects.toThrow("gone");
	});
});
