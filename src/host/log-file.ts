import type { LogEntry } from "@elgato/utils/logging";
import { FileTarget } from "@elgato/utils/logging/file-target.js";

/** Methods of the SDK's log file that can throw, at the start of the plugin and with every log line. */
export type LogFile = {
	write: (this: LogFile, entry: LogEntry) => void;
	/** Creates the folder and rotates older files. */
	reIndex: (this: LogFile) => void;
};

// `reIndex` is private to the compiler, so the cast needs `unknown`.
const sdkLogFile = FileTarget.prototype as unknown as LogFile;

/**
 * Keeps the plugin running while its log cannot be written: a full disk, a read-only or missing folder, a file locked by a
 * virus scanner. Without this, the SDK's error would end the process on import or with the next line. Missed lines are
 * counted, and the count is logged when writing works again. Must be called before the SDK is imported.
 * @param onFirstFailure Called with a readable message each time that the log starts to fail.
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
			// A file that cannot be rotated may still be writable; each line tries.
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
					onFirstFailure(`the log cannot be written (${lastCode}); the plugin continues without it`);
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
