import { parseArgs } from "node:util";

import { Playground } from "./playground";

const { values } = parseArgs({ options: { port: { type: "string", default: "0" } } });

const playground = await Playground.start({
	port: Number(values.port),
	log: (line) => console.log(line),
});
console.log(`\n  ${playground.url}/\n`);

for (const signal of ["SIGINT", "SIGTERM"] as const) {
	process.once(signal, () => void playground.stop());
}
