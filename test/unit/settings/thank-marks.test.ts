import { describe, expect, it } from "vitest";

import { storeThankMarks } from "../../../src/settings/thank-marks";
import { createSettingsStore, settingsWithFreeBytes } from "../../world/fakes/settings-store";

const thanked = {
	follow: { at: 5_000, id: "f1", owed: ["f2", "f3"] },
	donation: { at: 6_000, id: "d1" },
};

describe("the marks of thanked people", () => {
	it("are stored with people whose events arrived late", async () => {
		const { store } = createSettingsStore({ apiKey: "key" });
		await storeThankMarks(store, thanked);
		expect(store.current).toMatchObject({ apiKey: "key", thanked });
	});

	it("are stored without them if the host's store is too full", async () => {
		const marks = { follow: { at: 5_000, id: "f1" }, donation: { at: 6_000, id: "d1" } };
		const room = JSON.stringify({ thanked: marks }).length;
		const { store } = createSettingsStore(settingsWithFreeBytes(room));
		await storeThankMarks(store, thanked);
		expect(store.current?.thanked).toEqual(marks);
	});

	it("are reported as lost if not even that fits, or the host refuses", async () => {
		const { store } = createSettingsStore(settingsWithFreeBytes(10));
		await expect(storeThankMarks(store, thanked)).rejects.toThrow(RangeError);
		const refuses = { change: () => Promise.reject(new Error("gone")) };
		await expect(storeThankMarks(refuses, thanked)).rejects.toThrow("gone");
	});
});
