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
/** Making a schema does nothing else: one that nobody uses goes. */
const treeshake = { manualPureFunctions: ["z"] };
/**
 * The app has Node.js read source maps. The first error that is looked at then costs a hundred megabytes for good, and a
 * stream looks at each error that it ends with: only who is developing gets one for the plugin.
 */
const isWatched = process.env.ROLLUP_WATCH === "true";

/**
 * `rollup -c` builds what a developer runs, `rollup -c --configRelease` what is packed, and `--configInto FOLDER` says where
 * to. With `--configInput FILE` and `--configOutput FOLDER` it builds one plugin alone; `--configPlain` leaves out what only
 * shortens this plugin's start.
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
		treeshake,
		output: {
			dir,
			format: "es",
			sourcemap: isWatched,
			// What is imported on demand becomes a file of its own, so that most users never load it.
			manualChunks: chunkOf,
			// Otherwise each file would import what its imports import, and so evaluate it before it is used.
			hoistTransitiveImports: isPlain,
			chunkFileNames: ({ moduleIds, name }) => `${packageName(moduleIds.at(-1)) ?? name}.js`,
		},
		plugins: [
			typescript(typescriptOptions(join(dirname(input), "tsconfig.json"), isRelease)),
			!isPlain && builtinModules(),
			nodeResolve({
				browser: false,
				preferBuiltins: true,
				// The SDK and `engine.io-client` each bring their own copy of the same.
				dedupe: ["ws"],
			}),
			// Optional extras of `ws` and `debug`, which both do without them.
			commonjs({ ignore: ["bufferutil", "utf-8-validate", "supports-color"] }),
			json({ namedExports: true, preferConst: true }),
			isRelease && terser(),
			moduleMarker(),
			// The licences of what is bundled ask to be shipped with it. The pages bundle only zod, which is here as well.
			license({ thirdParty: { output: join(dir, "third-party-licences.txt") } }),
		],
		onLog,
	};
}

/** What is there when the plugin registers, beside its entry. */
const registering = [
	...["host/before-sdk", "host/log-file", "host/inspector-channel", "host/sdk-log", "host/system-clock"],
	...["service/redact", "diagnostics/line-history", "diagnostics/recording-log", "state/clock"],
];

/**
 * What has to be so before the SDK is imported stays in one file with it: a file runs its own modules in their order. And
 * each file more takes a while to find and to read, so what is needed together is together.
 */
function chunkOf(id) {
	const path = id.replaceAll("\\", "/");
	if (path.includes("/@elgato/") || registering.some((name) => path.endsWith(`/src/${name}.ts`)))
		return "sdk";
	return path.endsWith("/src/head-start.ts") ? "head-start" : undefined;
}

/** The package that a module belongs to, as its folder is named. */
function packageName(moduleId) {
	return moduleId?.match(/[\\/]node_modules[\\/]([^\\/@]+)/)?.[1];
}

/**
 * One script per name that the pages mention. They are classic scripts: the Stream Deck app opens pages from disk,
 * where a browser refuses to load modules.
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

/** Types are checked by `npm run typecheck`; a build that only translates takes half the time. */
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

/** Copies what the pages show besides scripts. */
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

/**
 * Replaces imports of Node.js modules by `process.getBuiltinModule`. An ES module import reads every export, and one export of
 * `node:http` loads undici: 24 ms on Node.js 24.
 */
function builtinModules() {
	const prefix = "\0builtin:";
	return {
		name: "builtin-modules",
		resolveId(source) {
			return isBuiltin(source) ? `${prefix}${source.replace(/^node:/, "")}` : null;
		},
		load(id) {
			if (!id.startsWith(prefix)) return null;
			const name = JSON.stringify(`node:${id.slice(prefix.length)}`);
			return {
				code: `export default /*#__PURE__*/ process.getBuiltinModule(${name});`,
				syntheticNamedExports: true,
			};
		},
	};
}

/** Tells Node.js that the plugin is made of modules; its folder has no other package.json. */
function moduleMarker() {
	return {
		name: "module-marker",
		generateBundle() {
			this.emitFile({ type: "asset", fileName: "package.json", source: '{"type":"module"}\n' });
		},
	};
}

/** Drops two warnings about the inside of zod: its modules import each other, and a comment mentions an annotation. */
function onLog(level, log, handler) {
	const files = [log.id, ...(log.ids ?? [])].filter((file) => file !== undefined);
	const isAboutZod = files.length > 0 && files.every((file) => /[\\/]node_modules[\\/]zod[\\/]/.test(file));
	if (isAboutZod && ["CIRCULAR_DEPENDENCY", "INVALID_ANNOTATION"].includes(log.code)) return;
	handler(level, log);
}
