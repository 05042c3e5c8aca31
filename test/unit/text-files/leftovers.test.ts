import { describe, expect, it } from "vitest";

import type {} from "../../../src/text-files/disk";
import type { DiskFault } from "../../../src/state/file-status";
import { TextFiles } from "../../../src/text-files/text-files";
import { expectNothingAfterEnd, moments } from "../../world/fakes/end-at-every-moment";
import { flushPromises, VirtualClock } from "../../world/fakes/virtual-clock";
import { FakeDisk, FakeOwnFiles } from "./fake-disk";

const path = "/obs/followers.txt";

function setUp(fault?: DiskFault) {
	const clock = new VirtualClock();
	const disk = new FakeDisk();
	disk.fault = fault;
	const files = new TextFiles({
		disk,
		clock,
		ownedFiles: new FakeOwnFiles(),
		pathStyle: "posix" as const,
		onChange: () => undefined,
		warn: () => undefined,
	});
	const add = (id: string, content: (nowMs: number) => string, identity = id) => {
		files.set(id, {
			path,
			identity,
			content: (nowMs) => ({ text: content(nowMs), nextChangeAtMs: nowMs + 300 }),
		});
	};
	return { clock, disk, files, add };
}

describe("the file of a removed key", () => {
	it.each<DiskFault | undefined>([undefined, "in-use", "not-allowed"])(
		"is not written again, at any time, on a disk that is %s",
		async (fault) => {
			await expectNothingAfterEnd(
				() => {
					const { clock, disk, files, add } = setUp(fault);
					let texts = 0;
					add("a", () => String(texts++));
					const end = () => {
						files.remove("a");
					};
					const finishLate = () => {
						disk.fault = undefined;
						files.refresh();
					};
					return { clock, end, effects: () => disk.writes, finishLate };
				},
				moments(2_500, 30),
			);
		},
	);

	it.each<DiskFault | undefined>([undefined, "in-use", "not-allowed"])(
		"contains the text of its next key soon, at any time, on a disk that is %s",
		async (fault) => {
			for (const momentMs of moments(2_500, 90)) {
				const { clock, disk, files, add } = setUp(fault);
				add("a", (nowMs) => `removed ${nowMs}`);
				add("b", () => "heir");
				await clock.advance(momentMs);
				files.remove("a");
				disk.fault = undefined;
				const { length } = disk.writes;
				await clock.advance(1_100);
				expect({ momentMs, writes: disk.writes.slice(length) }).toEqual({ momentMs, writes: ["heir"] });
				files.remove("b");
				await flushPromises();
				expect(clock.pendingCount).toBe(0);
			}
		},
	);
});
