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
	await rm(folder, { recursive: true, force: true });
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

	it("reports a denied write if an existing folder is reported missing, as Windows does for protected ones", async () => {
		const refused = Object.assign(new Error("no such file"), { code: "ENOENT" });
		const writeFile = vi.spyOn(promises, "writeFile").mockRejectedValueOnce(refused);
		await expect(systemDisk.replace(join(folder, "a.txt"), "1")).rejects.toMatchObject({
			fault: "not-allowed",
		});
		writeFile.mockRestore();
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
