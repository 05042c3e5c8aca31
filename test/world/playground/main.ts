import { parseArgs } from "node:util";

import { Playground } from "./playground";

const { values } = parseArgs({
	options: { port: { type: "string", default: "0" }, faces: { type: "boolean", default: false } },
});

const playground = await Playground.start({
	port: Number(values.port),
	// The address stays the last line on the screen unless the user requests the keys' titles.
	log: values.faces ? (line) => console.log(line) : undefined,
});
console.log(`\nThe playground is ready. Stop it with Ctrl+C.\n\n  ${playground.url}/\n`);

for (const signal of ["SIGINT", "SIGTERM"] as const) {
	process.once(signal, () => void playground.stop());
}
