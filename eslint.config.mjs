import { defineConfig } from "eslint/config";
import boundaries from "eslint-plugin-boundaries";
import * as parser from "@typescript-eslint/parser";

import { languages } from "./scripts/lint-languages.mjs";
import { words } from "./scripts/lint-words.mjs";

/**
 * Who may import whom, as docs/architecture.md draws it. A room may use itself, the rooms named in `uses`, types
 * alone of those in `usesTypesOf`, and from outside only `packages`.
 */
const rooms = {
	language: { files: "src/state/language.ts" },
	state: { files: "src/state/!(language).ts" },
	schemas: {
		files: ["src/settings/schemas.ts", "src/settings/fields.ts", "src/settings/pasted.ts"],
		uses: ["state"],
		packages: ["zod/mini"],
	},
	settings: {
		files: "src/settings/!(schemas|fields|pasted).ts",
		uses: ["state", "schemas"],
		packages: ["zod/mini"],
	},
	notice: { files: "src/key-face/notice.ts", uses: ["state", "keyFace"], usesTypesOf: ["schemas"] },
	keyFace: {
		files: ["src/key-face/!(notice).ts", "src/key-face/*/**"],
		uses: ["state", "language", "notice"],
		usesTypesOf: ["schemas"],
	},
	service: {
		files: "src/service/**",
		uses: ["state"],
		packages: ["ky", "socket.io-client", "socket.io-client2", "zod/mini", "node:*"],
	},
	connection: {
		files: "src/connection/**",
		uses: ["state", "service", "eventList"],
		usesTypesOf: ["schemas", "settings"],
	},
	eventList: { files: "src/event-list/**", uses: ["state", "service"] },
	textFiles: { files: "src/text-files/**", uses: ["state"], packages: ["node:*"] },
	listMemory: { files: "src/list-memory/**", uses: ["state"], packages: ["node:*", "zod/mini"] },
	diagnostics: { files: "src/diagnostics/**", uses: ["state"], usesTypesOf: ["connection"] },
	messages: { files: "src/inspector/messages.ts", uses: ["state", "schemas"], packages: ["zod/mini"] },
	inspector: {
		files: "src/inspector/!(messages).ts",
		uses: ["state", "schemas", "settings", "messages", "notice", "connection"],
		usesTypesOf: ["textFiles", "service"],
	},
	actions: {
		files: "src/actions/**",
		uses: ["state", "schemas", "settings", "notice", "keyFace", "textFiles"],
		usesTypesOf: ["connection"],
		packages: ["@elgato/streamdeck", "@elgato/utils"],
	},
	layouts: { files: "com.example.streamevents.sdPlugin/layouts/*.json" },
	ui: { files: "ui/**", uses: ["language", "layouts", "schemas", "messages"], packages: ["zod/mini"] },
	packageJson: { files: "package.json" },
	pageLink: {
		files: "src/page-link.ts",
		packages: ["@elgato/utils", "../node_modules/@elgato/streamdeck/dist/plugin/connection.js"],
	},
	root: {
		files:
			"src/!(head-start|plugin|plugin-inspector|plugin-report|page-link|stored-account|stream-events).ts",
		uses: ["state"],
		packages: ["@elgato/utils/logging", "@elgato/utils/logging/*", "node:*"],
	},
	plugin: {
		files: [
			"src/head-start.ts",
			"src/plugin.ts",
			"src/plugin-{inspector,report}.ts",
			"src/stored-account.ts",
			"src/stream-events.ts",
		],
		uses: [
			...["state", "schemas", "settings", "notice", "keyFace", "service", "connection"],
			...[
				"textFiles",
				"listMemory",
				"diagnostics",
				"inspector",
				"messages",
				"actions",
				"root",
				"pageLink",
				"packageJson",
			],
		],
		packages: ["@elgato/streamdeck", "@elgato/utils", "node:*"],
	},
};

const inRoom = (names) => ({ file: { categories: names } });

/** What to do about an import that is refused. */
function adviceFor(name, { uses = [], usesTypesOf = [], packages = [] }) {
	const types = usesTypesOf.length > 0 ? `, types alone of ${usesTypesOf.join(", ")}` : "";
	const outside = packages.length > 0 ? `, and from outside ${packages.join(", ")}` : ", and no package";
	return (
		`The room "${name}" may not import this, only ${[name, ...uses].join(", ")}${types}${outside}. ` +
		"Pass in what it needs, or put this where it belongs: docs/architecture.md says which room is for what."
	);
}

/** What a room may import, as rules for its own files: each import is held against one room, not against all. */
const roomRules = Object.entries(rooms).map(([name, room]) => ({
	files: [room.files].flat(),
	rules: {
		"boundaries/dependencies": [
			"error",
			{
				default: "disallow",
				checkAllOrigins: true,
				checkUnknownLocals: true,
				message: adviceFor(name, room),
				policies: [
					{ allow: { to: inRoom([name, ...(room.uses ?? [])]) } },
					...(room.usesTypesOf ?? []).map((other) => ({
						allow: { to: inRoom(other), dependency: { kind: "type" } },
					})),
					...(room.packages ?? []).map((source) => ({
						allow: { to: { module: { origin: ["external", "core"] } }, dependency: { source } },
					})),
				],
			},
		],
	},
}));

/** What oxlint doesn't know: the rooms, the project's words, and what belongs to a language. Everything else is in .oxlintrc.json. */
export default defineConfig(
	{
		files: ["src/**/*.ts", "ui/**/*.ts"],
		languageOptions: { parser },
		plugins: { boundaries, house: { rules: { languages, words } } },
		settings: {
			"boundaries/files": Object.entries(rooms).map(([category, { files }]) => ({
				category,
				pattern: files,
			})),
			"import/resolver": { typescript: { project: "src/tsconfig.json" } },
		},
		rules: {
			"boundaries/no-unknown-files": "error",
			"house/words": "error",
			"no-restricted-syntax": [
				"error",
				{ selector: "ExportDefaultDeclaration", message: "Name what you export." },
				{ selector: "TSEnumDeclaration", message: "Use a union of literals." },
				{ selector: "Decorator", message: "Set `manifestId` instead: not every tool can read decorators." },
			],
		},
	},
	...roomRules,
	{
		files: ["src/state/**/*.ts", "src/key-face/**/*.ts"],
		rules: {
			"no-restricted-globals": [
				"error",
				...["setTimeout", "setInterval", "setImmediate", "fetch", "process", "performance"].map((name) => ({
					name,
					message: "This room is pure: it neither waits nor looks around.",
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
		rules: { "house/languages": "error" },
	},
	{
		// A declaration says what a package exports, however it does.
		files: ["**/*.d.ts"],
		rules: { "no-restricted-syntax": "off" },
	},
);
