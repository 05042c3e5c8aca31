import { readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { z } from "zod";

const uuidPattern = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;
const maxUuidLength = 100;
/** Files that are not the project's own text, or that are generated. */
const ignoredNames = new Set([".git", "node_modules", "dist", "logs", "bin"]);
const pluginSuffix = ".sdPlugin";
const manifestSchema = z.object({ UUID: z.string() });

/**
 * Changes the plugin's identity: its folder, manifest, actions, and every mention in the project.
 * @param project The project's folder.
 * @param uuid Like `com.your-company.stream-events`.
 * @returns The previous identity, and the number of changed files.
 * @throws Error when it is not a valid identity, or the project has no plugin folder with the name in its manifest.
 */
export function renamePlugin(
	project: string,
	uuid: string,
): { readonly from: string; readonly changed: number } {
	if (!uuidPattern.test(uuid) || uuid.length > maxUuidLength)
		throw new Error(
			`${uuid} is no identity: small letters, digits and hyphens, in two or more parts with points between.`,
		);
	const folders = readdirSync(project).filter((name) => name.endsWith(pluginSuffix));
	const [folder] = folders;
	if (folder === undefined || folders.length > 1)
		throw new Error(`${project} should have one ${pluginSuffix} folder.`);
	const manifest: unknown = JSON.parse(readFileSync(join(project, folder, "manifest.json"), "utf8"));
	const { UUID: from } = manifestSchema.parse(manifest);
	if (folder !== from + pluginSuffix)
		throw new Error(`${folder} and the manifest's ${from} disagree: mend that first.`);
	if (from === uuid) return { from, changed: 0 };

	const uuidMentions = wholeUuidPattern(from);
	const changed = textFiles(project).filter((path) => {
		const text = readFileSync(path, "utf8");
		const renamed = text.replace(uuidMentions, uuid);
		if (renamed !== text) writeFileSync(path, renamed);
		return renamed !== text;
	});
	renameSync(join(project, folder), join(project, uuid + pluginSuffix));
	return { from, changed: changed.length };
}

/** Matches the identity as a whole word only. */
function wholeUuidPattern(uuid: string): RegExp {
	return new RegExp(`(?<![\\w.-])${uuid.replaceAll(".", "\\.")}(?![\\w-])`, "g");
}

function textFiles(folder: string): string[] {
	return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
		const path = join(folder, entry.name);
		if (ignoredNames.has(entry.name)) return [];
		if (entry.isDirectory()) return textFiles(path);
		return entry.isFile() && !readFileSync(path).includes(0) ? [path] : [];
	});
}
