// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { ActionSettings } from "../../../../ui/action-settings";
import { Fields } from "../../../../ui/fields/fields";
import { AccountState } from "../../../../ui/account/account";
import type { StringKey } from "../../../../ui/strings/en";
import { translator } from "../../../../ui/strings";
import { textFileGroup } from "../../../../ui/fields/text-file";
import { FakeApp, settle } from "../fake-app";

const text = translator("en");
const path = "/home/ada/Documents/Stream Events/followers.txt";
let app: FakeApp;
let settings: ActionSettings;
let root: HTMLElement;

beforeEach(async () => {
	vi.useFakeTimers();
	app = new FakeApp();
	const { host } = app;
	settings = new ActionSettings(host);
	const form = document.createElement("form");
	root = textFileGroup(
		{
			host,
			account: new AccountState(host),
			settings,
			text,
			fields: new Fields(text),
			form,
			onColor: () => undefined,
		},
		{ template: "{value}", placeholders: "fileTextCounterHint" },
	);
	form.append(root);
	document.body.replaceChildren(form);
	await app.start();
});
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

function buttonOf(key: StringKey): HTMLButtonElement {
	const found = [...root.querySelectorAll("button")].find(({ textContent }) => textContent === text(key));
	if (!found) throw new Error(`there is no button ${key}`);
	return found;
}

function field(): HTMLInputElement {
	const found = root.querySelector("#file");
	if (!(found instanceof HTMLInputElement)) throw new Error("there is no field");
	return found;
}

function type(value: string): void {
	field().value = value;
	field().dispatchEvent(new Event("input", { bubbles: true }));
}

function lastRequest(event: string) {
	const request = app.requests(event).at(-1);
	if (!request) throw new Error(`${event} was not requested`);
	return request;
}

async function suggest(): Promise<void> {
	buttonOf("fileSuggest").click();
	await app.answer(lastRequest("suggestFile"), { event: "suggestFile", path });
}

describe("a suggested file", () => {
	it("is used once the user has confirmed it, and its path can be copied then", async () => {
		expect(buttonOf("filePathCopy").hidden).toBe(true);
		await suggest();
		expect(root.textContent).toContain(text("fileSuggestion", { path }));
		expect([settings.current, app.requests("acceptFile"), app.saved]).toEqual([{}, [], []]);
		buttonOf("fileCreate").click();
		await app.answer(lastRequest("acceptFile"), { event: "acceptFile" });
		expect(settings.current).toEqual({ file: path });
		expect(field().value).toBe(path);
		expect(buttonOf("fileSuggest").hidden).toBe(true);
		expect(buttonOf("filePathCopy").hidden).toBe(false);
		expect(document.activeElement).toBe(buttonOf("filePathCopy"));
	});

	it("is discarded when the user cancels", async () => {
		await suggest();
		buttonOf("cancel").click();
		expect(root.textContent).not.toContain(path);
		expect(buttonOf("fileSuggest").hidden).toBe(false);
		expect(settings.current).toEqual({});
		expect(app.requests("acceptFile")).toEqual([]);
	});

	it("is discarded when the user types a path while it is being loaded", async () => {
		buttonOf("fileSuggest").click();
		type("/mine.txt");
		await app.answer(lastRequest("suggestFile"), { event: "suggestFile", path });
		expect(root.textContent).not.toContain(path);
		expect(buttonOf("fileCreate").hidden).toBe(true);
	});

	it("does not replace a path that was typed while its folder was being created", async () => {
		await suggest();
		buttonOf("fileCreate").click();
		type("/mine.txt");
		field().dispatchEvent(new Event("change", { bubbles: true }));
		await app.answer(lastRequest("acceptFile"), { event: "acceptFile" });
		expect(settings.current).toEqual({ file: "/mine.txt" });
	});

	it("displays why its folder cannot be created", async () => {
		await suggest();
		buttonOf("fileCreate").click();
		await app.answer(lastRequest("acceptFile"), { event: "acceptFile", trouble: "not-allowed" });
		expect(root.textContent).toContain(text("fileNotAllowed"));
		expect(settings.current).toEqual({});
		expect(buttonOf("fileSuggest").hidden).toBe(false);
	});

	it("is offered as long as no path is typed, so that Tab does not reach a button that disappears", () => {
		type("/mine.txt");
		expect(buttonOf("fileSuggest").hidden).toBe(true);
		field().dispatchEvent(new Event("change", { bubbles: true }));
		expect(buttonOf("filePathCopy").hidden).toBe(false);
		type("");
		expect(buttonOf("filePathCopy").hidden).toBe(true);
		expect(buttonOf("fileSuggest").hidden).toBe(false);
	});

	it("displays a failure when the plugin restarts before it responds", async () => {
		buttonOf("fileSuggest").click();
		await app.startPlugin("run-2");
		await settle();
		expect(root.textContent).toContain(text("failed"));
	});
});

describe("the confirmation of a file", () => {
	it("moves the focus to the path when it disappears", async () => {
		app.push({ event: "getFile", status: "not-ours" });
		buttonOf("fileConfirm").focus();
		buttonOf("fileConfirm").click();
		await app.answer(lastRequest("confirmFile"), { event: "confirmFile", status: "written" });
		expect(buttonOf("fileConfirm").hidden).toBe(true);
		expect(document.activeElement).toBe(field());
	});
});
