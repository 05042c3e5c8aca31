import { describe, expect, it } from "vitest";

import { pluginHosts } from "../../../scripts/hosts";

const home = "/home/ada";
const first = (
	platform: NodeJS.Platform,
	env: Readonly<Record<string, string | undefined>> = {},
	at = home,
) => pluginHosts({ platform, env, home: at })[0]?.pluginsFolder;

describe("the plugin folders of apps", () => {
	it.each([{}, { XDG_CONFIG_HOME: "" }, { XDG_CONFIG_HOME: "config" }])(
		"is ~/.config on Linux with %j",
		(env) => {
			expect(first("linux", env)).toBe("/home/ada/.config/opendeck/plugins");
		},
	);

	it("is the folder in the desktop's variable", () => {
		expect(first("linux", { XDG_CONFIG_HOME: "/mnt/my config" })).toBe("/mnt/my config/opendeck/plugins");
	});

	it.each([{}, { APPDATA: "" }, { APPDATA: "Roaming" }])(
		"is below the home folder on Windows with %j",
		(env) => {
			expect(first("win32", env, "C:\\Users\\Ada L")).toBe(
				"C:\\Users\\Ada L\\AppData\\Roaming\\Elgato\\StreamDeck\\Plugins",
			);
		},
	);

	it("is in the roaming profile on Windows, and in the library on macOS", () => {
		expect(first("win32", { APPDATA: "D:\\Roaming" })).toBe("D:\\Roaming\\Elgato\\StreamDeck\\Plugins");
		expect(first("darwin")).toBe("/home/ada/Library/Application Support/com.elgato.StreamDeck/Plugins");
	});
});
