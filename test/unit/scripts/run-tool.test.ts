import { existsSync } from "node:fs";

import { expect, it } from "vitest";

import { toolPath } from "../../../scripts/run-tool";

it.each([
	["@elgato/cli", "streamdeck"],
	["prettier", "prettier"],
	["rollup", "rollup"],
	["tsx", "tsx"],
])("the tool of %s named %s is found", (packageName, toolName) => {
	expect(existsSync(toolPath(packageName, toolName))).toBe(true);
});

it("a missing tool is named in the error", () => {
	expect(() => toolPath("rollup", "rolldown")).toThrow("rolldown");
});
