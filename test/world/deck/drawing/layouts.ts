import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const stripWidth = 200;
const stripHeight = 100;

const LayoutItemSchema = z
	.looseObject({
		key: z.string().regex(/^[\w-]+$/),
		type: z.enum(["text", "pixmap", "bar", "gbar"]),
		rect: z.tuple([z.number(), z.number(), z.number(), z.number()]),
		value: z.union([z.string(), z.number()]).optional(),
	})
	.refine(
		({ rect: [x, y, width, height] }) =>
			x >= 0 && y >= 0 && x + width <= stripWidth && y + height <= stripHeight,
		{ error: `An item reaches beyond ${stripWidth}×${stripHeight}: the app would draw nothing` },
	);

const LayoutSchema = z.looseObject({ id: z.string(), items: z.array(LayoutItemSchema) });

/** One item of a touch strip's layout with all values that the plugin set. */
export type LayoutItem = z.infer<typeof LayoutItemSchema>;
export type Layout = z.infer<typeof LayoutSchema>;

type Rect = LayoutItem["rect"];
const title = (rect: Rect = [16, 10, 136, 24]): LayoutItem => ({
	key: "title",
	type: "text",
	rect,
	font: { size: 16, weight: 600 },
	alignment: "left",
});
const value: LayoutItem = {
	key: "value",
	type: "text",
	rect: [76, 40, 108, 32],
	font: { size: 24, weight: 600 },
	alignment: "right",
};
const pixmap = (key: string, rect: Rect): LayoutItem => ({ key, type: "pixmap", rect });
const bar = (key: string, rect: Rect, type: "bar" | "gbar" = "bar"): LayoutItem => ({ key, type, rect });
const icon = pixmap("icon", [16, 40, 48, 48]);

/** The app's own layouts. Source: Elgato's guide "Dials". */
const builtIn: Readonly<Record<string, readonly LayoutItem[]>> = {
	$X1: [title(), pixmap("icon", [76, 40, 48, 48])],
	$A0: [
		pixmap("full-canvas", [0, 0, 200, 100]),
		title([16, 10, 168, 24]),
		pixmap("canvas", [16, 34, 168, 54]),
	],
	$A1: [title(), icon, value],
	$B1: [title(), icon, value, bar("indicator", [76, 74, 108, 12])],
	$B2: [title(), icon, value, bar("indicator", [76, 74, 108, 20], "gbar")],
	$C1: [
		title(),
		pixmap("icon1", [16, 40, 24, 24]),
		pixmap("icon2", [16, 68, 24, 24]),
		bar("indicator1", [48, 46, 136, 12]),
		bar("indicator2", [48, 74, 136, 12]),
	],
};

/**
 * Loads a layout by its name (`$B1`) or its path inside the plugin.
 * @throws When it does not exist, or the app would refuse to draw it.
 */
export function loadLayout(pluginDir: string, name: string): Layout {
	const items = builtIn[name];
	if (items) return { id: name, items: [...items] };
	if (name.startsWith("$")) throw new Error(`The app has no layout ${name}`);
	const parsed = LayoutSchema.safeParse(JSON.parse(readFileSync(join(pluginDir, name), "utf8")));
	if (!parsed.success) throw new Error(`Layout ${name} can't be drawn:\n${z.prettifyError(parsed.error)}`);
	return parsed.data;
}

const fixedProperties = ["key", "rect", "type"];

/** Returns the layout after `setFeedback`, and the parts that the app would ignore. */
export function applyFeedback(
	items: readonly LayoutItem[],
	feedback: Readonly<Record<string, unknown>>,
): { readonly items: readonly LayoutItem[]; readonly problems: readonly string[] } {
	const problems: string[] = [];
	const merged = new Map(items.map((item) => [item.key, item]));
	for (const [key, change] of Object.entries(feedback)) {
		const item = merged.get(key);
		if (!item) {
			problems.push(`The layout has no item "${key}"`);
			continue;
		}
		const properties: Readonly<Record<string, unknown>> =
			typeof change === "object" && change !== null ? { ...change } : { value: change };
		const fixed = fixedProperties.filter((name) => name in properties);
		if (fixed.length > 0) problems.push(`${fixed.join(", ")} of item "${key}" can't be changed`);
		const next = LayoutItemSchema.safeParse({
			...item,
			...properties,
			key: item.key,
			rect: item.rect,
			type: item.type,
		});
		const isBar = item.type === "bar" || item.type === "gbar";
		if (!next.success) problems.push(`Item "${key}": ${z.prettifyError(next.error)}`);
		else if (isBar && !Number.isFinite(Number(next.data.value ?? 0)))
			problems.push(`Item "${key}" needs a number`);
		else merged.set(key, next.data);
	}
	return { items: [...merged.values()], problems };
}
