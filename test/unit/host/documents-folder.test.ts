import { describe, expect, it } from "vitest";

import { documentsFolder, type DocumentsSystem } from "../../../src/host/documents-folder";

function system(changes: Partial<DocumentsSystem>): DocumentsSystem {
	return {
		platform: "linux",
		env: {},
		home: "/home/ada",
		readFile: () => Promise.reject(new Error("no such file")),
		run: () => Promise.reject(new Error("no such program")),
		...changes,
	};
}

function xdg(line: string): Partial<DocumentsSystem> {
	return { readFile: () => Promise.resolve(`# comment\nXDG_DESKTOP_DIR="$HOME/Desktop"\n${line}\n`) };
}

describe("the documents folder", () => {
	it.each([
		["in German", 'XDG_DOCUMENTS_DIR="$HOME/Dokumente"', "/home/ada/Dokumente"],
		["elsewhere", 'XDG_DOCUMENTS_DIR="/data/docs"', "/data/docs"],
		["with quotes in its name", 'XDG_DOCUMENTS_DIR="$HOME/My \\"docs\\""', '/home/ada/My "docs"'],
		["not named", "", "/home/ada/Documents"],
		["commented out", '#XDG_DOCUMENTS_DIR="$HOME/Dokumente"', "/home/ada/Documents"],
		["not absolute", 'XDG_DOCUMENTS_DIR="docs"', "/home/ada/Documents"],
		["of a variable that is another", 'XDG_DOCUMENTS_DIR="$HOMEDIR/docs"', "/home/ada/Documents"],
	])("on Linux %s", async (_, line, folder) => {
		expect(await documentsFolder(system(xdg(line)))).toBe(folder);
	});

	it("on Linux is read from the folder in XDG_CONFIG_HOME", async () => {
		const read: string[] = [];
		const readFile = (path: string) => {
			read.push(path);
			return Promise.reject(new Error("no such file"));
		};
		expect(await documentsFolder(system({ readFile, env: { XDG_CONFIG_HOME: "/cfg" } }))).toBe(
			"/home/ada/Documents",
		);
		expect(read).toEqual(["/cfg/user-dirs.dirs"]);
		await documentsFolder(system({ readFile }));
		expect(read.at(-1)).toBe("/home/ada/.config/user-dirs.dirs");
	});

	it("on Windows is the known folder, which may have been moved and have a name in any script", async () => {
		const ran: string[] = [];
		const run = (program: string) => {
			ran.push(program);
			return Promise.resolve("\ufeffC:\\Users\\Ада\\OneDrive\\Документы\r\n");
		};
		const windows = system({ platform: "win32", env: { SystemRoot: "D:\\Windows" }, run });
		expect(await documentsFolder(windows)).toBe("C:\\Users\\Ада\\OneDrive\\Документы");
		expect(ran).toEqual(["D:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe"]);
	});

	it("on Windows without a response, and on macOS, is Documents in the home folder", async () => {
		expect(await documentsFolder(system({ platform: "win32" }))).toBe("/home/ada/Documents");
		expect(await documentsFolder(system({ platform: "win32", run: () => Promise.resolve(" \r\n") }))).toBe(
			"/home/ada/Documents",
		);
		expect(await documentsFolder(system({ platform: "darwin" }))).toBe("/home/ada/Documents");
	});
});
