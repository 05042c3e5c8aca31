import { parseFeatures } from "./features";
import { runHistory } from "./history";

/*
 * Process of scripts/chaos.ts that runs every n-th history and reports each. Processes rather than threads, because the time
 * zone belongs to the process.
 */

const [firstSeed = 0, lastSeed = 0, stride = 1] = process.argv.slice(2, 5).map(Number);
const features = parseFeatures(process.argv[5] ?? "");

for (let seed = firstSeed; seed <= lastSeed; seed += stride)
	process.send?.(await runHistory({ seed, features }));
