import envPaths from "env-paths";

/** Names the plugin's folders. */
export const pluginId = "com.example.streamevents";

/** Set by tests and the playground, so that they never touch the user's own data. */
const overrideVariable = "STREAM_EVENTS_DATA_FOLDER";

const paths = envPaths(pluginId, { suffix: "" });

/** Folder for files that can be created again. Only the user can write to it. */
export const cacheFolderPath = paths.cache;

/** Returns the plugin's folder for data that survives an update of the plugin. */
export function dataFolderPath(env: Readonly<Record<string, string | undefined>>): string {
	return env[overrideVariable] || paths.data;
}
