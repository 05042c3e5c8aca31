import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The plugin's identity, which is also the name of its folder. */
export const pluginUuid = "com.example.streamevents";

export const projectFolder = fileURLToPath(new URL("..", import.meta.url));

/** The shipped folder, with tracked and built files. */
export const pluginFolder = join(projectFolder, `${pluginUuid}.sdPlugin`);
