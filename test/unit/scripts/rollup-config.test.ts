import { pathToFileURL } from "node:url";
import { join } from "node:path";

import { expect, it } from "vitest";
import { z } from "zod";

import { projectFolder } from "../../../scripts/paths";

const buildsSchema = z.array(z.object({ output: z.object({ sourcemap: z.boolean() }) }));
const configSchema = z.object({
	default: z.custom<(options: object) => unknown>((value) => typeof value === "function"),
});

it("creates no source map of the plugin: the app reads it, and it is larger than the plugin", async () => {
	const url = pathToFileURL(join(projectFolder, "rollup.config.mjs")).href;
	const { default: configure } = configSchema.parse(await import(url));
	const [plugin] = buildsSchema.parse(configure({}));
	expect(plugin?.output.sourcemap).toBe(false);
});
