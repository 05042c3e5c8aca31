import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { cacheFolderPath } from "../../../src/data-folder/data-path";

const nodeModule = vi.hoisted(() => ({ default: {} as Record<string, () => void> }));
vi.mock("node:module", () => nodeModule);

beforeEach(() => {
	vi.useFakeTimers();
	vi.resetModules();
});

afterEach(() => {
	vi.useRealTimers();
});

it("enables the compile cache when it is imported, and writes it once when the start is over", async () => {
	const calls: unknown[][] = [];
	nodeModule.default = {
		enableCompileCache: (...args) => void calls.push(["enable", ...args]),
		flushCompileCache: () => void calls.push(["flush"]),
	};
	await import("../../../src/data-folder/compile-cache");
	expect(calls).toEqual([["enable", cacheFolderPath]]);
	await vi.advanceTimersByTimeAsync(60_000);
	expect(calls.slice(1)).toEqual([["flush"]]);
});

it("does nothing where Node.js has no compile cache", async () => {
	nodeModule.default = {};
	await import("../../../src/data-folder/compile-cache");
	expect(vi.getTimerCount()).toBe(0);
});
