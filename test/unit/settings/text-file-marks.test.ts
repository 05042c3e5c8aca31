import { describe, expect, it } from "vitest";

import { TextFileMarks } from "../../../src/settings/text-file-marks";
import { parseGlobalSettings, type GlobalSettings } from "../../../src/settings/schemas";

function setUp(roomForMarks = 32) {
	const settings = {
		current: undefined as GlobalSettings | undefined,
		change: async (patch: Partial<GlobalSettings>) => {
			if ((patch.textFiles ?? "").length > roomForMarks * 8) throw new RangeError("full");
			settings.current = { ...parseGlobalSettings({}), ...settings.current, ...patch };
		},
	};
	return settings;
}

const mark = (number: number) => String(number).padStart(8, "m");

describe("marks of text files", () => {
	it("are unknown before the settings are", () => {
		expect(new TextFileMarks(setUp()).has(mark(1))).toBeUndefined();
	});

	it("are known again after a restart", async () => {
		const settings = setUp();
		settings.current = parseGlobalSettings({});
		await new TextFileMarks(settings).add(mark(1));
		await new TextFileMarks(settings).add(mark(2));
		const marks = new TextFileMarks({ ...settings, current: parseGlobalSettings({ ...settings.current }) });
		expect([marks.has(mark(1)), marks.has(mark(2)), marks.has(mark(3))]).toEqual([true, true, false]);
	});

	it("take little room, and the oldest go first", async () => {
		const settings = setUp();
		settings.current = parseGlobalSettings({});
		const marks = new TextFileMarks(settings);
		for (let number = 0; number < 100; number++) await marks.add(mark(number));
		expect(JSON.stringify(settings.current).length).toBeLessThan(330);
		expect(marks.has(mark(0))).toBe(true);
		const next = new TextFileMarks(settings);
		expect([next.has(mark(0)), next.has(mark(99))]).toEqual([false, true]);
	});

	it("go on without the host when that has no room", async () => {
		const settings = setUp(0);
		settings.current = parseGlobalSettings({});
		const marks = new TextFileMarks(settings);
		await marks.add(mark(1));
		expect(marks.has(mark(1))).toBe(true);
	});
});
