import { describe, expect, it } from "vitest";

import { createGuard } from "../../../src/state/guard";
import { flushPromises } from "../../world/fakes/virtual-clock";
import { FakeLog } from "../../world/fakes/fake-log";

function setUp() {
	const log = new FakeLog();
	return { log, guard: createGuard(log) };
}

describe("a guard", () => {
	it("runs the handler immediately and logs nothing without an error", async () => {
		const { log, guard } = setUp();
		const done: string[] = [];
		guard("a press", () => void done.push("at once"));
		guard("a press", async () => {
			await Promise.resolve();
			done.push("later");
		});
		expect(done).toEqual(["at once"]);
		await flushPromises();
		expect(done).toEqual(["at once", "later"]);
		expect(log.lines).toEqual([]);
	});

	it.each([
		["synchronously", () => thrown(new TypeError("no such key"))],
		["synchronously in an async handler", async () => thrown(new TypeError("no such key"))],
		[
			"later",
			async () => {
				await Promise.resolve();
				thrown(new TypeError("no such key"));
			},
		],
	])("logs an error thrown %s as one line with the handler and the place", async (_, handler) => {
		const { log, guard } = setUp();
		expect(() => {
			guard("a press", handler);
		}).not.toThrow();
		await flushPromises();
		expect(log.lines).toHaveLength(1);
		expect(log.lines[0]).toMatch(/^error a press failed: TypeError: no such key\n/);
		expect(log.lines[0]).toContain("guard.test.ts");
	});

	it.each(["a text", undefined, null, 7])("logs %j as a line if it is thrown", async (value) => {
		const { log, guard } = setUp();
		guard("a press", () => thrown(value));
		guard("a release", async () => thrown(value));
		await flushPromises();
		expect(log.lines).toEqual([
			`error a press failed: ${String(value)}`,
			`error a release failed: ${String(value)}`,
		]);
	});

	it("logs no other properties of an error", async () => {
		const { log, guard } = setUp();
		const error = Object.assign(new Error("refused"), { payload: { apiKey: "s3cret" } });
		guard("new settings", () => thrown(error));
		guard("new settings", async () => thrown({ apiKey: "s3cret" }));
		await flushPromises();
		expect(log.lines).toHaveLength(2);
		expect(log.lines.join()).not.toContain("s3cret");
	});

	it("keeps working after an error", () => {
		const { guard } = setUp();
		const done: string[] = [];
		guard("a press", () => thrown(new Error("once")));
		guard("a press", () => void done.push("pressed"));
		expect(done).toEqual(["pressed"]);
	});
});

function thrown(value: unknown): never {
	throw value;
}
