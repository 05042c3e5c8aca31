import { afterEach, beforeEach, expect, it, vi } from "vitest";

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
	await import("../../../src/host/compile-cache");
	expect(calls).toEqual([["enable"]]);
	await vi.advanceTimersByTimeAsync(60_000);
	expect(calls).toEqual([["enable"], ["flush"]]);
});

it("does nothing where Node.js has no compile cache", async () => {
	nodeModule.default = {};
	await import("../../../src/host/compile-cache");
	expect(vi.getTimerCount()).toBe(0);
});
