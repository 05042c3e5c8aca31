import { nowMs } from "../frame";

/** What a key displays. A key with the manifest's image has no `image` and no other field. */
export type Face = {
	/** Arrival time in epoch milliseconds, with a fraction. */
	readonly at: number;
	/** The image as the plugin sent it. */
	readonly image?: string;
	readonly svg?: string;
	/** The whole `<title>` of the SVG. */
	readonly title?: string;
	/** The title's parts. A label can contain the separator. */
	readonly label?: string;
	readonly value?: string | undefined;
	readonly state?: string | undefined;
	/** Lines of the SVG's `<desc>`, if it has one. */
	readonly facts?: readonly string[];
};

const svgPrefix = "data:image/svg+xml,";
const separator = " · ";
const namedEntities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Parses a key's image. Never throws: unreadable parts are absent. */
export function parseFace(image: string | undefined, at = nowMs()): Face {
	if (image === undefined) return { at };
	const svg = svgOf(image);
	if (svg === undefined) return { at, image };
	const title = textOf(svg, "title");
	if (title === undefined) return { at, image, svg };
	const description = textOf(svg, "desc");
	const parts = title.split(separator);
	if (parts.length < 3) return { at, image, svg, title };
	return {
		at,
		image,
		svg,
		title,
		label: parts.slice(0, -2).join(separator),
		value: parts.at(-2),
		state: parts.at(-1),
		...(description === undefined ? {} : { facts: description.split("\n") }),
	};
}

/** Returns the SVG in a percent-encoded data URI; undefined for any other image. */
export function svgOf(image: string): string | undefined {
	if (!image.startsWith(svgPrefix)) return undefined;
	try {
		return decodeURIComponent(image.slice(svgPrefix.length));
	} catch {
		return undefined;
	}
}

function textOf(svg: string, element: "title" | "desc"): string | undefined {
	const escaped = new RegExp(`<${element}[^>]*>([^<]*)</${element}>`).exec(svg)?.[1];
	return escaped?.replace(/&(#x[\da-f]+|#\d+|\w+);/gi, (entity, name: string) => {
		if (!name.startsWith("#")) return namedEntities[name] ?? entity;
		const isHexadecimal = name[1]?.toLowerCase() === "x";
		return String.fromCodePoint(
			isHexadecimal ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10),
		);
	});
}
