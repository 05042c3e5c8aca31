import { readFileSync } from "node:fs";
import { join } from "node:path";

import { format, resolveConfig } from "prettier";
import { z } from "zod";

import { actionTable, type ActionRow } from "./action-table";
import { pluginFolder, pluginUuid } from "../paths";

const texts = z.record(z.string(), z.unknown());

/**
 * Returns the files of the plugin's folder that are generated from the table of actions: the manifest and the English
 * texts.
 * @returns The text of each file by name.
 */
export async function actionFiles(): Promise<ReadonlyMap<string, string>> {
	const rows = Object.entries<ActionRow>(actionTable);
	const { Actions: _, Profiles, ...manifest } = read("manifest.json");
	const { Name, Description } = read("en.json");
	const english = rows.map(([slug, row]) => [uuidOf(slug), englishTexts(row)] as const);
	const entries = rows.map(([slug, row]) => manifestEntry(slug, row));
	return new Map([
		await file("manifest.json", { ...manifest, Actions: entries, Profiles }),
		await file("en.json", { Name, Description, ...Object.fromEntries(english) }),
	]);
}

function manifestEntry(slug: string, { name, tooltip, dial, isStep }: ActionRow): object {
	const images = `imgs/actions/${slug}`;
	return {
		UUID: uuidOf(slug),
		Name: name,
		Tooltip: tooltip,
		Icon: `${images}/icon`,
		Controllers: dial ? ["Keypad", "Encoder"] : ["Keypad"],
		Encoder: dial && {
			Icon: `${images}/dial`,
			layout: dial.layout,
			TriggerDescription: dial.gestures,
		},
		SupportedInKeyLogicActions: isStep,
		SupportedInMultiActions: isStep,
		UserTitleEnabled: false,
		States: [{ Image: `${images}/key`, ShowTitle: false }],
	};
}

function englishTexts({ name, tooltip, dial }: ActionRow): object {
	return { Name: name, Tooltip: tooltip, Encoder: dial && { TriggerDescription: dial.gestures } };
}

function uuidOf(slug: string): string {
	return `${pluginUuid}.${slug}`;
}

function read(name: string): z.infer<typeof texts> {
	return texts.parse(JSON.parse(readFileSync(join(pluginFolder, name), "utf8")));
}

async function file(name: string, content: object): Promise<readonly [string, string]> {
	const filepath = join(pluginFolder, name);
	const options = { ...(await resolveConfig(filepath)), filepath };
	return [name, await format(JSON.stringify(content, undefined, "\t"), options)];
}
