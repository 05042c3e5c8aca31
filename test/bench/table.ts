import type { Figure } from "./figure";

const headings = ["Figure", "Plugin", "Floor", "Ratio", "Reach", "Note"];

/** Returns the figures as a Markdown table. */
export function formatTable(figures: readonly Figure[]): string {
	const rows = [headings, headings.map(() => "---"), ...figures.map(cellsOf)];
	return rows.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function cellsOf({ name, plugin, floor, unit, target = "", note = "" }: Figure): string[] {
	const ratio = floor === undefined ? "" : `${(plugin / floor).toFixed(2)} ×`;
	return [
		name,
		formatAmount(plugin, unit),
		floor === undefined ? "" : formatAmount(floor, unit),
		ratio,
		target,
		note,
	];
}

function formatAmount(amount: number, unit: string): string {
	const digits = Number.isInteger(amount) ? 0 : Math.abs(amount) < 10 ? 2 : Math.abs(amount) < 100 ? 1 : 0;
	return `${amount.toFixed(digits)} ${unit}`.trim();
}
