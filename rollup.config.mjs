import { existsSync, readdirSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join, parse } from "node:path";

import commonjs from "@rollup/plugin-commonjs";
import json from "@rollup/plugin-json";
import nodeResolve from "@rollup/plugin-node-resolve";
import terser from "@rollup/plugin-terser";
import typescript from "@rollup/plugin-typescript";
import license from "rollup-plugin-license";

const pluginFolder = "com.example.streamevents.sdPlugin";
const inspectorFolder = "ui";
/** Creating a schema has no side effects, so unused schemas are removed. */
const treeshake = { manualPureFunctions: ["z"] };
/** Modules of the SDK that only create schemas. Nothing uses them, and they require another version of zod. */
const unusedSchemas = /\/@elgato\/utils\/dist\/lists\//;
/**
 * The app starts Node.js with source maps enabled. With a source map, the first error whose stack is read takes a
 * hundred
 * megabytes permanently, and Node.js streams read the stack of every error. So only `npm run watch` creates one.
 */
const isWatched = process.env.ROLLUP_WATCH === "true";

/**
 * `rollup -c` builds for development, `rollup -c --configRelease` for a package; `--configInto FOLDER` sets the output
 * folder. With `--configInput FILE` and `--configOutput FOLDER`, builds one entry only, without the pages;
 * `--configPlain`
 * disables the optimizations of the start.
 * @type {import("rollup").RollupOptionsFunction}
 */
export default function configure({
	configRelease,
	configInput,
	configOutput,
	configPlain,
	configInto = pluginFolder,
}) {
	const isRelease = configRelease === true;
	if (configInput) return [plugin(isRelease, configInput, configOutput, configPlain === true)];
	return [plugin(isRelease, "src/plugin.ts", `${configInto}/bin`), ...inspector(isRelease, configInto)];
}

/** @returns {import("rollup").RollupOptions} */
function plugin(isRelease, input, dir, isPlain = false) {
	return {
		input,
		treeshake: isPlain
			? treeshake
			: { ...treeshake, moduleSideEffects: (id) => !unusedSchemas.test(id.replaceAll("\\", "/")) },
		output: {
			dir,
			// On Node.js 20, the loader of ES modules takes 10 ms of each start.
			format: isPlain ? "es" : "cjs",
			dynamicImportInCjs: false,
			sourcemap: isWatched,
			// Modules that are imported on demand are separate files, which most users never load.
			manualChunks: chunkOf,
			// Hoisting would import, and so evaluate, all transitive imports of a file before they are used.
			hoistTransitiveImports: isPlain,
			chunkFileNames: ({ moduleIds, name }) => `${packageName(moduleIds.at(-1)) ?? name}.js`,
		},
		plugins: [
			typescript(typescriptOptions(join(dirname(input), "tsconfig.json"), isRelease)),
			!isPlain && builtinModules(),
			nodeResolve({
				browser: false,
				preferBuiltins: true,
				// The SDK and `engine.io-client` each have a copy of the same version.
				dedupe: ["ws"],
			}),
			// Optional dependencies of `ws` and `debug`.
			commonjs({ ignore: ["bufferutil", "utf-8-validate", "supports-color"] }),
			json({ namedExports: true, preferConst: true }),
			isRelease && terser(),
			circularFiles(),
			moduleMarker(isPlain ? "module" : "commonjs"),
			// Licences of the bundled packages, which require it. The pages bundle only zod, which is included here.
			license({ thirdParty: { output: join(dir, "third-party-licences.txt") } }),
		],
		onLog,
	};
}

/** Modules that are loaded before the plugin registers, besides its entry. */
const registering = [
	...[
		"host/before-sdk",
		"host/log-file",
		"host/inspector-channel",
		"host/sdk-log",
		"host/system-clock",
		"host/timing",
	],
	...[
		"service/redact",
		"diagnostics/line-history",
		"diagnostics/recording-log",
		"state/guard",
		"state/time/clock",
		"actions/timing",
	],
];

/**
 * Parts that are loaded one after the other after the registration, by the path of their modules. The requests of the
 * head start are sent and answered in between.
 */
const parts = {
	"compile-cache": /\/src\/data-folder\/(?:compile-cache|data-path)\.|\/(?:env-paths|is-safe-filename)\//,
	early:
		/\/src\/(?:early-parts|actions\/(?:counter-number|remembered-counters|keys\/(?:key-painter|surface))|data-folder\/(?!stored-(?!numbers))|key-face\/|settings\/schemas\/(?:counter|fields|global|pasted-text|remote-action)\.|state\/)/,
	"head-start": /\/src\/(?:connection\/head-start|service\/(?!post-form|socket\/))/,
	socket:
		/^(?!.*socket\.io-client2).*\/node_modules\/(?:@socket\.io|(?:engine|socket)\.io-(?:client|parser)|xmlhttprequest-ssl)\/|\/src\/service\/socket\//,
	ledger: /\/src\/(?:ledger|sync)\/|\/zod\/v4\/mini\//,
};

/**
 * Returns the chunk of a module. Modules that must run before the SDK are in one file with it, because the modules of a
 * file run in order. Each further file delays the start, so modules that are required together share one.
 */
function chunkOf(id) {
	const path = id.replaceAll("\\", "/");
	if (path.includes("/@elgato/") || registering.some((name) => path.endsWith(`/src/${name}.ts`)))
		return "sdk";
	if (path.startsWith("\0builtin:http")) return "sdk";
	return Object.keys(parts).find((name) => parts[name].test(path));
}

/** Returns the folder name of the package that a module belongs to. */
function packageName(moduleId) {
	return moduleId?.match(/[\\/]node_modules[\\/]([^\\/@]+)/)?.[1];
}

/**
 * Returns the options for the pages' scripts, one per script name in the pages. They are classic scripts, because the
 * Stream Deck app opens pages from disk, where a browser refuses to load modules.
 * @returns {import("rollup").RollupOptions[]}
 */
function inspector(isRelease, folder) {
	return scriptNames().map((name, index) => ({
		input: `${inspectorFolder}/${name}.ts`,
		treeshake,
		output: {
			file: `${folder}/${inspectorFolder}/${name}.js`,
			format: "iife",
			sourcemap: !isRelease,
		},
		plugins: [
			typescript(typescriptOptions(`${inspectorFolder}/tsconfig.json`, isRelease)),
			nodeResolve({ browser: true }),
			json({ preferConst: true }),
			isRelease && terser(),
			index === 0 && staticFiles(),
		],
		onLog,
	}));
}

/** `npm run check` checks types. A build that only translates takes half the time. */
function typescriptOptions(tsconfig, isRelease) {
	return { tsconfig, noEmit: false, noEmitOnError: true, noCheck: true, sourceMap: !isRelease };
}

function scriptNames() {
	const names = new Set();
	for (const file of inspectorFiles().filter((file) => file.endsWith(".html"))) {
		const page = readFileSync(join(inspectorFolder, file), "utf8");
		for (const [, name] of page.matchAll(/<script\b[^>]*\bsrc="([^"/]+)\.js"/g)) names.add(name);
	}
	return [...names].sort();
}

function inspectorFiles() {
	return existsSync(inspectorFolder) ? readdirSync(inspectorFolder) : [];
}

/** Copies the pages, styles and images. */
function staticFiles() {
	const extensions = new Set([".html", ".css", ".svg", ".png"]);
	const files = () => inspectorFiles().filter((file) => extensions.has(parse(file).ext));
	return {
		name: "static-files",
		buildStart() {
			for (const file of files()) this.addWatchFile(join(inspectorFolder, file));
		},
		generateBundle() {
			for (const fileName of files()) {
				this.emitFile({ type: "asset", fileName, source: readFileSync(join(inspectorFolder, fileName)) });
			}
		},
	};
}

/** Modules that are loaded when they are first used, because a start on a plain connection needs them late or never. */
const loadedOnUse = ["https", "tls", "zlib"];

/**
 * Replaces imports of Node.js modules by `process.getBuiltinModule`, in CommonJS modules, because a namespace of an ES
 * module reads or copies every export, and one export of `node:http` loads undici: 24 ms on Node.js 24.
 */
function builtinModules() {
	const ids = /^builtin:(.+)\.cjs$/;
	return {
		name: "builtin-modules",
		resolveId(source) {
			return isBuiltin(source) ? `builtin:${source.replace(/^node:/, "")}.cjs` : null;
		},
		load(id) {
			const name = ids.exec(id)?.[1];
			if (name === undefined) return null;
			const value = `process.getBuiltinModule(${JSON.stringify(`node:${name}`)})`;
			if (!loadedOnUse.includes(name)) return `module.exports = ${value};`;
			// The interop code reads `__esModule` when it is loaded.
			return `module.exports = new Proxy({}, {
				get: (_, key) => key === "__esModule" ? undefined : ${value}[key],
				has: (_, key) => key in ${value},
			});`;
		},
	};
}

/** Fails if files require each other, because one of them would read exports that are not set yet. */
function circularFiles() {
	return {
		name: "circular-files",
		generateBundle(_options, bundle) {
			const visit = (name, path) => {
				if (path.includes(name)) this.error(`files require each other: ${[...path, name].join(" → ")}`);
				for (const imported of bundle[name]?.imports ?? []) visit(imported, [...path, name]);
			};
			for (const name of Object.keys(bundle)) visit(name, []);
		},
	};
}

/** Adds a package.json with the format of the modules. */
function moduleMarker(type) {
	return {
		name: "module-marker",
		generateBundle() {
			this.emitFile({ type: "asset", fileName: "package.json", source: `${JSON.stringify({ type })}\n` });
		},
	};
}

/** Ignores two warnings about zod: circular imports, and an annotation in a comment. */
function onLog(level, log, handler) {
	const files = [log.id, ...(log.ids ?? [])].filter((file) => file !== undefined);
	const isAboutZod = files.length > 0 && files.every((file) => /[\\/]node_modules[\\/]zod[\\/]/.test(file));
	if (isAboutZod && ["CIRCULAR_DEPENDENCY", "INVALID_ANNOTATION"].includes(log.code)) return;
	handler(level, log);
}
