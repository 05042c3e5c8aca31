import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { TextFiles, type KeyFile } from "../../../src/text-files/text-files";
import { VirtualClock } from "../../world/fakes/virtual-clock";
import { FakeDisk, FakeOwnFiles } from "./fake-disk";

const path = "/obs/followers.txt";

function setUp() {
	const clock = new VirtualClock();
	const disk = new FakeDisk();
	const ownedFiles = new FakeOwnFiles();
	const warnings: string[] = [];
	const options = { disk, ownedFiles, clock, pathStyle: "posix" as const, onChange: () => undefined };
	const files = new TextFiles({ ...options, warn: (line) => warnings.push(line) });
	const says = { text: undefined as string | undefined, nextChangeAtMs: undefined as number | undefined };
	const keyFile: KeyFile = { path, identity: "counter", content: () => says };
	const say = async (text: string | undefined, forMs = 0) => {
		says.text = text;
		files.refresh();
		await clock.advance(forMs);
	};
	return { clock, disk, ownedFiles, warnings, files, keyFile, says, say };
}

describe("a text file", () => {
	it("contains the text of its key, immediately and then once a second, the latest", async () => {
		const { disk, files, keyFile, say } = setUp();
		files.set("key", keyFile);
		await say("1");
		expect(files.status("key")).toBe("written");
		for (const text of ["2", "3", "4"]) await say(text, 300);
		expect(disk.writes).toEqual(["1"]);
		await say("4", 100);
		expect(disk.writes).toEqual(["1", "4"]);
	});

	it("keeps the last text while the value is unknown", async () => {
		const { disk, files, keyFile, say } = setUp();
		files.set("key", keyFile);
		await say(undefined, 2_000);
		expect(files.status("key")).toBe("waiting");
		await say("1", 2_000);
		await say(undefined, 2_000);
		expect(disk.files.get(path)).toBe("1");
	});

	it("changes when its key's text changes by itself", async () => {
		const { clock, disk, files, keyFile, says, say } = setUp();
		files.set("key", keyFile);
		says.nextChangeAtMs = clock.now() + 60_000;
		await say("9");
		says.text = "0";
		await clock.advance(59_000);
		expect(disk.writes).toEqual(["9"]);
		await clock.advance(1_000);
		expect(disk.writes).toEqual(["9", "0"]);
	});

	it("is not changed if another program created it, until that is confirmed", async () => {
		const { disk, files, keyFile, say, warnings } = setUp();
		disk.files.set(path, "my notes");
		files.set("key", keyFile);
		await say("1", 30_000);
		await say("2", 30_000);
		expect(disk.files.get(path)).toBe("my notes");
		expect(files.status("key")).toBe("not-ours");
		expect(warnings).toEqual(["a text file is not written: not-ours"]);
		await files.confirm("key");
		await say("2");
		expect(disk.files.get(path)).toBe("2");
	});

	it("is written again with the same text when its key names it again", async () => {
		const { clock, disk, files, keyFile, say } = setUp();
		files.set("key", keyFile);
		await say("1", 1_000);
		for (const content of [undefined, "of another program"]) {
			files.set("key", undefined);
			if (content === undefined) disk.files.delete(path);
			else disk.files.set(path, content);
			files.set("key", keyFile);
			await clock.advance(1_000);
			expect(disk.files.get(path)).toBe("1");
		}
	});

	it("is written again after it was deleted, unless its key no longer names it", async () => {
		const { clock, disk, files, keyFile, say } = setUp();
		files.set("key", keyFile);
		await say("1", 1_000);
		disk.files.delete(path);
		await files.restore("key");
		await clock.advance(1_000);
		expect(disk.files.get(path)).toBe("1");
		disk.files.delete(path);
		const restored = files.restore("key");
		files.set("key", undefined);
		await restored;
		await clock.advance(1_000);
		expect(disk.files.get(path)).toBeUndefined();
	});

	it("is recognised after a restart", async () => {
		const { disk, ownedFiles, files, keyFile, say } = setUp();
		files.set("key", keyFile);
		await say("1");
		const next = setUp();
		next.disk.files.set(path, disk.files.get(path) ?? "");
		for (const mark of ownedFiles.marks) next.ownedFiles.marks.add(mark);
		next.files.set("key", next.keyFile);
		await next.say("2");
		expect(next.disk.files.get(path)).toBe("2");
	});

	it("is not evaluated before the plugin's marks are loaded", async () => {
		const { disk, ownedFiles, files, keyFile, say, warnings } = setUp();
		ownedFiles.isLoaded = false;
		disk.files.set(path, "0");
		files.set("key", keyFile);
		await say("1", 5_000);
		expect(files.status("key")).toBe("waiting");
		expect(warnings).toEqual([]);
	});

	it("is written again shortly after another program was reading it", async () => {
		const { disk, files, keyFile, say, warnings } = setUp();
		files.set("key", keyFile);
		disk.faults.push("in-use", "in-use", "in-use");
		await say("1", 500);
		expect(disk.files.get(path)).toBe("1");
		expect(warnings).toEqual([]);
	});

	it.each(["no-folder", "not-allowed", "disk-full"] as const)(
		"reports %s once and continues",
		async (fault) => {
			const { disk, files, keyFile, say, warnings } = setUp();
			disk.fault = fault;
			files.set("key", keyFile);
			for (const text of ["1", "2", "3"]) await say(text, 15_000);
			expect(files.status("key")).toBe(fault);
			expect(warnings).toEqual([`a text file is not written: ${fault}`]);
			disk.fault = undefined;
			await say("3", 15_000);
			expect(disk.writes).toEqual(["3"]);
			expect(files.status("key")).toBe("written");
		},
	);

	it("cannot be a folder", async () => {
		const { disk, files, keyFile, say } = setUp();
		disk.folders.add(path);
		files.set("key", keyFile);
		await say("1");
		expect(files.status("key")).toBe("not-a-file");
	});

	it("is written at most once a second, and ends with the latest text", async () => {
		const moves = fc.array(fc.record({ text: fc.string(), afterMs: fc.nat(1_500) }), { maxLength: 30 });
		await fc.assert(
			fc.asyncProperty(moves, async (changes) => {
				const { clock, disk, files, keyFile, say } = setUp();
				const times: number[] = [];
				const replace = disk.replace.bind(disk);
				disk.replace = async (at, text) => {
					times.push(clock.elapsedMs());
					return replace(at, text);
				};
				files.set("key", keyFile);
				for (const { text, afterMs } of changes) await say(text, afterMs);
				await clock.advance(1_000);
				for (const [index, timeMs] of times.entries()) {
					expect(timeMs - (times[index - 1] ?? -Infinity)).toBeGreaterThanOrEqual(1_000);
				}
				expect(disk.files.get(path)).toBe(changes.at(-1)?.text);
			}),
		);
	});
});

describe("a text file that two keys name", () => {
	const second = (text: string): KeyFile => ({ path, identity: text, content: () => ({ text }) });

	it("belongs to the first", async () => {
		const { clock, disk, files, keyFile, say } = setUp();
		files.set("first", keyFile);
		await say("1");
		files.set("second", second("two"));
		await clock.advance(5_000);
		expect(disk.writes).toEqual(["1"]);
		expect(files.status("second")).toBe("taken");
		await files.confirm("second");
		expect(files.status("second")).toBe("taken");
	});

	it("goes to the second when the first releases it", async () => {
		const { clock, disk, files, keyFile, say } = setUp();
		files.set("first", keyFile);
		await say("1");
		files.set("second", second("two"));
		files.set("first", { ...keyFile, path: "/obs/other.txt" });
		await clock.advance(1_000);
		expect(disk.files.get(path)).toBe("two");
		expect(disk.files.get("/obs/other.txt")).toBe("1");
	});

	it("stays with the first while that is hidden, unless the user confirms the second", async () => {
		const { clock, disk, files, keyFile, say } = setUp();
		files.set("first", keyFile);
		files.hide("first");
		await say("1");
		files.set("second", second("two"));
		await clock.advance(5_000);
		expect(files.status("second")).toBe("taken-unseen");
		expect(disk.files.get(path)).toBe("1");
		await files.confirm("second");
		await clock.advance(1_000);
		expect(disk.files.get(path)).toBe("two");
	});

	it("goes with a moved key", async () => {
		const { clock, files, keyFile, say } = setUp();
		files.set("old place", keyFile);
		await say("1");
		files.hide("old place");
		files.set("new place", { ...keyFile });
		await clock.advance(1_000);
		expect(files.status("new place")).toBe("written");
	});
});
