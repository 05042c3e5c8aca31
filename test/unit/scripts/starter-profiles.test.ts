import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { strFromU8, unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { z } from "zod";

import { pluginFolder, pluginUuid } from "../../../scripts/paths";
import { starterProfiles } from "../../../scripts/plugin-folder/starter-profiles";
import { parseChartSettings } from "../../../src/settings/schemas/chart";
import { parseCounterSettings } from "../../../src/settings/schemas/counter";
import { parseLatestEventSettings } from "../../../src/settings/schemas/latest-event";
import { parseRemoteActionSettings } from "../../../src/settings/schemas/remote-action";
import { parseSendEventSettings } from "../../../src/settings/schemas/send-event";
import { parseTopSupporterSettings } from "../../../src/settings/schemas/top-supporter";
import { Device } from "../../world/deck/devices";
import { readManifest } from "../../world/deck/plugin/manifest";

const folder = join(pluginFolder, "profiles");
const profiles = [...starterProfiles()];
const manifest = await readManifest(pluginFolder);
const kinds = {
	0: "mk2",
	1: "mini",
	2: "xl",
	3: "mobile",
	7: "plus",
	9: "neo",
	10: "studio",
} as const;

const actionSchema = z.object({
	UUID: z.string(),
	Name: z.string(),
	Settings: z.record(z.string(), z.unknown()),
});
const pageSchema = z.object({
	Controllers: z.array(
		z.object({ Type: z.enum(["Keypad", "Encoder"]), Actions: z.record(z.string(), actionSchema) }),
	),
});
const rootSchema = z.object({
	Name: z.string(),
	Pages: z.object({ Current: z.string(), Default: z.string(), Pages: z.array(z.string()) }),
});
const listedSchema = z.array(z.object({ Name: z.string(), DeviceType: z.literal([0, 1, 2, 3, 7, 9, 10]) }));

const parsers: Readonly<Record<string, (settings: unknown) => object>> = {
	counter: parseCounterSettings,
	chart: parseChartSettings,
	"latest-event": parseLatestEventSettings,
	"send-event": parseSendEventSettings,
	"remote-action": parseRemoteActionSettings,
	"top-supporter": parseTopSupporterSettings,
};

function read(profile: Uint8Array): { root: z.infer<typeof rootSchema>; page: z.infer<typeof pageSchema> } {
	const files = unzipSync(profile);
	const json = (end: string): unknown => {
		const name = Object.keys(files).find((path) => path.endsWith(end));
		return JSON.parse(strFromU8(files[name ?? ""] ?? new Uint8Array()));
	};
	const root = rootSchema.parse(json(".sdProfile/manifest.json"));
	return { root, page: pageSchema.parse(json(`/${root.Pages.Current.toUpperCase()}/manifest.json`)) };
}

describe("the shipped starter profiles", () => {
	it("are those that the script creates, and all of them are in the manifest", () => {
		expect(readdirSync(folder).sort()).toEqual(profiles.map(([name]) => name).sort());
		for (const [name, content] of profiles)
			expect(readFileSync(join(folder, name)).equals(content), `${name} is stale: npm run profiles`).toBe(
				true,
			);
		expect(manifest.Profiles.map(({ Name }) => `${Name}.streamDeckProfile`).sort()).toEqual(
			profiles.map(([name]) => `profiles/${name}`).sort(),
		);
	});

	it.each(listedSchema.parse(manifest.Profiles))(
		"contain $Name with actions for its device",
		({ Name, DeviceType }) => {
			const [, content] = profiles.find(([name]) => `profiles/${name}` === `${Name}.streamDeckProfile`) ?? [];
			const { root, page } = read(content ?? new Uint8Array());
			const { columns, rows, dials } = new Device("a-device", kinds[DeviceType]);
			expect(root.Pages.Pages).toEqual([root.Pages.Current]);
			expect(root.Pages.Default).not.toBe(root.Pages.Current);
			expect(page.Controllers.some(({ Type }) => Type === "Encoder")).toBe(dials > 0);
			for (const { Type, Actions } of page.Controllers) {
				for (const [position, placed] of Object.entries(Actions)) {
					const [column = NaN, row = NaN] = position.split(",").map(Number);
					expect(column).toBeLessThan(Type === "Encoder" ? dials : columns);
					expect(row).toBeLessThan(Type === "Encoder" ? 1 : rows);
					const action = manifest.Actions.find(({ UUID }) => UUID === placed.UUID);
					expect(action?.Name).toBe(placed.Name);
					expect(action?.Controllers).toContain(Type);
					const parse = parsers[placed.UUID.slice(pluginUuid.length + 1)];
					if (parse) expect(parse(placed.Settings)).toMatchObject(placed.Settings);
				}
			}
		},
	);
});
