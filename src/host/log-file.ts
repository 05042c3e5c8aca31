import type { LogEntry } from "@elgato/utils/logging";
import { FileTarget } from "@elgato/utils/logging/file-target.js";

/** What the SDK's log file does: each may throw, at the plugin's start and in the middle of whatever logs a line. */
export type LogFile = {
	/** Adds a line. */
	write: (this: LogFile, entry: LogEntry) => void;
	/** Makes the folder, or moves older files out of the way. */
	reIndex: (this: LogFile) => void;
};

// The compiler knows `reIndex` for private.
const sdkLogFile = FileTarget.prototype as unknown as LogFile;

/**
 * Lets the plugin go on where its log can't be written: the disk is full, the folder is read-only, missing or a file, a
 * scanner holds it. The SDK would let that end the process, while it is imported or at the next line. What was missed is
 * counted, and told in the log as soon as it can be written again.
 *
 * To be called before the SDK is imported.
 * @param onFirstFailure Told once each time that the log begins to fail, in words for a human.
 */
export function tolerateLogErrors(
	onFirstFailure: (message: string) => void,
	file: LogFile = sdkLogFile,
): void {
	const { write, reIndex } = file;
	let missedCount = 0;
	let lastCode = "";

	const writeAll = (target: LogFile, entry: LogEntry) => {
		if (missedCount > 0) write.call(target, missedEntry(missedCount, lastCode));
		missedCount = 0;
		write.call(target, entry);
	};
	file.reIndex = function () {
		try {
			reIndex.call(this);
		} catch {
			// A file that can't be moved may still be written, and each line tries.
		}
	};
	file.write = function (entry) {
		try {
			writeAll(this, entry);
		} catch (firstError) {
			try {
				if (codeOf(firstError) !== "ENOENT") throw firstError;
				this.reIndex();
				writeAll(this, entry);
			} catch (error) {
				lastCode = codeOf(error);
				if (missedCount === 0)
					onFirstFailure(`the log can't be written (${lastCode}); the plugin goes on without it`);
				missedCount += 1;
			}
		}
	};
}

function missedEntry(count: number, code: string): LogEntry {
	const lines = count === 1 ? "1 line is" : `${count} lines are`;
	const message = `${lines} missing here: the log could not be written (${code})`;
	return { level: "warn", scope: "", data: [message] };
}

function codeOf(error: unknown): string {
	return error instanceof Error && "code" in error ? String(error.code) : "unknown";
}
