import { defineConfig } from "vitest/config";

const standIns = ["test/world/service/**/*.test.ts", "test/world/deck/**/*.test.ts"];
const wholes = ["test/end-to-end/**/*.test.ts", "test/world/playground/**/*.test.ts"];

export default defineConfig({
	test: {
		reporters: process.env["CI"]
			? ["default", ["json", { outputFile: "logs/test-results.json" }]]
			: ["default"],
		projects: [
			{
				test: {
					name: "unit",
					include: ["test/**/*.test.ts"],
					exclude: [...standIns, ...wholes],
				},
			},
			{
				test: {
					name: "stand-in",
					include: standIns,
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
