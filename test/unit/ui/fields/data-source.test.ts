// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { AccountView } from "../../../../src/inspector/message-parts";
import { AccountState } from "../../../../ui/account/account";
import { DataSource, sourceText, type List } from "../../../../ui/fields/data-source";
import { SceneLists } from "../../../../ui/scenes/scene-lists";
import { translator } from "../../../../ui/strings";
import { FakeApp, settle, workingAccount } from "../fake-app";

type Answer = (list: List<string> | undefined) => Promise<void>;

let app: FakeApp;
let account: AccountState;
let answers: Answer[];
let source: DataSource<string>;

beforeEach(async () => {
	vi.useFakeTimers();
	app = new FakeApp();
	account = new AccountState(app.host);
	answers = [];
	source = new DataSource<string>({
		host: app.host,
		account,
		load: () =>
			new Promise((resolve) => {
				answers.push(async (list) => {
					resolve(list);
					await settle();
				});
			}),
		onChange: () => undefined,
	});
	await app.start();
});
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

function pushAccount(change: Partial<AccountView>): void {
	app.push({ event: "getAccount", account: { ...workingAccount, ...change } });
}

async function answer(index: number, list: List<string> | undefined): Promise<void> {
	const send = answers[index];
	if (!send) throw new Error(`request ${index} was not made; there were ${answers.length}`);
	await send(list);
}

describe("a list from the plugin", () => {
	it("is requested when the plugin starts, and again after a restart", async () => {
		expect(answers).toHaveLength(1);
		await answer(0, { items: ["a"] });
		await app.startPlugin("run-2");
		expect(answers).toHaveLength(2);
		expect([source.state, source.items]).toEqual(["loading", ["a"]]);
	});

	it("displays the latest response when an earlier one arrives after it", async () => {
		source.fetch({ isRefresh: true });
		await answer(1, { items: ["new"] });
		await answer(0, { items: ["old"] });
		expect([source.state, source.items]).toEqual(["ready", ["new"]]);
	});

	it("does not fail with an earlier request", async () => {
		source.fetch();
		await answer(0, { items: [], error: "service-error" });
		expect(source.state).toBe("loading");
		await answer(1, { items: ["a"] });
		expect(source.state).toBe("ready");
	});

	it("keeps its items when a request fails or gets no response", async () => {
		await answer(0, { items: ["a"] });
		source.fetch();
		await answer(1, { items: [], error: "unreachable" });
		expect([source.state, source.items]).toEqual(["unreachable", ["a"]]);
		source.fetch();
		await answer(2, undefined);
		expect([source.state, source.items]).toEqual(["timeout", ["a"]]);
	});

	it("drops the items of another account, and its pending responses", async () => {
		pushAccount({});
		await answer(0, { items: ["first account"] });
		source.fetch();
		pushAccount({ keyEnding: "9999" });
		expect(source.items).toBeUndefined();
		await answer(1, { items: ["first account"] });
		expect(source.items).toBeUndefined();
		await answer(2, { items: ["second account"] });
		expect(source.items).toEqual(["second account"]);
	});

	it("is requested again when the service is back after a failure, not otherwise", async () => {
		pushAccount({});
		await answer(0, { items: [], error: "service-error" });
		pushAccount({ link: { phase: "down", trouble: "service-error" } });
		expect(answers).toHaveLength(1);
		pushAccount({});
		expect(answers).toHaveLength(2);
		await answer(1, { items: ["a"] });
		pushAccount({ link: { phase: "down", trouble: "service-error" } });
		pushAccount({});
		expect(answers).toHaveLength(2);
	});

	it("does not repeat the problem in the account section", () => {
		const text = translator("en");
		pushAccount({ link: { phase: "failed", trouble: "refused" } });
		expect(sourceText(["refused"], account, text)).toBe("");
		expect(sourceText(["ready", "timeout"], account, text)).toBe(text("timeout"));
		expect(sourceText(["ready", "loading"], account, text)).toBe(text("loading"));
		expect(sourceText(["ready"], account, text)).toBe("");
	});
});

describe("the lists of scenes and items", () => {
	it("request a scene's items once, however often they are displayed", async () => {
		const lists = new SceneLists(app.host, account);
		await app.startPlugin("run-2");
		const first = lists.itemsOf("a");
		expect(lists.itemsOf("a")).toBe(first);
		lists.itemsOf("b");
		expect(app.requests("getSceneItems").map(({ scene }) => scene)).toEqual(["a", "b"]);
	});

	it("reload both lists on request, without the plugin's cache", async () => {
		const lists = new SceneLists(app.host, account);
		await app.startPlugin("run-2");
		lists.refresh("a");
		expect(app.requests("getScenes").at(-1)).toMatchObject({ isRefresh: true });
		expect(app.requests("getSceneItems").at(-1)).toMatchObject({ scene: "a", isRefresh: true });
	});
});
