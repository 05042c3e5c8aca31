import { describe, expect, it } from "vitest";
import { z } from "zod";

import { pluginFolder } from "../../../scripts/paths";
import { appHostOf } from "../../../src/host/app-host";
import { starterProfileFor } from "../../../src/host/starter-profile";
import { readManifest } from "../../world/deck/plugin/manifest";

describe("the starter layout", () => {
	it("is the one that the manifest has for the device", async () => {
		const { Profiles } = await readManifest(pluginFolder);
		const listed = z.array(z.object({ Name: z.string(), DeviceType: z.number() })).parse(Profiles);
		expect(listed.length).toBeGreaterThan(0);
		for (const { Name, DeviceType } of listed)
			expect(starterProfileFor("Stream Deck", DeviceType)).toBe(Name);
		const types = [...Array(20).keys()].filter(
			(type) => starterProfileFor("Stream Deck", type) !== undefined,
		);
		expect(types.length).toBe(listed.length);
	});

	it("is undefined if the app would ignore the request, or the key has disappeared", () => {
		expect(starterProfileFor("OpenDeck", 0)).toBeUndefined();
		expect(starterProfileFor("Stream Deck", undefined)).toBeUndefined();
	});
});

describe("the app", () => {
	it.each([
		[["-port", "1", "-pluginUUID", "0f5b1c0a9d2e4b7f8a6c3d1e5f709b2c"], "Stream Deck"],
		[["-port", "1", "-pluginUUID", "com.example.streamevents.sdPlugin"], "OpenDeck"],
		[[], "Stream Deck"],
	])("that starts it with %j is %s", (args, name) => {
		expect(appHostOf(args)).toBe(name);
	});
});
