import type { StripItem } from "../strip-item";

import { withAttributes } from "./dom";

type Attributes = Readonly<Record<string, string | number>>;

const svgNamespace = "http://www.w3.org/2000/svg";
const anchors = { left: "start", center: "middle", right: "end" } as const;
const roundSubtype = 4;
const fontFamily = "Arial, Helvetica, sans-serif";
const canvas = document.createElement("canvas").getContext("2d");

/** Draws a dial's part of the touch strip from its layout's items: 200 × 100, lowest `zOrder` first. */
export function drawStrip(items: readonly StripItem[]): SVGElement {
	const svg = svgElement("svg", { viewBox: "0 0 200 100", "aria-hidden": "true" });
	const ordered = items.filter(({ enabled }) => enabled).sort((one, other) => one.zOrder - other.zOrder);
	for (const item of ordered) svg.append(drawItem(item));
	return svg;
}

function drawItem(item: StripItem): SVGElement {
	const [x, y, width, height] = item.rect;
	const group = svgElement("g", { opacity: item.opacity });
	if (item.background)
		group.append(svgElement("rect", { x, y, width, height, fill: solidColor(item.background) }));
	if (item.type === "text") group.append(drawText(item));
	else if (item.type === "pixmap") group.append(...drawPixmap(item));
	else group.append(...drawBar(item));
	return group;
}

function drawPixmap({ rect: [x, y, width, height], value }: StripItem): readonly SVGElement[] {
	return value === "" ? [] : [svgElement("image", { x, y, width, height, href: value })];
}

function drawText({ rect, value, widthPx, alignment, color, font, ...item }: StripItem): SVGElement {
	const [x, y, width, height] = rect;
	const at = { left: x, center: x + width / 2, right: x + width }[alignment];
	const frame = svgElement("svg", { x, y, width, height, viewBox: rect.join(" "), overflow: "hidden" });
	const text = svgElement("text", {
		x: at,
		y: y + height / 2 + font.size * 0.36,
		fill: color,
		"font-size": font.size,
		"font-weight": font.weight,
		"font-family": fontFamily,
		"text-anchor": anchors[alignment],
	});
	if (canvas) canvas.font = `${font.weight} ${font.size}px ${fontFamily}`;
	const isTruncated = item["text-overflow"] === "ellipsis" && widthPx > width;
	text.textContent = isTruncated ? truncate(String(value), width) : String(value);
	// The app's font can be narrower than this computer's, which is then squeezed.
	if (widthPx <= width && measure(String(value)) > width)
		withAttributes(text, { textLength: widthPx, lengthAdjust: "spacingAndGlyphs" });
	frame.append(text);
	return frame;
}

/** Truncates a text to a width, at least to one character. */
function truncate(value: string, widthPx: number): string {
	const characters = Array.from(value);
	while (characters.length > 1 && measure(`${characters.join("")}…`) > widthPx) characters.pop();
	return `${characters.join("")}…`;
}

/** Returns the width of a text in the canvas's font. */
function measure(text: string): number {
	return canvas?.measureText(text).width ?? 0;
}

function drawBar(item: StripItem): readonly SVGElement[] {
	const { rect, type, value, range, border_w: border } = item;
	const [x, y, width, height] = rect;
	const part = Math.min(Math.max((Number(value) - range.min) / (range.max - range.min || 1), 0), 1);
	const barHeight = type === "gbar" ? item.bar_h : height;
	const rx = item.subtype === roundSubtype ? barHeight / 2 : 0;
	const drawn = [svgElement("rect", { x, y, width, height: barHeight, rx, fill: solidColor(item.bar_bg_c) })];
	if (type === "bar") {
		const inner = {
			width: Math.max(width - 2 * border, 0) * part,
			height: Math.max(barHeight - 2 * border, 1),
		};
		const place = { x: x + border, y: y + border, rx: Math.max(rx - border, 0) };
		drawn.push(svgElement("rect", { ...place, ...inner, fill: solidColor(item.bar_fill_c) }));
	}
	if (border > 0) {
		const frame = { x: x + border / 2, y: y + border / 2, width: width - border, height: barHeight - border };
		const stroke = { fill: "none", stroke: item.bar_border_c, "stroke-width": border };
		drawn.push(svgElement("rect", { ...frame, rx, ...stroke }));
	}
	if (type === "gbar") {
		const [tipX, topY, footY] = [x + width * part, y + barHeight + 1, y + height];
		drawn.push(
			svgElement("path", { d: `M${tipX} ${topY}L${tipX + 6} ${footY}H${tipX - 6}Z`, fill: "#ffffff" }),
		);
	}
	return drawn;
}

/** Returns a colour, or the last stop of a gradient (`0:#f00,1:#0f0`). */
function solidColor(color: string): string {
	return color.split(",").at(-1)?.split(":").at(-1) ?? color;
}

function svgElement(name: keyof SVGElementTagNameMap, attributes: Attributes): SVGElement {
	return withAttributes(document.createElementNS(svgNamespace, name), attributes);
}
