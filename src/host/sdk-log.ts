import { inspect } from "node:util";

import { defcon, Logger, type LogEntry } from "@elgato/utils/logging";

/** Scope that the SDK's connection to the app uses in the log. */
const connectionScope = "Connection";
const maxCauses = 5;

let mask = (text: string): string => text;

/** Sets the function that masks secrets in every later log line. */
export function maskLog(maskText: (text: string) => string): void {
	mask = maskText;
}

/**
 * Keeps the app's messages out of the log. The SDK logs a message that it cannot parse in full, and it may contain settings
 * with the API key. The SDK has no option for this.
 */
export function suppressAppMessages(): void {
	const write = Object.getOwnPropertyDescriptor(Logger.prototype, "write")?.value as Logger["write"];
	Logger.prototype.write = function (entry) {
		// The SDK traces each message before it sends or handles it.
		if (defcon(entry.level) > defcon(this.level)) return this;
		return write.call(this, withoutAppMessage(entry));
	};
}

/** Returns the entry without app messages: of the connection's entries, only the text before the message and error names. */
export function withoutAppMessage(entry: LogEntry): LogEntry {
	const isFromConnection = entry.scope.split("->").includes(connectionScope);
	return { ...entry, data: entry.data.map(isFromConnection ? messagePrefixOf : masked) };
}

function messagePrefixOf(part: unknown): string {
	if (part instanceof Error) return part.name;
	return typeof part === "string" ? (part.split(":", 1)[0] ?? "") : typeof part;
}

function masked(part: unknown): string {
	return mask(formatError(part));
}

/** Returns a thrown value as text: an error with its stack and its causes. */
export function formatError(thrown: unknown): string {
	const descriptions: string[] = [];
	for (let current = thrown; descriptions.length < maxCauses; current = current.cause) {
		descriptions.push(
			current instanceof Error ? (current.stack ?? current.message) : inspect(current, { depth: 2 }),
		);
		if (!(current instanceof Error) || current.cause === undefined) break;
	}
	return typeof thrown === "string" ? thrown : descriptions.join("\ncaused by ");
}
