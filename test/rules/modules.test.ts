import { fileURLToPath } from "node:url";

import { ESLint } from "eslint";
import { describe, expect, it } from "vitest";

const eslint = new ESLint({
	cwd: fileURLToPath(new URL("../..", import.meta.url)),
});

async function complaints(filePath: string, code: string): Promise<readonly string[]> {
	const results = await eslint.lintText(code, { filePath });
	return results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => ruleId ?? message));
}

const dependencies = "boundaries/dependencies";

describe("import restrictions", () => {
	it.each([
		["src/state/snippet.ts", 'import { z } from "zod";'],
		["src/state/snippet.ts", 'import { join } from "node:path";'],
		["src/state/snippet.ts", 'import type { CounterSettings } from "../settings/schemas/counter";'],
		["src/key-face/snippet.ts", 'import { parseCounterSettings } from "../settings/schemas/counter";'],
		["src/key-face/snippet.ts", 'import type { ServiceClient } from "../service/client";'],
		["src/key-face/drawing/snippet.ts", 'import streamDeck from "@elgato/streamdeck";'],
		["src/settings/schemas/snippet.ts", 'import { z } from "zod/mini";'],
		["src/settings/schemas/snippet.ts", 'import ky from "ky";'],
		["src/settings/schemas/snippet.ts", 'import type { ServiceClient } from "../../service/client";'],
		["src/service/snippet.ts", 'import type { CounterSettings } from "../settings/schemas/counter";'],
		["src/service/snippet.ts", 'import streamDeck from "@elgato/streamdeck";'],
		["src/connection/snippet.ts", 'import ky from "ky";'],
		["src/connection/snippet.ts", 'const two = await import("socket.io-client2");'],
		["src/connection/snippet.ts", 'import { parseCounterSettings } from "../settings/schemas/counter";'],
		["src/state/snippet.ts", 'import { Ledger } from "../ledger/ledger";'],
		["src/ledger/snippet.ts", 'import type { ServiceClient } from "../service/client";'],
		["src/sync/snippet.ts", 'import type { AccountConnection } from "../connection/account-connection";'],
		["src/inspector/snippet.ts", 'import type { JsonObject } from "@elgato/streamdeck";'],
		["src/inspector/messages.ts", 'export * from "../service/client";'],
		["src/text-files/snippet.ts", 'import type { CounterSettings } from "../settings/schemas/counter";'],
		["src/host/snippet.ts", 'import type { ServiceClient } from "../service/client";'],
		["src/actions/snippet.ts", 'import type { ServiceClient } from "../service/client";'],
		["src/actions/snippet.ts", 'import { ConnectionManager } from "../connection/connection-manager";'],
		["src/host/snippet.ts", 'import ky from "ky";'],
		["ui/snippet.ts", 'import { parseMoney } from "../src/state/money";'],
		["ui/snippet.ts", 'import { plugin } from "../src/plugin";'],
	])("%s refuses %s", async (filePath, code) => {
		expect(await complaints(filePath, code)).toEqual([dependencies]);
	});

	it.each([
		["src/key-face/snippet.ts", 'import { applyMoney } from "../state/money";'],
		[
			"src/key-face/drawing/snippet.ts",
			'import type { CounterSettings } from "../../settings/schemas/counter";',
		],
		["src/data-folder/snippet.ts", 'import { z } from "zod/mini";'],
		["src/service/snippet.ts", 'import ky from "ky";'],
		["src/service/snippet.ts", 'const two = await import("socket.io-client2");'],
		["src/connection/snippet.ts", 'import { ServiceClient } from "../service/client";'],
		["src/connection/snippet.ts", 'import type { GlobalSettings } from "../settings/schemas/global";'],
		["src/connection/snippet.ts", 'import { SyncRunner } from "../sync/sync-runner";'],
		["src/actions/snippet.ts", 'import type { KeyAction } from "@elgato/streamdeck";'],
		["src/text-files/snippet.ts", 'import { promises } from "node:fs";'],
		["src/plugin.ts", 'import { version } from "../package.json";'],
		["ui/snippet.ts", 'import { parseCounterSettings } from "../src/settings/schemas/counter";'],
	])("%s allows %s", async (filePath, code) => {
		expect(await complaints(filePath, code)).toEqual([]);
	});

	it("says which modules may be imported, and what to do instead", async () => {
		const [result] = await eslint.lintText('import { z } from "zod";', { filePath: "src/state/snippet.ts" });
		expect(result?.messages[0]?.message).toMatch(
			/"state" may not import this, only state.*Pass in what it needs/,
		);
	});

	it("requires a module for every file", async () => {
		expect(await complaints("src/helpers/snippet.ts", "export {};")).toEqual(["boundaries/no-unknown-files"]);
	});
});

describe("code rules", () => {
	it.each([
		["src/service/snippet.ts", "export default {};", "no-restricted-syntax"],
		["src/service/snippet.ts", "export enum Light { on }", "no-restricted-syntax"],
		["src/actions/snippet.ts", "@action() class Counter {}", "no-restricted-syntax"],
		["src/key-face/snippet.ts", "export const nowMs = Date.now();", "no-restricted-properties"],
		["src/state/snippet.ts", "setTimeout(() => {}, 1);", "no-restricted-globals"],
	])("%s refuses %s", async (filePath, code, rule) => {
		expect(await complaints(filePath, code)).toEqual([rule]);
	});

	it.each([
		["src/state/snippet.ts", "export type LastHappening = string;", "project/words"],
		["src/connection/snippet.ts", "export class Link { hurry() {} }", "project/words"],
		["src/connection/snippet.ts", "export const longestWaitMs = 5;", "project/words"],
		["src/actions/snippet.ts", "export const button = 1;", "project/words"],
		["src/actions/snippet.ts", "export const panel = 1;", "project/words"],
		["ui/snippet.ts", "export const wanted = 1;", "project/words"],
		["test/unit/snippet.ts", "export const told = 1;", "project/words"],
		["test/unit/snippet.ts", "export function lookOf() {}", "project/words"],
		["src/state/snippet.ts", "/** What the list told. */\nexport const total = 1;", "project/words"],
		["ui/snippet.ts", "// Read\n// anew.\nexport const total = 1;", "project/words"],
		["scripts/snippet.mjs", "/* Whoever\n * asks. */\nexport const total = 1;", "project/words"],
	])("%s refuses the words in %s", async (filePath, code, rule) => {
		expect(await complaints(filePath, code)).toEqual([rule]);
	});

	it.each([
		["src/actions/snippet.ts", "export const minWaitMs = 1, batch = 2, key = 3;"],
		["ui/snippet.ts", "export const button = 1, panel = 2;"],
		["src/state/snippet.ts", "/** Returns the total of the list. */\nexport const total = 1;"],
	])("%s accepts the words in %s", async (filePath, code) => {
		expect(await complaints(filePath, code)).toEqual([]);
	});
});

describe("a language", () => {
	const check = async (list: string) => {
		const code = `export const languages = [${list}] as const;`;
		const [result] = await eslint.lintText(code, { filePath: "src/state/language.ts" });
		return result?.messages.map(({ message }) => message);
	};

	it("without texts is reported with the missing files", async () => {
		const missing = await check('"en", "pt_BR"');
		expect(missing).toHaveLength(3);
		expect(missing?.[0]).toMatch(
			/“pt_BR” has no src\/key-face\/strings\/pt-br\.ts: copy the English file beside it/,
		);
		expect(missing?.[1]).toContain("ui/strings/pt-br.ts");
		expect(missing?.[2]).toContain("com.example.streamevents.sdPlugin/pt_BR.json");
	});

	it("with all texts passes", async () => {
		expect(await check('"en", "zh_CN"')).toEqual([]);
	});
});
