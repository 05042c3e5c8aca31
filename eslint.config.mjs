import { defineConfig } from "eslint/config";
import boundaries from "eslint-plugin-boundaries";
import * as parser from "@typescript-eslint/parser";

import { languages } from "./scripts/lint/lint-languages.mjs";
import { words } from "./scripts/lint/lint-words.mjs";

/**
 * Allowed imports of each module, as in docs/architecture.md: its own files, the modules in `uses`, only types of the
 * modules in `usesTypesOf`, and the packages in `packages`.
 */
const modules = {
	language: { files: "src/state/language.ts" },
	/** Pure helpers that the property inspector uses as well. */
	shared: {
		files: [
			"src/state/typed-number.ts",
			"src/state/time/@(periods|scope).ts",
			"src/state/counters/counter-query.ts",
		],
		usesTypesOf: ["state"],
	},
	state: {
		files: [
			"src/state/!(language|typed-number).ts",
			"src/state/time/!(periods|scope).ts",
			"src/state/counters/!(counter-query).ts",
			"src/state/@(events|scenes)/**",
		],
		uses: ["shared"],
		usesTypesOf: ["ledger"],
	},
	ledger: { files: "src/ledger/**", uses: ["state", "shared"] },
	schemas: {
		files: "src/settings/schemas/**",
		uses: ["state", "shared"],
	},
	settings: {
		files: "src/settings/*.ts",
		uses: ["state", "shared", "schemas"],
		usesTypesOf: ["ledger"],
		packages: ["zod/mini"],
	},
	notice: {
		files: "src/key-face/notice.ts",
		uses: ["state", "shared", "keyFace"],
		usesTypesOf: ["schemas", "keyTexts"],
	},
	/** Texts of the keys, some of which the property inspector displays as well. */
	keyTexts: {
		files: ["src/key-face/@(language|strings).ts", "src/key-face/strings/**"],
		uses: ["language"],
		usesTypesOf: ["state", "shared", "keyFace"],
	},
	keyFace: {
		files: ["src/key-face/!(notice|language|strings).ts", "src/key-face/@(drawing|text)/**"],
		uses: ["state", "shared", "language", "notice", "keyTexts"],
		usesTypesOf: ["schemas", "ledger"],
	},
	service: {
		files: "src/service/**",
		uses: ["state", "shared"],
		packages: ["ky", "socket.io-client", "socket.io-client2", "node:*"],
	},
	sync: {
		files: "src/sync/**",
		uses: ["state", "shared", "ledger", "service", "dataFolder"],
		packages: ["node:*", "zod/mini"],
	},
	connection: {
		files: "src/connection/**",
		uses: ["state", "shared", "service", "ledger", "sync"],
		usesTypesOf: ["schemas", "settings"],
	},
	dataFolder: {
		files: "src/data-folder/**",
		uses: ["state"],
		usesTypesOf: ["ledger"],
		packages: ["env-paths", "node:*", "node:timers/promises", "zod/mini"],
	},
	textFiles: { files: "src/text-files/**", uses: ["state", "shared"], packages: ["node:*"] },
	diagnostics: { files: "src/diagnostics/**", uses: ["state", "shared"] },
	messages: {
		files: ["src/inspector/messages.ts", "src/inspector/message-parts.ts"],
		uses: ["state", "shared", "schemas"],
		packages: ["zod/mini"],
	},
	inspector: {
		files: "src/inspector/!(messages|message-parts).ts",
		uses: ["state", "shared", "schemas", "settings", "messages", "notice", "connection"],
		usesTypesOf: ["textFiles", "service"],
	},
	actions: {
		files: "src/actions/**",
		uses: ["state", "shared", "ledger", "schemas", "settings", "notice", "keyFace", "keyTexts", "textFiles"],
		usesTypesOf: ["connection"],
		packages: ["@elgato/streamdeck", "@elgato/utils"],
	},
	layouts: { files: "com.example.streamevents.sdPlugin/layouts/*.json" },
	ui: {
		files: "ui/**",
		uses: ["language", "shared", "layouts", "schemas", "messages", "keyTexts"],
		packages: ["zod/mini"],
	},
	packageJson: { files: "package.json" },
	manifest: { files: "com.example.streamevents.sdPlugin/manifest.json" },
	host: {
		files: "src/host/**",
		uses: ["state", "shared"],
		packages: [
			"@elgato/streamdeck",
			"@elgato/utils",
			"@elgato/utils/logging",
			"@elgato/utils/logging/*",
			"../../node_modules/@elgato/streamdeck/dist/plugin/connection.js",
			"node:*",
		],
	},
	root: {
		files: "src/*.ts",
		uses: [
			...[
				"state",
				"shared",
				"ledger",
				"schemas",
				"settings",
				"notice",
				"keyFace",
				"keyTexts",
				"service",
				"sync",
				"connection",
			],
			...[
				"dataFolder",
				"textFiles",
				"diagnostics",
				"inspector",
				"messages",
				"actions",
				"host",
				"packageJson",
				"manifest",
			],
		],
		packages: ["@elgato/streamdeck", "@elgato/utils", "node:*"],
	},
};

const inModule = (names) => ({ file: { categories: names } });

/** Returns the error message for an import that is not allowed. */
function adviceFor(name, { uses = [], usesTypesOf = [], packages = [] }) {
	const types = usesTypesOf.length > 0 ? `, types alone of ${usesTypesOf.join(", ")}` : "";
	const outside = packages.length > 0 ? `, and from outside ${packages.join(", ")}` : ", and no package";
	return (
		`The module "${name}" may not import this, only ${[name, ...uses].join(", ")}${types}${outside}. ` +
		"Pass in what it needs, or put this where it belongs: docs/architecture.md says which module is for what."
	);
}

/** One rule per module for its own files, so that each import is checked against one module only. */
const moduleRules = Object.entries(modules).map(([name, module]) => ({
	files: [module.files].flat(),
	rules: {
		"boundaries/dependencies": [
			"error",
			{
				default: "disallow",
				checkAllOrigins: true,
				checkUnknownLocals: true,
				message: adviceFor(name, module),
				policies: [
					{ allow: { to: inModule([name, ...(module.uses ?? [])]) } },
					...(module.usesTypesOf ?? []).map((other) => ({
						allow: { to: inModule(other), dependency: { kind: "type" } },
					})),
					...(module.packages ?? []).map((source) => ({
						allow: { to: { module: { origin: ["external", "core"] } }, dependency: { source } },
					})),
				],
			},
		],
	},
}));

/**
 * Rules that oxlint does not have: allowed imports, the glossary, and complete languages. All other rules are in
 * .oxlintrc.json.
 */
export default defineConfig(
	{
		files: ["**/*.ts", "**/*.mjs"],
		languageOptions: { parser },
		plugins: { project: { rules: { languages, words } } },
		rules: { "project/words": "error" },
	},
	{
		files: ["src/**/*.ts", "ui/**/*.ts"],
		plugins: { boundaries },
		settings: {
			"boundaries/files": Object.entries(modules).map(([category, { files }]) => ({
				category,
				pattern: files,
			})),
			"import/resolver": { typescript: { project: "src/tsconfig.json" } },
		},
		rules: {
			"boundaries/no-unknown-files": "error",
			"no-restricted-syntax": [
				"error",
				{ selector: "ExportDefaultDeclaration", message: "Name what you export." },
				{
					selector: "SpreadElement[argument.type=/^(Object|Array)Expression$/]",
					message: "Write the members themselves.",
				},
				{ selector: "TSEnumDeclaration", message: "Use a union of literals." },
				{ selector: "Decorator", message: "Set `manifestId` instead: not every tool can read decorators." },
			],
		},
	},
	...moduleRules,
	{
		files: ["src/state/**/*.ts", "src/ledger/**/*.ts", "src/key-face/**/*.ts"],
		rules: {
			"no-restricted-globals": [
				"error",
				...["setTimeout", "setInterval", "setImmediate", "fetch", "process", "performance"].map((name) => ({
					name,
					message: "This module is pure: it has no timers and no I/O.",
				})),
			],
			"no-restricted-properties": [
				"error",
				{ object: "Date", property: "now", message: "Pass the time in." },
				{ object: "Math", property: "random", message: "Pass randomness in." },
			],
		},
	},
	{
		files: ["src/state/language.ts"],
		rules: { "project/languages": "error" },
	},
	{
		// A declaration file describes the exports of a package, of any style.
		files: ["**/*.d.ts"],
		rules: { "no-restricted-syntax": "off" },
	},
);
