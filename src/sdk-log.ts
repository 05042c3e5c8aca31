import { Logger, type LogEntry } from "@elgato/utils/logging";

/** The SDK's own name for the part of it that talks to the app. */
const connectionScope = "Connection";

/**
 * Keeps the app's messages out of the log. The SDK writes a message that it can't make sense of, whole, and settings with
 * the account's key may be in it; it offers no other way to prevent that.
 */
export function withholdMessages(): void {
	const write = Object.getOwnPropertyDescriptor(Logger.prototype, "write")?.value as Logger["write"];
	Logger.prototype.write = function (entry) {
		return write.call(this, withoutMessage(entry));
	};
}

/** The entry as it may be written: of the connection's, only what it says before the message, and kinds of errors. */
export function withoutMessage(entry: LogEntry): LogEntry {
	if (!entry.scope.split("->").includes(connectionScope)) return entry;
	const data = entry.data.map((part) => {
		if (part instanceof Error) return part.name;
		return typeof part === "string" ? (part.split(":", 1)[0] ?? "") : typeof part;
	});
	return { ...entry, data };
}
