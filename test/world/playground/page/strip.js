const svgNamespace = "http://www.w3.org/2000/svg";
const anchors = { left: "start", center: "middle", right: "end" };

/** A dial's part of the touch strip, drawn from its layout's items as the app does: 200 × 100, lowest `zOrder` first. */
export function drawStrip(items) {
	const svg = svgElement("svg", { viewBox: "0 0 200 100", "aria-hidden": "true" });
	const ordered = items
		.filter(({ enabled }) => enabled !== false)
		.sort((one, other) => (one.zOrder ?? 0) - (other.zOrder ?? 0));
	for (const item of ordered) svg.append(drawItem(item));
	return svg;
}

function drawItem(item) {
	const [x, y, width, height] = item.rect;
	const group = svgElement("g", { opacity: item.opacity ?? 1 });
	if (item.background)
		group.append(svgElement("rect", { x, y, width, height, fill: solid(item.background) }));
	if (item.type === "text") group.append(drawText(item));
	else if (item.type === "pixmap" && item.value)
		group.append(svgElement("image", { x, y, width, height, href: addressOf(item.value) }));
	else if (item.type === "bar" || item.type === "gbar") group.append(...drawBar(item));
	return group;
}

/** A pixmap's picture where a page can load it. */
function addressOf(picture) {
	return picture.startsWith("<svg") ? `data:image/svg+xml,${encodeURIComponent(picture)}` : picture;
}

function drawText({ rect, value = "", alignment = "center", color = "#ffffff", font = {}, ...item }) {
	const [x, y, width, height] = rect;
	const size = font.size ?? 16;
	const at = { left: x, center: x + width / 2, right: x + width }[alignment] ?? x;
	const frame = svgElement("svg", { x, y, width, height, viewBox: rect.join(" "), overflow: "hidden" });
	const text = svgElement("text", {
		x: at,
		y: y + height / 2 + size * 0.36,
		fill: color,
		"font-size": size,
		"font-weight": font.weight ?? 400,
		"font-family": "Arial, Helvetica, sans-serif",
		"text-anchor": anchors[alignment] ?? "middle",
	});
	text.textContent = String(value);
	if (item["text-overflow"] === "ellipsis") shorten(text, String(value), width, size);
	frame.append(text);
	return frame;
}

/** Cuts at a width by estimate: the app measures, and so does the plugin, before it sends. */
function shorten(text, value, width, size) {
	const room = Math.floor(width / (size * 0.56));
	const signs = [...value];
	if (signs.length > room) text.textContent = `${signs.slice(0, Math.max(room - 1, 1)).join("")}…`;
}

function drawBar({ rect, type, value = 0, range = {}, border_w: border = 2, ...item }) {
	const [x, y, width, height] = rect;
	const { min = 0, max = 100 } = range;
	const part = Math.min(Math.max((Number(value) - min) / (max - min || 1), 0), 1);
	const barHeight = type === "gbar" ? (item.bar_h ?? 10) : height;
	const round = item.subtype === undefined || item.subtype === 4 ? barHeight / 2 : 0;
	const back = { x, y, width, height: barHeight, rx: round, fill: solid(item.bar_bg_c ?? "#444444") };
	const frame = {
		...{ x: x + border / 2, y: y + border / 2, width: width - border, height: barHeight - border },
		...{ rx: round, fill: "none", stroke: item.bar_border_c ?? "#ffffff", "stroke-width": border },
	};
	const drawn = [svgElement("rect", back)];
	if (type === "bar") {
		const inner = Math.max(width - 2 * border, 0);
		drawn.push(
			svgElement("rect", {
				...{ x: x + border, y: y + border, width: inner * part, height: Math.max(barHeight - 2 * border, 1) },
				...{ rx: Math.max(round - border, 0), fill: solid(item.bar_fill_c ?? "#ffffff") },
			}),
		);
	}
	if (border > 0) drawn.push(svgElement("rect", frame));
	if (type === "gbar") {
		const tip = x + width * part;
		const foot = y + height;
		const top = y + barHeight + 1;
		drawn.push(svgElement("path", { d: `M${tip} ${top}L${tip + 6} ${foot}H${tip - 6}Z`, fill: "#ffffff" }));
	}
	return drawn;
}

/** A colour, or the last stop of a gradient (`0:#f00,1:#0f0`). */
function solid(color) {
	return color.includes(":") ? color.split(",").at(-1).split(":").at(-1) : color;
}

function svgElement(name, attributes) {
	const made = document.createElementNS(svgNamespace, name);
	for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, String(value));
	return made;
}
