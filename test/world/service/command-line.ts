import { parseArgs } from "node:util";

import { z } from "zod";

import { faultsSchema, type Faults } from "./faults";
import { startOptionsSchema, type StartOptions } from "./settings";
import { shapePresets, shapesSchema, type ShapeChoice } from "./shapes/shapes";

const defaultPort = 4280;
const numberOptions = ["port", "socketPort", "scenePort", "nodes", "pingIntervalMs", "pingTimeoutMs"];
const textOptions = [
	"generation",
	"sceneAddress",
	"socketAddress",
	"seed",
	"limitCap",
	"aboveCap",
	"listBounds",
	"echoPosted",
	"handshakeRefusal",
	"transports",
	"timeZone",
	"apiKey",
];
const shapeNames = Object.keys(shapesSchema.shape);

/** Output of `--help`. */
export const usage = `A stand-in for the stream events service, on this machine only.

  --port <n>                   REST and control (default ${defaultPort}; 0: any free one)
  --generation 4|4-only|2-only which Socket.IO clients can connect (default 4: both)
  --shapes documented|field    as written, or as met in the field (default documented)
  --sceneAddress shared|separate, --scenePort <n>
  --socketAddress same|own, --socketPort <n>
  --seed streamer|empty, --echoPosted on|off, --handshakeRefusal http|middleware
  --transports both|websocket, --nodes 1|2
                               what the socket servers offer, and how many take connections by turns
  --listBounds honoured|ignored|refused
                               what becomes of start and end of a list request
  --limitCap <n>|none, --aboveCap capped|refused
                               the most events of one answer (default 100), and what becomes of who asks for more
  --pingIntervalMs <n>, --pingTimeoutMs <n>, --apiKey <text>, --timeZone <name>
  --faults <JSON>              what goes wrong from the start, as POST /control/faults takes it
  --help

Single shapes, on top of --shapes; the first is as documented:

${shapeLines()}
`;

/** The service's settings, and the initial faults. */
export type CommandLine = { readonly options: StartOptions; readonly faults: Faults };

/**
 * Parses the flags.
 * @throws Error when a flag or its value is invalid.
 */
export function readCommandLine(args: string[]): CommandLine | "help" {
	const names = [...numberOptions, ...textOptions, ...shapeNames, "shapes", "faults"];
	const flags = Object.fromEntries(names.map((name) => [name, { type: "string" as const }]));
	const parsed = parseArgs({ args, options: { ...flags, help: { type: "boolean" } } });
	if (parsed.values.help) return "help";
	const values: Readonly<Record<string, unknown>> = parsed.values;
	const shapes = readShapes(values["shapes"], pick(values, shapeNames));
	const options = Object.entries(pick(values, [...numberOptions, ...textOptions])).map(([name, value]) => [
		name,
		isNumber(name, value) ? Number(value) : value,
	]);
	return {
		options: startOptionsSchema.parse({
			port: defaultPort,
			...(shapes === undefined ? {} : { shapes }),
			...Object.fromEntries(options),
		}),
		faults: faultsSchema.parse(readJson(values["faults"] ?? "{}")),
	};
}

function pick(values: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
	return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
}

function isNumber(name: string, value: unknown): boolean {
	return numberOptions.includes(name) || (name === "limitCap" && value !== "none");
}

function readShapes(preset: unknown, switches: Readonly<Record<string, unknown>>): ShapeChoice | undefined {
	const presetName = z.enum(["documented", "field"]).optional().parse(preset);
	if (Object.keys(switches).length === 0) return presetName;
	return { ...shapePresets[presetName ?? "documented"], ...shapesSchema.partial().parse(switches) };
}

function readJson(text: unknown): unknown {
	try {
		return JSON.parse(String(text));
	} catch {
		throw new Error(`--faults has to be JSON: ${String(text)}`);
	}
}

function shapeLines(): string {
	const lines = Object.entries(shapesSchema.shape).map(([name, { options }]) => {
		const choices: readonly string[] = options;
		return `  --${name.padEnd(17)} ${choices.join("|")}`;
	});
	return lines.join("\n");
}
