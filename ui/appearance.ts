import { button, element } from "./dom";
import type { PageContext } from "./page";
import type { StringKey } from "./strings/en";

/** Colors that are easy to distinguish on a key. */
const presets: readonly (readonly [color: string, name: StringKey])[] = [
	["#4cc2ff", "colorBlue"],
	["#b18cff", "colorPurple"],
	["#4fd18b", "colorGreen"],
	["#ffcf5c", "colorYellow"],
	["#ffb454", "colorOrange"],
	["#ff6b6b", "colorRed"],
	["#f4f6f8", "colorWhite"],
];

/** Creates the rows for label and color. The color field displays the key's current color, chosen or default. */
export function appearanceRows({ fields, settings, text, onColor }: PageContext): readonly HTMLElement[] {
	const label = fields.text({ name: "label", label: "label" }, { maxLength: 100 });
	const defaultColor = button(text("defaultColor"), () => {
		settings.change({ color: undefined });
	});
	const color = fields.row(
		{ label: "color" },
		element("input", { id: "color", name: "color", type: "color", value: "#4cc2ff" }),
		defaultColor,
	);
	const swatches = presets.map(([preset, name]) => {
		const swatch = button("", () => {
			settings.change({ color: preset });
		});
		swatch.className = "swatch";
		swatch.ariaLabel = swatch.title = text(name);
		swatch.style.backgroundColor = preset;
		return { preset, swatch };
	});
	const group = element("div", { className: "swatches", role: "group" });
	group.ariaLabel = text("colorPresets");
	group.append(...swatches.map(({ swatch }) => swatch));
	color.row.lastElementChild?.append(group);
	const show = (): void => {
		const chosen = settings.current["color"];
		defaultColor.ariaDisabled = String(chosen === undefined);
		for (const { preset, swatch } of swatches) swatch.ariaPressed = String(chosen === preset);
	};
	settings.onChange(show);
	show();
	onColor((drawn) => {
		if (document.activeElement !== color.control) color.control.value = drawn;
	});
	return [label.row, color.row];
}
