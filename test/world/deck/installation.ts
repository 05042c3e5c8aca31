import { copyFile, mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Where the plugin runs, and how to be rid of it and of its data folder. */
export type Installation = { readonly dir: string; readonly remove: () => Promise<void> };

/** The data folder of a plugin that runs in this folder, in place of the user's own. */
export function dataFolderOf(installationDir: string): string {
	return `${installationDir}-data`;
}

/** What an earlier run has left. */
const excludedFolders = ["logs", "memory"];

/**
 * Installs a plugin the way the app does, in a folder of its own: the plugin keeps its log files beside its manifest, and
 * two that start at the same moment in one folder trip over each other's.
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
