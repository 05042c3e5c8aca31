import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { DiskError, type PathEntry } from "../../../src/text-files/disk";
import { SuggestedFiles } from "../../../src/text-files/suggested-files";
import { parseTextPath, type PathStyle } from "../../../src/text-files/text-path";

type DiskStyle = Exclude<PathStyle, "mac">;

const documents = { posix: "/home/ada/Dokumente", windows: "C:\\Users\\Ada\\OneDrive\\Documents" } as const;
const folders = {
	posix: "/home/ada/Dokumente/Stream Events",
	windows: "C:\\Users\\Ada\\OneDrive\\Documents\\Stream Events",
} as const;

function setUp(pathStyle: DiskStyle = "posix", existing: readonly string[] = [], problem?: DiskError) {
	const made: string[] = [];
	const files = new SuggestedFiles({
		pathStyle,
		documentsFolder: () => Promise.resolve(documents[pathStyle]),
		disk: {
			entryAt: (path): Promise<PathEntry> => Promise.resolve(existing.includes(path) ? "file" : "nothing"),
			makeFolder: (path) => {
				if (problem) return Promise.reject(problem);
				made.push(path);
				return Promise.resolve();
			},
		},
	});
	return { files, made };
}

describe("a suggested file", () => {
	it.each([
		["posix", "Followers", `${folders.posix}/followers.txt`],
		["windows", "Followers", `${folders.windows}\\followers.txt`],
		["posix", "Followers this session", `${folders.posix}/followers-this-session.txt`],
		["posix", "今日のフォロワー", `${folders.posix}/今日のフォロワー.txt`],
		["windows", 'A/B: "C" <d>|e?*\\', `${folders.windows}\\a-b-c-d-e.txt`],
		["windows", "NUL", `${folders.windows}\\nul-1.txt`],
		["windows", "com1.x", `${folders.windows}\\com1-1.x.txt`],
		["windows", "Nul.y.z", `${folders.windows}\\nul-1.y.z.txt`],
		["windows", "CONOUT$", `${folders.windows}\\conout$-1.txt`],
		["posix", "../../etc/passwd", `${folders.posix}/-..-etc-passwd.txt`],
		["posix", " ...\u0000\u200b ", `${folders.posix}/stream-events.txt`],
		["posix", "", `${folders.posix}/stream-events.txt`],
	] as const)("is named after the key, on %s: %j", async (style, label, path) => {
		expect(await setUp(style).files.suggest(label)).toBe(path);
	});

	it("always has a path that the plugin can write, in the suggested folder", async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.string({ unit: "binary", maxLength: 300 }),
				fc.constantFrom<DiskStyle>("posix", "windows"),
				async (label, style) => {
					const { files } = setUp(style);
					const path = await files.suggest(label);
					expect(path.startsWith(folders[style])).toBe(true);
					expect(parseTextPath(path, style)).toBeDefined();
					expect(await files.accept(path)).toBeUndefined();
				},
			),
		);
	});

	it("does not exist yet", async () => {
		const existing = [`${folders.posix}/followers.txt`, `${folders.posix}/followers-2.txt`];
		expect(await setUp("posix", existing).files.suggest("Followers")).toBe(
			`${folders.posix}/followers-3.txt`,
		);
	});

	it("creates nothing before it is accepted, and then only its folder", async () => {
		const { files, made } = setUp();
		const path = await files.suggest("Followers");
		expect(made).toEqual([]);
		expect(await files.accept(path)).toBeUndefined();
		expect(made).toEqual([folders.posix]);
	});

	it.each([
		"/etc/followers.txt",
		`${folders.posix}/deeper/followers.txt`,
		`${folders.posix}/../followers.txt`,
		`${folders.posix}/followers.sh`,
		"followers.txt",
		"",
	])("is not accepted if it was not suggested: %s", async (path) => {
		const { files, made } = setUp();
		expect(await files.accept(path)).toBe("failed");
		expect(made).toEqual([]);
	});

	it("returns why its folder cannot be created", async () => {
		const { files } = setUp("posix", [], new DiskError("not-allowed", "EACCES"));
		expect(await files.accept(await files.suggest("Followers"))).toBe("not-allowed");
	});
});
