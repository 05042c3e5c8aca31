import { parseArgs } from "node:util";

import { startOptionsSchema, type StartOptions } from "./settings";

/** What `--help` prints. */
export const usage = `A stand-in for the stream events service, on this machine only.

  --port <n>                   REST and control (default 4280; 0: any free one)
  --generation 4|4-only|2-only which Socket.IO clients can connect (default 4: both)
  --shapes documented|field    as written, or as met in the field
  --sceneAddress shared|separate, --scenePort <n>
  --socketAddress same|own, --socketPort <n>
  --seed streamer|empty, --limitCap <n>, --echoPosted on|off, --handshakeRefusal http|middleware
  --pingIntervalMs <n>, --pingTimeoutMs <n>, --apiKey <text>
  --help
`;
const numbers = ["port", "socketPort", "scenePort", "limitCap", "pingIntervalMs", "pingTimeoutMs"];
const words = [
	"generation",
	"shapes",
	"sceneAddress",
	"socketAddress",
	"seed",
	"echoPosted",
	"handshakeRefusal",
	"apiKey",
];
const defaultPort = 4280;

/**
 * What the flags ask for.
 * @throws Error when a flag or its value makes no sense.
 */
export function readCommandLine(args: string[]): StartOptions | "help" {
	const flags = Object.fromEntries([...numbers, ...words].map((name) => [name, { type: "string" as const }]));
	const { values } = parseArgs({ args, options: { ...flags, help: { type: "boolean" } } });
	if (values.help) return "help";
	const given = Object.entries(values).map(([name, value]) => [
		name,
		numbers.includes(name) ? Number(value) : value,
	]);
	return startOptionsSchema.parse({ port: defaultPort, ...Object.fromEntries(given) });
}
