/*
 * What has to be so before the SDK is imported: its log opens a file meanwhile. A module of its own, because imports run
 * before all else in a file; `plugin.ts` imports it first.
 */

import { Console } from "node:console";

import { tolerateLogErrors } from "./log-file";
import { allowSlowConnections } from "./network";
import { suppressAppMessages } from "./sdk-log";

// Some hosts keep what a plugin writes here, and a console minds no failure. The SDK offers no other way to tell.
const output = new Console({ stdout: process.stdout, stderr: process.stderr });
tolerateLogErrors((message) => output.error(message));
suppressAppMessages();
allowSlowConnections();
