import { describe, expect, it } from "vitest";

import { parseGlobalSettings } from "../../../src/settings/schemas";
import { rememberTestEvent, testEventKeysOf } from "../../../src/settings/test-events";
import { createSettingsStore } from "../../world/fakes/settings-store";

const host = "service.example";

describe("the memory of test events", () => {
	it("keeps the newest, with everything else that is there", async () => {
		const { store, written } = createSettingsStore({
			baseUrl: "https://service.example",
			apiKey: "key",
			later: 1,
		});
		for (const name of ["1", "2", "3", "2"]) await rememberTestEvent(store, host, name);
		expect(testEventKeysOf(store.current, host)).toEqual(["2", "3", "1"]);
		expect(written.at(-1)).toMatchObject({ apiKey: "key", later: 1 });
	});

	it("stays small", async () => {
		const { store } = createSettingsStore({ apiKey: "k".repeat(60) });
		for (let id = 2_480_000; id < 2_480_100; id++) await rememberTestEvent(store, host, String(id));
		const names = testEventKeysOf(store.current, host);
		expect(names).toHaveLength(30);
		expect(names[0]).toBe("2480099");
		for (let id = 0; id < 100; id++) await rememberTestEvent(store, host, `ref:${id}-${"x".repeat(50)}`);
		expect(JSON.stringify(testEventKeysOf(store.current, host)).length).toBeLessThanOrEqual(400);
	});

	it("makes do with fewer where the host's store is nearly full", async () => {
		const { store } = createSettingsStore({
			apiKey: "k".repeat(500),
			baseUrl: `https://${"b".repeat(250)}.example`,
		});
		for (let id = 2_480_000; id < 2_480_100; id++) await rememberTestEvent(store, host, String(id));
		const names = testEventKeysOf(store.current, host);
		expect(names.length).toBeGreaterThanOrEqual(5);
		expect(names.length).toBeLessThan(30);
		expect(names[0]).toBe("2480099");
	});

	it("says when there is no room at all", async () => {
		const { store } = createSettingsStore({ apiKey: "k".repeat(480), baseUrl: "b".repeat(430) });
		await expect(rememberTestEvent(store, host, "1")).rejects.toThrow(RangeError);
	});

	it("keeps all that are posted at the same time", async () => {
		const { store } = createSettingsStore({});
		await Promise.all(["1", "2", "3"].map((name) => rememberTestEvent(store, host, name)));
		expect(testEventKeysOf(store.current, host)).toEqual(["3", "2", "1"]);
	});

	it("keeps one at least, however long its name is", async () => {
		const { store } = createSettingsStore({});
		const name = "x".repeat(450);
		await rememberTestEvent(store, host, "1");
		await rememberTestEvent(store, host, name);
		expect(testEventKeysOf(store.current, host)).toEqual([name]);
	});

	it("is another service's no longer", async () => {
		const { store } = createSettingsStore({});
		await rememberTestEvent(store, host, "1");
		expect(testEventKeysOf(store.current, "other.example")).toEqual([]);
		await rememberTestEvent(store, "other.example", "2");
		expect(testEventKeysOf(store.current, "other.example")).toEqual(["2"]);
		expect(testEventKeysOf(undefined, undefined)).toEqual([]);
	});

	it.each([null, 5, "1,2", [], { host: 5, names: ["1"] }, { host, names: "1" }, { host, names: [{}] }])(
		"survives %j in its place",
		(testEvents) => {
			const settings = parseGlobalSettings({ apiKey: "key", testEvents });
			expect(settings).toMatchObject({ apiKey: "key" });
			expect(testEventKeysOf(settings, host)).toEqual([]);
		},
	);
});
