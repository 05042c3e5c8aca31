import { z } from "zod";

import { readCommandLine, usage } from "./command-line";
import { startService } from "./stand-in";

async function main(): Promise<void> {
	const read = readCommandLine(process.argv.slice(2));
	if (read === "help") {
		console.log(usage);
		return;
	}
	const service = await startService(read.options);
	service.setFaults(read.faults);
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
All commands: test/world/service/README.md. Stop with Ctrl+C.
`);

	const log = (text: string): void => console.log(`${new Date().toISOString().slice(11, 23)} ${text}`);
	service.on("request", ({ method, path, status, remark }) =>
		log(`${method} ${path} ${status ?? "no answer"}${remark === undefined ? "" : ` (${remark})`}`),
	);
	service.on("join", ({ channel, isRightRoom }) =>
		log(`joined ${channel}${isRightRoom ? "" : " (another room)"}`),
	);
	service.on("event", ({ type, id }) => log(`event ${type} ${id}`));
	service.on("command", ({ action, targetId, refusal }) =>
		log(`command ${String(action)} for ${String(targetId)}${refusal === undefined ? "" : ` (${refusal})`}`),
	);
	process.once("SIGINT", () => void service.stop());
}

main().catch((error: unknown) => {
	console.error(error instanceof z.ZodError ? z.prettifyError(error) : String(error));
	process.exitCode = 1;
});
