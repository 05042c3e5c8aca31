import { execFile } from "node:child_process";
import { promises as fs } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { promisify } from "node:util";
import { programTimeoutMs } from "./timing";

/** Access to the computer that the search for the documents folder requires. */
export type DocumentsSystem = {
	readonly platform: NodeJS.Platform;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly home: string;
	/** @throws If the file cannot be read. */
	readonly readFile: (path: string) => Promise<string>;
	/** @returns The program's output. @throws If it fails or takes too long. */
	readonly run: (program: string, args: readonly string[]) => Promise<string>;
};

const thisSystem: DocumentsSystem = {
	platform: process.platform,
	env: process.env,
	home: homedir(),
	readFile: (path) => fs.readFile(path, "utf8"),
	run: async (program, args) => {
		const options = { timeout: programTimeoutMs, windowsHide: true };
		return (await promisify(execFile)(program, [...args], options)).stdout;
	},
};

/**
 * Returns the user's documents folder: a known folder on Windows, which OneDrive may have moved; the one in
 * `user-dirs.dirs` on Linux. Otherwise, and if that fails, `Documents` in the home folder.
 */
export async function documentsFolder(system: DocumentsSystem = thisSystem): Promise<string> {
	const fallback = join(system.home, "Documents");
	try {
		if (system.platform === "win32") return (await windowsFolder(system)) ?? fallback;
		// macOS translates only the displayed name.
		return system.platform === "linux" ? ((await xdgFolder(system)) ?? fallback) : fallback;
	} catch {
		return fallback;
	}
}

async function windowsFolder({ env, run }: DocumentsSystem): Promise<string | undefined> {
	const root = env["SystemRoot"] ?? "C:\\Windows";
	const powershell = `${root}\\System32\\WindowsPowerShell\\v1.0\\powershell.exe`;
	const command =
		"[Console]::OutputEncoding = [Text.Encoding]::UTF8; [Environment]::GetFolderPath('MyDocuments')";
	const printed = await run(powershell, ["-NoProfile", "-NonInteractive", "-Command", command]);
	return printed.replace(/^\ufeff/, "").trim() || undefined;
}

/** Source: freedesktop.org, xdg-user-dirs: `XDG_DOCUMENTS_DIR="$HOME/Dokumente"`. */
async function xdgFolder({ env, home, readFile }: DocumentsSystem): Promise<string | undefined> {
	const configFolder = env["XDG_CONFIG_HOME"] || join(home, ".config");
	const content = await readFile(join(configFolder, "user-dirs.dirs"));
	const [, quoted] = /^\s*XDG_DOCUMENTS_DIR="((?:[^"\\]|\\.)*)"/m.exec(content) ?? [];
	const folder = quoted?.replace(/\\(.)/g, "$1").replace(/^\$HOME(?=\/|$)/, home);
	return folder !== undefined && isAbsolute(folder) ? folder : undefined;
}
