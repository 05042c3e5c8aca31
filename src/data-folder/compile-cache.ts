/*
 * Enables the compile cache of Node.js, which exists since version 22.8: compiled modules are read from the plugin's
 * cache folder. Only modules that are loaded later are cached, so `plugin.ts` imports this one first. If the folder
 * cannot be written, Node.js compiles the modules at each start.
 */

import nodeModule from "node:module";

import { cacheFolderPath } from "./data-path";

/** Members that the types of the oldest supported Node.js do not have. */
type CompileCache = {
	readonly enableCompileCache?: (folder: string) => void;
	readonly flushCompileCache?: () => void;
};

const { enableCompileCache, flushCompileCache } = nodeModule as CompileCache;

/** Time after which the start is over, in milliseconds. */
const settledAfterMs = 10_000;

if (enableCompileCache) {
	enableCompileCache(cacheFolderPath);
	// Node.js writes the cache when the process exits, but the app ends it without a signal.
	setTimeout(() => flushCompileCache?.(), settledAfterMs).unref();
}
