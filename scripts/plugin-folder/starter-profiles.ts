import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { z } from "zod";

import { actionTable } from "./action-table";
import { pluginFolder, pluginUuid } from "../paths";
import { starterLayouts, type PlacedAction, type StarterLayout } from "./starter-layouts";
import { zip } from "../zip";

/** Minimum version of the app. */
const appVersion = "7.1.0.0";
const { Version: pluginVersion } = z
	.object({ Version: z.string() })
	.parse(JSON.parse(readFileSync(join(pluginFolder, "manifest.json"), "utf8")));

/**
 * Returns the shipped profiles in the app's export format: a zip file with one folder for each profile and page. Their
 * ids are derived from their names, so that generating a profile again gives the same bytes.
 * @returns Files by name under `profiles/`.
 */
export function starterProfiles(): ReadonlyMap<string, Uint8Array> {
	return new Map(
		starterLayouts.map((layout) => [`${layout.file}.streamDeckProfile`, zip(profileFiles(layout))]),
	);
}

function profileFiles(layout: StarterLayout): Record<string, Uint8Array> {
	const { file, name, device } = layout;
	const page = uuidOf(`${file}/page`);
	// The app requires a default page that is not a visible one, and writes page folders in capitals.
	const defaultPage = uuidOf(`${file}/default-page`);
	const root = `Profiles/${uuidOf(`${file}/profile`).toUpperCase()}.sdProfile`;
	const folderOf = (id: string) => `${root}/Profiles/${id.toUpperCase()}`;
	const folder = new Uint8Array();
	return {
		"package.json": json({
			AppVersion: appVersion,
			DeviceModel: device.model,
			DeviceSettings: null,
			FormatVersion: 1,
			OSType: "Windows",
			OSVersion: "10.0.0",
			RequiredPlugins: [pluginUuid],
		}),
		[`${root}/Images/`]: folder,
		[`${root}/manifest.json`]: json({
			Device: { Model: device.model, UUID: "" },
			InstalledByPluginUUID: pluginUuid,
			Name: name,
			Pages: { Current: page, Default: defaultPage, Pages: [page] },
			Version: "3.0",
		}),
		[`${folderOf(page)}/Images/`]: folder,
		[`${folderOf(page)}/manifest.json`]: json(pageOf(layout)),
		[`${folderOf(defaultPage)}/Images/`]: folder,
		[`${folderOf(defaultPage)}/manifest.json`]: json(
			pageOf({ ...layout, keys: [], ...(layout.dials ? { dials: [] } : {}) }),
		),
	};
}

function pageOf({ file, keys, dials }: StarterLayout): object {
	const onKeys = keys.flatMap((row, rowIndex) =>
		row.map((placed, column) => placedAt(file, `${column},${rowIndex}`, placed)),
	);
	const keypad = { Actions: Object.fromEntries(onKeys.flat()), Type: "Keypad" };
	if (!dials) return { Controllers: [keypad], Icon: "", Name: "" };
	const onDials = dials.map((placed, column) => placedAt(`${file}/dial`, `${column},0`, placed));
	const encoder = { Actions: Object.fromEntries(onDials.flat()), Type: "Encoder" };
	return { Controllers: [keypad, encoder], Icon: "", Name: "" };
}

/** Returns one entry, or none for a free position. */
function placedAt(
	owner: string,
	position: string,
	placed: PlacedAction | undefined,
): readonly (readonly [string, object])[] {
	if (!placed) return [];
	const { action, settings } = placed;
	const entry = {
		ActionID: uuidOf(`${owner}/${position}`),
		LinkedTitle: true,
		Name: actionTable[action].name,
		Plugin: { Name: "Stream Events", UUID: pluginUuid, Version: pluginVersion },
		Resources: null,
		Settings: settings,
		State: 0,
		States: [
			{
				FontFamily: "",
				FontSize: 12,
				FontStyle: "",
				FontUnderline: false,
				OutlineThickness: 2,
				ShowTitle: false,
				TitleAlignment: "middle",
				TitleColor: "#ffffff",
			},
		],
		UUID: `${pluginUuid}.${action}`,
	};
	return [[position, entry]];
}

function json(value: unknown): Uint8Array {
	return new TextEncoder().encode(JSON.stringify(value));
}

/** A UUID of version 5 by its layout, derived from the plugin's identity and a name. */
function uuidOf(name: string): string {
	const hash = createHash("sha1").update(`${pluginUuid}/${name}`).digest();
	hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6);
	hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
	const hex = hash.toString("hex");
	return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
		"-",
	);
}
