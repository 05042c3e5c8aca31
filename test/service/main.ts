import { parseArgs } from "node:util";

import { z } from "zod";

import { startOptionsSchema } from "./settings";
import { startService } from "./stand-in";

const usage = `A stand-in for the stream events service, on this machine only.

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

async function main(): Promise<void> {
	const flags = Object.fromEntries([...numbers, ...words].map((name) => [name, { type: "string" as const }]));
	const { values } = parseArgs({ options: { ...flags, help: { type: "boolean" } } });
	if (values.help) {
		console.log(usage);
		return;
	}
	const given = Object.entries(values).map(([name, value]) => [
		name,
		numbers.includes(name) ? Number(value) : value,
	]);
	const service = await startService(
		startOptionsSchema.parse({ port: defaultPort, ...Object.fromEntries(given) }),
	);
	console.log(`Service address  ${service.url}
Event channel    ${service.eventSocketUrl}
Scene channel    ${service.sceneUrl}
API key          ${service.apiKey}
Access token     ${service.accessToken}
User name        ${service.username}

Try    curl "${service.url}/v1.0/events.json?apiKey=${service.apiKey}&limit=3"
       curl ${service.url}/control/state
       curl ${service.url}/control/events -d '{"type":"follow","username":"ada","origin":"twitch"}'
       curl ${service.url}/control/faults -d '{"rest":{"totals":{"status":503}}}'
       curl -X DELETE ${service.url}/control/faults
All commands: test/service/README.md. Stop with Ctrl+C.
`);

	const log = (words: string): void => console.log(`${new Date().toISOString().slice(11, 23)} ${words}`);
	service.on("request", ({ method, path, status }) => log(`${method} ${path} ${status ?? "no answer"}`));
	service.on("join", ({ channel, isRightRoom }) =>
		log(`joined ${channel}${isRightRoom ? "" : " (another room)"}`),
	);
	service.on("event", ({ type, id }) => log(`event ${type} ${id}`));
	service.on("command", ({ action, targetId, isCounted }) =>
		log(`command ${String(action)} for ${String(targetId)}${isCounted ? "" : " (not counted)"}`),
	);
	process.once("SIGINT", () => void service.stop());
}

main().catch((error: unknown) => {
	console.error(error instanceof z.ZodError ? z.prettifyError(error) : String(error));
	process.exitCode = 1;
});
