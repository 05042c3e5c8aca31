import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { format, resolveConfig } from "prettier";

import { projectFolder } from "./paths";

type ReliabilityTable = {
	readonly head: readonly string[];
	readonly rows: readonly (readonly string[])[];
	/** Text below the table. */
	readonly note?: string;
};

/**
 * Replaces a table in docs/reliability.md with the results of a run.
 * @param name Name in the comments before and after the table.
 * @throws {Error} If the document has no such table.
 */
export async function replaceTable(name: string, { head, rows, note = "" }: ReliabilityTable): Promise<void> {
	const path = join(projectFolder, "docs", "reliability.md");
	const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
	const text = readFileSync(path, "utf8");
	const [from, to] = [text.indexOf(begin), text.indexOf(end)];
	if (from < 0 || to < from) throw new Error(`${path} has no place for the table "${name}"`);
	const table = [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
	const written = `${text.slice(0, from)}${begin}\n\n${table}\n\n${note}\n\n${text.slice(to)}`;
	writeFileSync(path, await format(written, { ...(await resolveConfig(path)), parser: "markdown" }));
}
