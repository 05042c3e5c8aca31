import { defineConfig } from "vitest/config";

/** Tests on real sockets of this machine: the world around the plugin, and what of the plugin speaks through them. */
const onSockets = [
	"test/world/service/**/*.test.ts",
	"test/world/deck/**/*.test.ts",
	"test/unit/service/{client,http,http-limits,image,room-socket}.test.ts",
];
const wholes = ["test/end-to-end/**/*.test.ts", "test/world/playground/**/*.test.ts"];
const rules = ["test/rules/**/*.test.ts"];

export default defineConfig({
	test: {
		reporters: process.env["CI"]
			? ["default", ["json", { outputFile: "logs/test-results.json" }]]
			: ["default"],
		projects: [
			{
				// Pure, so files share their modules: loading those anew for each would take longer than all tests.
				test: {
					name: "unit",
					include: ["test/**/*.test.ts"],
					exclude: [...onSockets, ...wholes, ...rules],
					isolate: false,
				},
			},
			{
				test: {
					name: "sockets",
					include: [...onSockets, ...rules],
					testTimeout: 15_000,
				},
			},
			{
				// The built plugin in a process of its own, and real browsers: few at a time, after everything else.
				test: {
					name: "end-to-end",
					include: wholes,
					globalSetup: "scripts/build-if-outdated.ts",
					testTimeout: 60_000,
					hookTimeout: 60_000,
					maxWorkers: 2,
					sequence: { groupOrder: 1 },
				},
			},
		],
	},
});
