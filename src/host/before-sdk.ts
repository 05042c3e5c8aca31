/*
 * Prepares the process before the SDK is imported, because the SDK opens its log file on import. This is a separate module
 * because a file's imports run before its own code; `plugin.ts` imports it first.
 */

import { Console } from "node:console";

import { tolerateLogErrors } from "./log-file";
import { allowSlowConnections } from "./network";
import { suppressAppMessages } from "./sdk-log";

// Some hosts store what a plugin writes to stderr, and a console ignores write errors. The SDK has no other channel for this.
tolerateLogErrors((message) =>
	new Console({ stdout: process.stdout, stderr: process.stderr }).error(message),
);
suppressAppMessages();
allowSlowConnections();
