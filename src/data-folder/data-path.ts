import envPaths from "env-paths";

/** Set by tests and the playground, so that they never touch the user's own data. */
const overrideVariable = "STREAM_EVENTS_DATA_FOLDER";

/** Returns the plugin's folder for data that survives an update of the plugin. */
export function dataFolderPath(pluginId: string, env: Readonly<Record<string, string | undefined>>): string {
	return env[overrideVariable] || envPaths(pluginId, { suffix: "" }).data;
}
