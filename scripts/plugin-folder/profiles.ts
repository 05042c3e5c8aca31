/**
 * Creates the starter profiles again, in the plugin's folder.
 *
 * Usage: tsx scripts/plugin-folder/profiles.ts
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { pluginFolder } from "../paths";
import { starterProfiles } from "./starter-profiles";

const folder = join(pluginFolder, "profiles");
const profiles = starterProfiles();
mkdirSync(folder, { recursive: true });
for (const [name, content] of profiles) writeFileSync(join(folder, name), content);
console.log(`${profiles.size} profiles made`);
