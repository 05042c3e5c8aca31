import { promises } from "node:fs";
import {
	chmod,
	mkdir,
	mkdtemp,
	readdir,
	readFile,
	rm,
	stat,
	symlink,
	utimes,
	writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { systemDisk } from "../../../src/text-files/disk";

let folder: string;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), "text-files-"));
});

afterEach(async () => {
	vi.restoreAllMocks();
	await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

describe("the disk", () => {
	it("contains exactly the text, and no other files", async () => {
		const path = join(folder, "abonnés.txt");
		await systemDisk.replace(path, "1 234 € – 日本\n");
		await systemDisk.replace(path, "2");
		expect(await readFile(path)).toEqual(Buffer.from("2", "utf8"));
		expect(await readdir(folder)).toEqual(["abonnés.txt"]);
	});

	it("keeps the permissions of the file", async () => {
		if (process.platform === "win32") return;
		const path = join(folder, "shared.txt");
		await writeFile(path, "1");
		await chmod(path, 0o664);
		await systemDisk.replace(path, "2");
		expect((await stat(path)).mode & 0o777).toBe(0o664);
	});

	it("removes temporary files of an earlier run, and no others", async () => {
		const names = [".stream-events-1-7.tmp", ".stream-events-1-8.tmp", ".stream-events-notes.tmp"];
		for (const name of names) await writeFile(join(folder, name), "half a te");
		for (const name of [names[0], names[2]]) await utimes(join(folder, name ?? ""), 1, 1);
		await systemDisk.replace(join(folder, "a.txt"), "1");
		expect(await readdir(folder)).toEqual([names[1], names[2], "a.txt"]);
	});

	it("removes a temporary file of a crash a moment ago with a later write", async () => {
		const leftover = join(folder, ".stream-events-1-9.tmp");
		await writeFile(leftover, "half a te");
		await systemDisk.replace(join(folder, "a.txt"), "1");
		await utimes(leftover, 1, 1);
		await systemDisk.replace(join(folder, "a.txt"), "2");
		expect(await readdir(folder)).toEqual(["a.txt"]);
	});

	it("never contains a partial text", async () => {
		const path = join(folder, "long.txt");
		const texts = ["a", "b"].map((letter) => letter.repeat(300_000));
		await systemDisk.replace(path, texts[0] ?? "");
		let isWriting = true;
		const read = async () => {
			const seen = new Set<string>();
			while (isWriting) seen.add(await readFile(path, "utf8"));
			return seen;
		};
		const seen = read();
		for (let round = 0; round < 50; round++) await systemDisk.replace(path, texts[round % 2] ?? "");
		isWriting = false;
		for (const text of await seen) expect(texts).toContain(text);
	});

	it("returns the fault without its path, and leaves no other files", async () => {
		await mkdir(join(folder, "folder.txt"));
		const missing = systemDisk.replace(join(folder, "none", "a.txt"), "1");
		await expect(missing).rejects.toMatchObject({ fault: "no-folder", message: "no-folder (ENOENT)" });
		await expect(systemDisk.replace(join(folder, "folder.txt"), "1")).rejects.toHaveProperty("fault");
		const long = systemDisk.replace(join(folder, `${"a".repeat(300)}.txt`), "1");
		await expect(long).rejects.toMatchObject({ fault: "name-too-long" });
		expect(await readdir(folder)).toEqual(["folder.txt"]);
	});

	const failOnce = (name: "writeFile" | "mkdir" | "rename" | "access", code: string) => {
		vi.spyOn(promises, name).mockRejectedValueOnce(Object.assign(new Error(code), { code }));
	};

	it.each([
		["writeFile", () => systemDisk.replace(join(folder, "a.txt"), "1")],
		["mkdir", () => systemDisk.makeFolder(join(folder, "Stream Events"))],
	] as const)("reports a denied %s if Windows reports a protected folder as missing", async (name, write) => {
		failOnce(name, "ENOENT");
		await expect(write()).rejects.toMatchObject({ fault: "not-allowed" });
	});

	it.each([
		["in-use", []],
		["not-allowed", ["access"]],
	] as const)("reports an old file that cannot be replaced as %s", async (fault, readOnly) => {
		await writeFile(join(folder, "a.txt"), "1");
		failOnce("rename", "EPERM");
		for (const name of readOnly) failOnce(name, "EPERM");
		await expect(systemDisk.replace(join(folder, "a.txt"), "2")).rejects.toMatchObject({ fault });
		expect(await readdir(folder)).toEqual(["a.txt"]);
	});

	it("returns the kind of an entry", async () => {
		await writeFile(join(folder, "file.txt"), "");
		await mkdir(join(folder, "folder.txt"));
		await symlink(join(folder, "file.txt"), join(folder, "link.txt"));
		const occupants = await Promise.all(
			["file.txt", "folder.txt", "link.txt", "none.txt"].map((name) =>
				systemDisk.entryAt(join(folder, name)),
			),
		);
		expect(occupants).toEqual(["file", "something-else", "something-else", "nothing"]);
	});
});
