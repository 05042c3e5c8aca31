import { defineConfig } from "vitest/config";

/** Tests that use real sockets, files and command-line tools. */
const machineTests = [
	"test/rules/**/*.test.ts",
	"test/unit/scripts/**/*.test.ts",
	"test/world/service/**/*.test.ts",
	"test/world/deck/**/*.test.ts",
	"test/unit/service/{client,hostile-service,http,http-limits,image,socket/room-socket}.test.ts",
];
const endToEndTests = ["test/end-to-end/**/*.test.ts", "test/world/playground/**/*.test.ts"];

export default defineConfig({
	test: {
		reporters: process.env["CI"]
			? ["default", ["json", { outputFile: "logs/test-results.json" }]]
			: ["default"],
		projects: [
			{
				// Test files share loaded modules, here and below: loading them for each file would take longer than
				// many tests.
				test: {
					name: "unit",
					include: ["test/**/*.test.ts"],
					exclude: [...machineTests, ...endToEndTests],
					isolate: false,
					maxWorkers: "100%",
					// On a busy machine, a test of a few milliseconds can take seconds.
					testTimeout: 30_000,
				},
			},
			{
				test: {
					name: "machine",
					include: machineTests,
					isolate: false,
					maxWorkers: "100%",
					testTimeout: 30_000,
				},
			},
			{
				// The built plugin in a separate process, and real browsers. Few at a time, after all other tests.
				test: {
					name: "end-to-end",
					include: endToEndTests,
					globalSetup: ["scripts/build-if-outdated.ts", "scripts/unpack-browser.ts"],
					testTimeout: 120_000,
					hookTimeout: 60_000,
					maxWorkers: 4,
					isolate: false,
					sequence: { groupOrder: 1 },
				},
			},
		],
	},
});
