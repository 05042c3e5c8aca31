import { inspect } from "node:util";

import { Logger, type LogEntry } from "@elgato/utils/logging";

/** The SDK's own name for the part of it that talks to the app. */
const connectionScope = "Connection";
const maxCauses = 5;

let mask = (text: string): string => text;

/** From now on every line of the log passes through this. */
export function maskLog(maskText: (text: string) => string): void {
	mask = maskText;
}

/**
 * Keeps the app's messages out of the log. The SDK writes a message that it can't make sense of, whole, and settings with
 * the account's key may be in it; it offers no other way to prevent that.
 */
export function suppressAppMessages(): void {
	const write = Object.getOwnPropertyDescriptor(Logger.prototype, "write")?.value as Logger["write"];
	Logger.prototype.write = function (entry) {
		return write.call(this, withoutAppMessage(entry));
	};
}

/** The entry as it may be written: of the connection's, only what it says before the message, and kinds of errors. */
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

/** What was thrown, in words: an error with its stack and what caused it. */
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
