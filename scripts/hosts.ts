import { homedir } from "node:os";
import { posix, win32 } from "node:path";

/** An app that can run the plugin, and its plugin folder. */
export type Host = { readonly name: string; readonly pluginsFolder: string };

type Environment = {
	readonly platform: NodeJS.Platform;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly home: string;
};

/** Returns the apps that can run the plugin on this system. An empty environment variable counts as unset. */
export function pluginHosts({ platform, env, home }: Environment = currentEnvironment()): readonly Host[] {
	const path = platform === "win32" ? win32 : posix;
	const folder = (variable: string, fallback: string): string => {
		const value = env[variable];
		// XDG Base Directory Specification: a path that is not absolute is ignored.
		return value !== undefined && path.isAbsolute(value) ? value : fallback;
	};
	switch (platform) {
		case "win32": {
			const roaming = folder("APPDATA", path.join(home, "AppData", "Roaming"));
			return [{ name: "Stream Deck", pluginsFolder: path.join(roaming, "Elgato", "StreamDeck", "Plugins") }];
		}
		case "darwin": {
			const support = path.join(home, "Library", "Application Support");
			return [{ name: "Stream Deck", pluginsFolder: path.join(support, "com.elgato.StreamDeck", "Plugins") }];
		}
		default: {
			const config = folder("XDG_CONFIG_HOME", path.join(home, ".config"));
			const flatpak = path.join(home, ".var", "app", "me.amankhanna.opendeck", "config");
			return [
				{ name: "OpenDeck", pluginsFolder: path.join(config, "opendeck", "plugins") },
				{ name: "OpenDeck (Flatpak)", pluginsFolder: path.join(flatpak, "opendeck", "plugins") },
			];
		}
	}
}

function currentEnvironment(): Environment {
	return { platform: process.platform, env: process.env, home: homedir() };
}
