import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

const StateSchema = z.looseObject({
	Image: z.string(),
	Title: z.string().optional(),
	ShowTitle: z.boolean().default(true),
	TitleAlignment: z.enum(["top", "middle", "bottom"]).default("middle"),
	TitleColor: z.string().default("#ffffff"),
	FontFamily: z.string().default(""),
	FontSize: z.number().default(12),
	FontStyle: z.enum(["", "Bold Italic", "Bold", "Italic", "Regular"]).default(""),
	FontUnderline: z.boolean().default(false),
});

const ActionSchema = z.looseObject({
	UUID: z.string(),
	Name: z.string(),
	Icon: z.string(),
	Controllers: z.array(z.string()).default(["Keypad"]),
	DisableAutomaticStates: z.boolean().default(false),
	Encoder: z.looseObject({ layout: z.string().default("$X1"), Icon: z.string().optional() }).optional(),
	PropertyInspectorPath: z.string().optional(),
	States: z.array(StateSchema).min(1),
	SupportedInMultiActions: z.boolean().default(true),
	Tooltip: z.string().optional(),
	UserTitleEnabled: z.boolean().default(true),
	VisibleInActionsList: z.boolean().default(true),
});

const ManifestSchema = z.looseObject({
	Actions: z.array(ActionSchema),
	CodePath: z.string(),
	Name: z.string(),
	Nodejs: z.looseObject({ Version: z.string() }),
	Profiles: z.array(z.looseObject({ Name: z.string() })).default([]),
	PropertyInspectorPath: z.string().optional(),
	UUID: z.string(),
	Version: z.string(),
});

/** The parts of a plugin's manifest that the app requires. */
export type Manifest = z.infer<typeof ManifestSchema>;
export type ManifestAction = z.infer<typeof ActionSchema>;

/**
 * Reads `<pluginDir>/manifest.json`.
 * @throws When it is missing, or a field that the app needs to start the plugin is missing.
 */
export async function readManifest(pluginDir: string): Promise<Manifest> {
	const path = join(pluginDir, "manifest.json");
	const parsed = ManifestSchema.safeParse(JSON.parse(await readFile(path, "utf8")));
	if (!parsed.success) throw new Error(`${path} can't be used:\n${z.prettifyError(parsed.error)}`);
	return parsed.data;
}
