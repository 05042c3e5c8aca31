import { existsSync, lstatSync, mkdirSync, readlinkSync, symlinkSync, unlinkSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";

import { pluginHosts, type Host } from "./hosts";
import { pluginFolder } from "./paths";

function link({ name, pluginsFolder }: Host): void {
	const path = join(pluginsFolder, basename(pluginFolder));
	mkdirSync(pluginsFolder, { recursive: true });
	const existing = lstatSync(path, { throwIfNoEntry: false });
	if (existing?.isSymbolicLink()) {
		if (resolve(pluginsFolder, readlinkSync(path)) === resolve(pluginFolder)) {
			console.log(`${name} is linked to this folder already.`);
			return;
		}
		unlinkSync(path);
	} else if (existing) {
		throw new Error(`${path} is an installed copy. Uninstall the plugin in ${name}, then link again.`);
	}
	// A junction is the only kind of link that Windows allows every user to create; other systems ignore the type.
	symlinkSync(pluginFolder, path, "junction");
	console.log(`${name} now runs the plugin from this folder. Restart ${name} to see it.`);
}

function main(): void {
	// A request for help or an unknown option must not link the plugin.
	parseArgs({ options: {} });
	const hosts = pluginHosts();
	const found = hosts.filter(({ pluginsFolder }) => existsSync(dirname(pluginsFolder)));
	if (found.length === 0) {
		const places = hosts.map(({ name, pluginsFolder }) => `  ${name}: ${dirname(pluginsFolder)}`);
		throw new Error(
			["Found no app to link to. Start it once, then link again. Looked for", ...places].join("\n"),
		);
	}
	if (!existsSync(join(pluginFolder, "bin", "plugin.js")))
		console.log("Not built yet: run `npm run build` too.");
	for (const host of found) link(host);
}

try {
	main();
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
}
