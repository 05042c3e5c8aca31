/**
 * Requests a restart of the plugin from the Stream Deck app after a build; prints one line if the app is not available.
 *
 * Usage: tsx scripts/restart.ts
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname } from "node:path";

import { pluginHosts } from "./hosts";
import { pluginUuid } from "./paths";
import { toolPath } from "./run-tool";

const hosts = pluginHosts();
const installed = hosts.filter(({ pluginsFolder }) => existsSync(dirname(pluginsFolder)));

if (installed.length === 0) {
	console.log(`Built. ${hosts[0]?.name ?? "The app"} is not installed here: nothing to restart.`);
} else if (process.platform === "linux") {
	console.log(`Built. Restart ${installed[0]?.name ?? "the app"} to run it.`);
} else {
	const restart = [toolPath("@elgato/cli", "streamdeck"), "restart", pluginUuid];
	const { status, stdout, stderr } = spawnSync(process.execPath, restart, { encoding: "utf8" });
	const firstLine = `${stdout}${stderr}`.split("\n").find((line) => line.trim() !== "");
	console.log(
		status === 0
			? "Built, and restarted."
			: `Built, but not restarted: ${firstLine?.trim() ?? "no reason told"}`,
	);
}
