import { z } from "zod";

const black = "#444444";
const white = "#ffffff";

/** An item of a touch strip's layout with the app's defaults. Source: Elgato's "Dials". */
export const StripItemSchema = z.object({
	type: z.enum(["text", "pixmap", "bar", "gbar"]),
	rect: z.tuple([z.number(), z.number(), z.number(), z.number()]),
	value: z.union([z.string(), z.number()]).default(""),
	enabled: z.boolean().default(true),
	zOrder: z.number().default(0),
	opacity: z.number().default(1),
	background: z.string().optional(),
	alignment: z.enum(["left", "center", "right"]).default("center"),
	color: z.string().default(white),
	font: z
		.object({ size: z.number().default(16), weight: z.number().default(400) })
		.default({ size: 16, weight: 400 }),
	"text-overflow": z.string().optional(),
	range: z.object({ min: z.number(), max: z.number() }).default({ min: 0, max: 100 }),
	subtype: z.number().default(4),
	border_w: z.number().default(2),
	bar_h: z.number().default(10),
	bar_bg_c: z.string().default(black),
	bar_fill_c: z.string().default(white),
	bar_border_c: z.string().default(white),
});

export type StripItem = z.output<typeof StripItemSchema> & {
	/** Width of the text in the app's font. */
	readonly widthPx: number;
};
