import { expect, it } from "vitest";

import { readCommandLine } from "./command-line";

it("has a port of its own when nothing is asked for", () => {
	expect(readCommandLine([])).toEqual({ port: 4280 });
});

it("reads numbers and words", () => {
	const flags = ["--port", "0", "--shapes", "field", "--generation=2-only", "--limitCap", "10"];
	expect(readCommandLine(flags)).toEqual({ port: 0, shapes: "field", generation: "2-only", limitCap: 10 });
	expect(readCommandLine(["--help"])).toBe("help");
});

it.each([["--port=high"], ["--generation=3"], ["--color=red"]])("rejects %s", (flag) => {
	expect(() => readCommandLine([flag])).toThrow();
});
