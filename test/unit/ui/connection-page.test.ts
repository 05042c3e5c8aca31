// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { AccountState } from "../../../ui/account/account";
import { ActionSettings } from "../../../ui/action-settings";
import { Fields } from "../../../ui/fields/fields";
import { connectionPage } from "../../../ui/pages/connection";
import { translator } from "../../../ui/strings";
import { FakeApp } from "./fake-app";

const text = translator("en");
let app: FakeApp;
let form: HTMLFormElement;

beforeEach(async () => {
	vi.useFakeTimers();
	app = new FakeApp({ action: "connection" });
	form = document.createElement("form");
	document.body.replaceChildren(form);
	const { host } = app;
	connectionPage.build({
		host,
		account: new AccountState(host),
		settings: new ActionSettings(host),
		text,
		fields: new Fields(text),
		form,
		onColor: () => undefined,
	});
	await app.start();
});
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

async function addStarter(isAdded: boolean): Promise<void> {
	[...form.querySelectorAll("button")].find(({ textContent }) => textContent === text("starterAdd"))?.click();
	const request = app.requests("addStarter").at(-1);
	if (!request) throw new Error("nothing was requested");
	await app.answer(request, { event: "addStarter", isAdded });
}

describe("adding a starter layout", () => {
	it("displays what to do in the app", async () => {
		await addStarter(true);
		expect(form.textContent).toContain(text("starterAsked"));
	});

	it("displays that it was not added if the key's device was disconnected", async () => {
		await addStarter(false);
		expect(form.textContent).toContain(text("starterNotAdded"));
		expect(form.textContent).not.toContain(text("starterAsked"));
	});

	it("displays that it failed immediately when the plugin restarts in between", async () => {
		[...form.querySelectorAll("button")]
			.find(({ textContent }) => textContent === text("starterAdd"))
			?.click();
		await app.startPlugin("run-2");
		expect(form.textContent).toContain(text("failed"));
	});
});

describe("background keys", () => {
	const keys = [
		{ id: "a", label: "Followers", goal: 20, goalAction: "Confetti", hiddenSinceMs: 0 },
		{ id: "b", label: "Top Supporter", file: "/obs/top.txt", hiddenSinceMs: 0 },
	];
	const stopButtons = () => [...form.querySelectorAll<HTMLButtonElement>(".background-keys button")];
	async function list(listed: typeof keys): Promise<void> {
		const request = app.requests("getBackgroundKeys").at(-1);
		if (!request) throw new Error("nothing was requested");
		await app.answer(request, { event: "getBackgroundKeys", keys: listed });
	}

	it("are not displayed while there are none", async () => {
		await list([]);
		expect(form.querySelector<HTMLElement>(".background-keys")?.closest("section")?.hidden).toBe(true);
	});

	it("are listed with their goal or file, and each can be stopped by name", async () => {
		await list(keys);
		expect(form.textContent).toContain(text("background"));
		expect(form.textContent).toContain("Goal 20: Confetti");
		expect(form.textContent).toContain("/obs/top.txt");
		expect(stopButtons().map(({ ariaLabel }) => ariaLabel)).toEqual(["Stop Followers", "Stop Top Supporter"]);
		stopButtons()[0]?.focus();
		stopButtons()[0]?.click();
		const request = app.requests("stopBackgroundKey").at(-1);
		expect(request).toMatchObject({ id: "a" });
		if (request) await app.answer(request, { event: "stopBackgroundKey" });
		expect(form.textContent).toContain(text("backgroundStopped"));
		app.push({ event: "getBackgroundKeys", keys: keys.slice(1) });
		expect(stopButtons()).toHaveLength(1);
		expect(document.activeElement).toBe(stopButtons()[0]);
		app.push({ event: "getBackgroundKeys", keys: [] });
		expect(document.activeElement?.textContent).toBe(text("background"));
	});
});
