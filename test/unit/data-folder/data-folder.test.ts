import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile, mkdir } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod/mini";

import { DataFolder, discard } from "../../../src/data-folder/data-folder";
import { cacheFolderPath, dataFolderPath } from "../../../src/data-folder/data-path";

const pluginId = "com.example.streamevents";
const schema = z.array(z.string());
const format = { version: 2, parse: (data: unknown) => schema.safeParse(data).data };

let parent: string;
let path: string;
let warnings: string[];
const folder = () => new DataFolder({ path, pluginId, warn: (line) => warnings.push(line) });

beforeEach(async () => {
	parent = await mkdtemp(join(tmpdir(), "data-"));
	path = join(parent, pluginId);
	warnings = [];
});
afterEach(async () => {
	await chmod(parent, 0o700);
	await rm(parent, { recursive: true, force: true, maxRetries: 5 });
});

async function save(value: readonly string[]): Promise<void> {
	const file = folder().open("names", format);
	file.save([...value]);
	await file.isWritten();
}

describe("a data file", () => {
	it("returns in another run what was saved, and leaves no other files", async () => {
		expect(folder().open("names", format).value).toBeUndefined();
		await save(["a", "b"]);
		expect(folder().open("names", format).value).toEqual(["a", "b"]);
		expect(await readdir(path)).toEqual(["names.json"]);
	});

	it("is readable by the user only, even if the folder was readable by others before", async () => {
		if (process.platform === "win32") return;
		await mkdir(path, { mode: 0o755 });
		await save(["a"]);
		expect((await stat(path)).mode & 0o777).toBe(0o700);
		expect((await stat(join(path, "names.json"))).mode & 0o777).toBe(0o600);
	});

	it.each([
		["damaged", '{"plugin":"com.example.streamevents","version":2,"data":["a"'],
		["foreign", '{"plugin":"com.other","version":2,"data":["a"]}'],
		["not the plugin's", '["a"]'],
		["newer", '{"plugin":"com.example.streamevents","version":3,"data":["a"]}'],
		["older", '{"plugin":"com.example.streamevents","version":1,"data":["a"]}'],
		["of another form", '{"plugin":"com.example.streamevents","version":2,"data":{"a":1}}'],
		["empty", ""],
	])("that is %s is ignored and replaced", async (_kind, content) => {
		await mkdir(path);
		await writeFile(join(path, "names.json"), content);
		expect(folder().open("names", format).value).toBeUndefined();
		await save(["mine"]);
		expect(folder().open("names", format).value).toEqual(["mine"]);
	});

	it("replaces a temporary file of a crash during a write", async () => {
		await save(["old"]);
		await writeFile(join(path, "names.json.tmp"), '{"plugin":');
		expect(folder().open("names", format).value).toEqual(["old"]);
		await save(["new"]);
		expect(await readdir(path)).toEqual(["names.json"]);
	});

	it("writes the latest of many values saved together, and never a mixture", async () => {
		const file = folder().open("names", format);
		for (let index = 0; index < 50; index++) file.save([String(index)]);
		await file.isWritten();
		expect(folder().open("names", format).value).toEqual(["49"]);
	});

	it("is written immediately at the end of the process, during any write", async () => {
		const data = folder();
		const file = data.open("names", format);
		file.save(["first"]);
		file.save(["last"]);
		data.flush();
		expect(folder().open("names", format).value).toEqual(["last"]);
		await file.isWritten();
	});

	it("keeps the value in memory and warns once if the disk fails", async () => {
		await writeFile(path, "a file where the folder should be");
		const data = folder();
		const file = data.open("names", format);
		for (const value of ["a", "b"]) {
			file.save([value]);
			await file.isWritten();
		}
		expect(file.value).toEqual(["b"]);
		expect(warnings).toHaveLength(1);
		expect(warnings[0]).not.toContain(parent);
		expect(await readFile(path, "utf8")).toBe("a file where the folder should be");
	});
});

describe("data of an earlier version in the plugin's folder", () => {
	it("is removed, if there is any", async () => {
		const old = join(parent, "memory");
		await mkdir(old);
		await writeFile(join(old, "event-list.txt"), "old");
		for (let start = 0; start < 2; start++) discard(old);
		expect(await readdir(parent)).toEqual([]);
	});
});

describe("the folder's path", () => {
	it.each([
		["data", dataFolderPath({}), "XDG_DATA_HOME"],
		["cache", cacheFolderPath, "XDG_CACHE_HOME"],
	] as const)("is in the user's %s folder under the plugin's name", (_, own, variable) => {
		expect(own.split(/[\\/]/)).toContain(pluginId);
		expect(own.startsWith(homedir()) || process.env[variable] !== undefined).toBe(true);
		expect(own).not.toContain("nodejs");
	});

	it("is the one that tests set", () => {
		expect(dataFolderPath({ STREAM_EVENTS_DATA_FOLDER: path })).toBe(path);
	});
});
