import { copyFile, mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The folder in which the plugin runs, with functions to remove it and its data folder. */
export type Installation = { readonly dir: string; readonly remove: () => Promise<void> };

/** Data folder of a plugin that runs in this folder, instead of the user's own. */
export function dataFolderOf(installationDir: string): string {
	return `${installationDir}-data`;
}

/** Files left by an earlier run. */
const excludedFolders = ["logs", "memory"];

/**
 * Installs a plugin into a separate folder, as the app does. The plugin writes its log files beside its manifest, so two
 * plugins that start at the same time in one folder would overwrite each other's.
 */
export async function installPlugin(pluginDir: string): Promise<Installation> {
	const dir = await mkdtemp(join(tmpdir(), "deck-"));
	for (const entry of await readdir(pluginDir, { withFileTypes: true })) {
		if (excludedFolders.includes(entry.name)) continue;
		const [from, to] = [join(pluginDir, entry.name), join(dir, entry.name)];
		if (entry.isDirectory()) await symlink(from, to, "junction");
		else await copyFile(from, to);
	}
	return {
		dir,
		remove: async () => {
			for (const folder of [dir, dataFolderOf(dir)])
				await rm(folder, { recursive: true, force: true, maxRetries: 5 });
		},
	};
}
