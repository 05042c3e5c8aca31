import { expect, it } from "vitest";

import { readCommandLine, usage } from "./command-line";
import { defaultSettings } from "./settings";
import { shapePresets, shapesSchema } from "./shapes/shapes";

it("uses a free port by default", () => {
	expect(readCommandLine([])).toEqual({ options: { port: 4280 }, faults: {} });
});

it("reads numbers and words", () => {
	const flags = ["--port", "0", "--shapes", "field", "--generation=2-only", "--limitCap", "10"];
	expect(readCommandLine(flags)).toMatchObject({
		options: { port: 0, shapes: "field", generation: "2-only", limitCap: 10 },
	});
	expect(readCommandLine(["--limitCap=none", "--aboveCap=refused"])).toMatchObject({
		options: { limitCap: "none", aboveCap: "refused" },
	});
	expect(readCommandLine(["--help"])).toBe("help");
});

it("applies single shapes on top of a preset", () => {
	expect(readCommandLine(["--shapes", "field", "--discovery", "trailing-slash"])).toMatchObject({
		options: { shapes: { ...shapePresets.field, discovery: "trailing-slash" } },
	});
	expect(readCommandLine(["--list=datas.items"])).toMatchObject({
		options: { shapes: { ...shapePresets.documented, list: "datas.items" } },
	});
});

it("takes faults", () => {
	expect(readCommandLine(["--faults", '{"rest":{"totals":{"status":503}}}'])).toMatchObject({
		faults: { rest: { totals: { status: 503 } } },
	});
});

it("names every setting and every shape in its help", () => {
	for (const name of [...Object.keys(defaultSettings), ...Object.keys(shapesSchema.shape)])
		expect(usage).toContain(`--${name} `);
});

it.each([
	"--port=high",
	"--generation=3",
	"--color=red",
	"--shapes=wild",
	"--list=somewhere",
	"--faults={",
	'--faults={"rest":{"all":{"status":99}}}',
])("rejects %s", (flag) => {
	expect(() => readCommandLine([flag])).toThrow();
});
