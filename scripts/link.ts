import { existsSync, lstatSync, mkdirSync, readlinkSync, symlinkSync, unlinkSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";

import { pluginFolder } from "./paths";

type Host = { readonly name: string; readonly plugins: string };

/** The apps that can run the plugin here, and where each looks for plugins. */
function hosts(): readonly Host[] {
	const home = homedir();
	switch (process.platform) {
		case "win32": {
			const roaming = process.env["APPDATA"] ?? join(home, "AppData", "Roaming");
			return [{ name: "Stream Deck", plugins: join(roaming, "Elgato", "StreamDeck", "Plugins") }];
		}
		case "darwin": {
			const support = join(home, "Library", "Application Support");
			return [{ name: "Stream Deck", plugins: join(support, "com.elgato.StreamDeck", "Plugins") }];
		}
		default: {
			const config = process.env["XDG_CONFIG_HOME"] ?? join(home, ".config");
			const flatpak = join(home, ".var", "app", "me.amankhanna.opendeck", "config");
			return [
				{ name: "OpenDeck", plugins: join(config, "opendeck", "plugins") },
				{ name: "OpenDeck (Flatpak)", plugins: join(flatpak, "opendeck", "plugins") },
			];
		}
	}
}

function link({ name, plugins }: Host): void {
	const path = join(plugins, basename(pluginFolder));
	mkdirSync(plugins, { recursive: true });
	const existing = lstatSync(path, { throwIfNoEntry: false });
	if (existing?.isSymbolicLink()) {
		if (resolve(plugins, readlinkSync(path)) === resolve(pluginFolder)) {
			console.log(`${name} is linked to this folder already.`);
			return;
		}
		unlinkSync(path);
	} else if (existing) {
		throw new Error(`${path} is an installed copy. Uninstall the plugin in ${name}, then link again.`);
	}
	// A junction is the one kind of link that Windows lets everybody make; elsewhere the word means nothing.
	symlinkSync(pluginFolder, path, "junction");
	console.log(`${name} now runs the plugin from this folder. Restart ${name} to see it.`);
}

function main(): void {
	// Whoever asks for help, or for what there isn't, must not find the plugin linked.
	parseArgs({ options: {} });
	const found = hosts().filter(({ plugins }) => existsSync(dirname(plugins)));
	if (found.length === 0) {
		const places = hosts().map(({ name, plugins }) => `  ${name}: ${dirname(plugins)}`);
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
