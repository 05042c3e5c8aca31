import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { hasForbiddenName, parseTextPath } from "../../../src/text-files/text-path";

describe("the path of a text file", () => {
	it.each([
		["posix", "/home/ada/followers.txt"],
		["posix", "/home/ada/Mes textes/abonnés.TXT"],
		["windows", "C:\\Users\\Ada\\followers.txt"],
		["windows", "d:/obs/followers.txt"],
		["windows", "C:\\obs\\nullable.txt"],
		["windows", "C:\\obs\\com10.txt"],
		["posix", "/aux/12:30/nullable.txt"],
		["windows", "\\\\STREAM-PC\\obs\\followers.txt"],
	] as const)("can be by the rules of %s: %s", (style, typed) => {
		expect(parseTextPath(typed, style)).toBeDefined();
	});

	it.each([
		["posix", ""],
		["posix", "followers.txt"],
		["posix", "~/followers.txt"],
		["posix", "C:\\Users\\Ada\\followers.txt"],
		["posix", "/home/ada/.bashrc"],
		["posix", "/home/ada/followers.txt/"],
		["posix", "/home/ada/a\nb.txt"],
		["posix", "/home/ada/a\u0000.txt"],
		["posix", "/obs/NUL.txt"],
		["mac", "/obs/con.followers.txt"],
		["posix", "/obs/program.txt:hidden.txt"],
		["windows", "/home/ada/followers.txt"],
		["windows", "\\followers.txt"],
		["windows", "C:followers.txt"],
		["windows", "C:\\program.exe:hidden.txt"],
		["windows", "C:\\what?.txt"],
		["windows", "\\\\?\\C:\\followers.txt"],
		["windows", "\\\\.\\pipe\\followers.txt"],
		["windows", "\\\\host\\followers.txt"],
		["windows", "C:\\followers.txt.exe"],
		["windows", "C:\\obs\\NUL.txt"],
		["windows", "C:\\obs\\con.followers.txt"],
		["windows", "C:\\aux\\followers.txt"],
		["windows", "C:\\obs\\Com1.txt"],
		["windows", "C:\\obs\\LPT².txt"],
		["windows", "C:\\obs. \\followers.txt"],
	] as const)("cannot be by the rules of %s: %s", (style, typed) => {
		expect(parseTextPath(typed, style)).toBeUndefined();
	});

	it.each([
		["/obs/NUL.txt", true],
		["C:\\obs\\what?.txt", true],
		["C:\\aux\\followers.txt", true],
		["/obs/program.txt:hidden.txt", true],
		["/obs/followers.csv", false],
		["C:\\obs\\followers.csv", false],
		["C:followers.txt", false],
		["https://obs/followers.txt", false],
		["NUL.txt", false],
		["C:\\obs. \\followers.txt", true],
		["C:\\obs\\..\\followers.csv", false],
	])("is refused because of a name in it: %s, %s", (typed, isRefused) => {
		expect(hasForbiddenName(typed, "windows")).toBe(isRefused);
	});

	it("is not refused because of a blank that only Windows drops", () => {
		expect(hasForbiddenName("/obs /followers.csv", "posix")).toBe(false);
	});

	it("has one mark for all its spellings", () => {
		const mark = (style: "posix" | "mac" | "windows", typed: string) => parseTextPath(typed, style)?.pathHash;
		expect(mark("windows", "c:/OBS/x/../Followers.txt")).toBe(mark("windows", "C:\\obs\\followers.TXT"));
		expect(mark("posix", "/a/./b.txt")).toBe(mark("posix", "/a/b.txt"));
		expect(mark("mac", "/Users/Ada/Abonne\u0301s.txt")).toBe(mark("mac", "/users/ada/abonnés.TXT"));
		expect(parseTextPath("/Users/a.txt", "mac")?.formerHash).toBe(mark("posix", "/Users/a.txt"));
		expect(mark("posix", "/a/B.txt")).not.toBe(mark("posix", "/a/b.txt"));
	});

	it("on another computer is recognised", () => {
		expect(parseTextPath("\\\\PC\\share\\a.txt", "windows")?.isRemote).toBe(true);
		expect(parseTextPath("//PC/share/a.txt", "windows")?.isRemote).toBe(true);
		expect(parseTextPath("C:\\a.txt", "windows")?.isRemote).toBe(false);
	});

	it("never throws", () => {
		fc.assert(
			fc.property(fc.string({ unit: "binary" }), fc.constantFrom("posix", "windows"), (typed, style) => {
				const path = parseTextPath(`${typed}.txt`, style);
				expect(path === undefined || path.pathHash.length === 8).toBe(true);
			}),
		);
	});
});
