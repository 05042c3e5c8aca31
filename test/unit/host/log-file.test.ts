import type { LogEntry } from "@elgato/utils/logging";
import { beforeEach, describe, expect, it } from "vitest";

import { tolerateLogErrors, type LogFile } from "../../../src/host/log-file";

const line = (text: string): LogEntry => ({ level: "info", scope: "", data: [text] });
const failure = (code: string) => Object.assign(new Error(`${code}: no`), { code });

describe("a log file that cannot be written", () => {
	let trouble: Record<keyof LogFile, Error | undefined>;
	let written: unknown[];
	let moves: number;
	let onMove: () => void;
	let complaints: string[];
	let file: LogFile;

	beforeEach(() => {
		trouble = { write: undefined, reIndex: undefined };
		written = [];
		moves = 0;
		onMove = () => undefined;
		complaints = [];
		file = {
			write: ({ data }) => {
				if (trouble.write) throw trouble.write;
				written.push(data[0]);
			},
			reIndex: () => {
				moves += 1;
				onMove();
				if (trouble.reIndex) throw trouble.reIndex;
			},
		};
		tolerateLogErrors((words) => complaints.push(words), file);
	});

	it("throws neither at the start nor on a line, and is reported once", () => {
		trouble = { write: failure("ENOSPC"), reIndex: failure("EROFS") };
		file.reIndex();
		for (const text of ["a", "b"]) file.write(line(text));
		expect(complaints).toEqual(["the log cannot be written (ENOSPC); the plugin continues without it"]);
	});

	it("reports the number of missing lines as soon as it can, once", () => {
		trouble.write = failure("ENOSPC");
		for (const text of ["a", "b"]) file.write(line(text));
		trouble.write = undefined;
		for (const text of ["c", "d"]) file.write(line(text));
		expect(written).toEqual(["2 lines are missing here: the log could not be written (ENOSPC)", "c", "d"]);
		trouble.write = new Error("no code");
		file.write(line("e"));
		expect(complaints).toHaveLength(2);
	});

	it("moves no older file", () => {
		trouble.write = failure("ENOSPC");
		for (const text of ["a", "b"]) file.write(line(text));
		expect(moves).toBe(0);
	});

	it("has its folder created again if it was removed", () => {
		trouble.write = failure("ENOENT");
		onMove = () => (trouble.write = undefined);
		file.write(line("a"));
		expect(written).toEqual(["a"]);
		expect(complaints).toEqual([]);
	});
});
