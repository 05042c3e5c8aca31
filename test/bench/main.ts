import { cpus } from "node:os";
import { parseArgs } from "node:util";

import { buildPlugins } from "./build";
import type { Bench } from "./figure";
import { growthFigures } from "./figures/growth";
import { historyFigures } from "./figures/history";
import { ledgerFigures } from "./figures/ledger";
import { loadFigures } from "./figures/load";
import { pieceFigures } from "./figures/pieces";
import { reactionFigures } from "./figures/reaction";
import { idleFigures } from "./figures/idle";
import { startFigures } from "./figures/start";
import { formatTable } from "./table";

const benches: Readonly<Record<string, Bench>> = {
	start: startFigures,
	reaction: reactionFigures,
	load: loadFigures,
	rest: idleFigures,
	history: historyFigures,
	growth: growthFigures,
	ledger: ledgerFigures,
	pieces: pieceFigures,
};

const usage = `npm run bench [-- --only start,load] [--effort 3] [--node PATH] [--json]

  --only    some of ${Object.keys(benches).join(", ")}
  --effort  how often each thing is measured: 1 (a look) to 10; 3 unless told
  --node    the Node.js that runs the plugin; this one unless told
  --json    for machines`;

const { values } = parseArgs({
	options: {
		only: { type: "string", default: Object.keys(benches).join() },
		effort: { type: "string", default: "3" },
		node: { type: "string", default: process.execPath },
		json: { type: "boolean", default: false },
		help: { type: "boolean", default: false },
	},
});

async function main(): Promise<void> {
	const chosen = values.only.split(",").map((name) => benches[name.trim()]);
	const effort = Number(values.effort);
	if (values.help || chosen.includes(undefined) || !(effort >= 1 && effort <= 10)) {
		console.log(usage);
		process.exitCode = values.help ? 0 : 2;
		return;
	}
	const context = { ...buildPlugins(), nodePath: values.node, effort };
	const figures = [];
	for (const bench of chosen) if (bench) figures.push(...(await bench(context)));
	if (values.json) console.log(JSON.stringify(figures, undefined, "\t"));
	else
		console.log(
			`${formatTable(figures)}\n\n${cpus()[0]?.model ?? "?"} × ${cpus().length}, ${process.platform}`,
		);
}

await main();
