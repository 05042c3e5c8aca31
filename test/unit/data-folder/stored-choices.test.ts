import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { DataFolder } from "../../../src/data-folder/data-folder";
import { StoredChoices } from "../../../src/data-folder/stored-choices";
import type { ChoiceOwner } from "../../../src/state/key-choice";

let path: string;
beforeEach(async () => {
	path = await mkdtemp(join(tmpdir(), "choices-"));
});
afterEach(async () => {
	await rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 });
});

/** The choices of one run of the plugin, and how it ends. */
function run() {
	const folder = new DataFolder({ path, pluginId: "plugin", warn: () => undefined });
	return { choices: new StoredChoices(folder), end: () => folder.flush() };
}

const owner = (id: string, fields: Partial<ChoiceOwner> = {}): ChoiceOwner => ({
	...{ id, deviceId: "deck", position: "dial 0,0", identity: "counter{}" },
	...fields,
});

describe("choices on keys", () => {
	it("are those of the key at the same position with the same settings in the next run", () => {
		const first = run();
		first.choices.record(owner("a"), { scope: "year", metric: undefined });
		first.end();
		const { choices } = run();
		expect(choices.recall(owner("b", { position: "dial 1,0" }))).toBeUndefined();
		expect(choices.recall(owner("b", { deviceId: "other" }))).toBeUndefined();
		expect(choices.recall(owner("b", { identity: "counter{goal}" }))).toBeUndefined();
		expect(choices.recall(owner("b"))).toEqual({ scope: "year" });
	});

	it("belong to one key: another page has its own", () => {
		const first = run();
		first.choices.record(owner("a"), { scope: "year" });
		expect(first.choices.recall(owner("b"))).toBeUndefined();
		first.choices.record(owner("b"), { scope: "week" });
		first.end();
		const { choices } = run();
		expect(choices.recall(owner("c"))).toEqual({ scope: "year" });
		expect(choices.recall(owner("c"))).toEqual({ scope: "year" });
		expect(choices.recall(owner("d"))).toEqual({ scope: "week" });
		expect(choices.recall(owner("e"))).toBeUndefined();
	});

	it("end with the choice and with the key", async () => {
		const { choices, end } = run();
		choices.record(owner("a"), { scope: "year" });
		choices.record(owner("a"), { scope: undefined });
		choices.record(owner("b", { position: "dial 1,0" }), { rank: 2 });
		choices.forget("b");
		end();
		expect(JSON.parse(await readFile(join(path, "choices.json"), "utf8"))).toMatchObject({ data: [] });
	});

	it("are limited in number, oldest first, and follow a key that got another position", () => {
		const { choices, end } = run();
		for (let index = 0; index < 400; index++)
			choices.record(owner(`dial ${index}`, { position: String(index) }), { rank: index });
		choices.record(owner("dial 399", { position: "moved" }), { rank: 399 });
		end();
		const later = run().choices;
		expect(later.recall(owner("a", { position: "99" }))).toBeUndefined();
		expect(later.recall(owner("b", { position: "100" }))).toEqual({ rank: 100 });
		expect(later.recall(owner("c", { position: "399" }))).toBeUndefined();
		expect(later.recall(owner("d", { position: "moved" }))).toEqual({ rank: 399 });
	});

	it("of a damaged file are none", async () => {
		await writeFile(
			join(path, "choices.json"),
			'{"plugin":"plugin","version":1,"data":[["x",{"scope":{}}]]}',
		);
		expect(run().choices.recall(owner("a"))).toBeUndefined();
	});
});
