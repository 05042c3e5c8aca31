import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

import { launchBrowser } from "../../world/browser";
import { waitUntil } from "../../world/deck/wait-until";
import { settingsOf, Stage, type StageOptions } from "./open-inspector";

let browser: Browser;
let stage: Stage;

beforeAll(async () => {
	browser = await launchBrowser();
});
afterAll(async () => {
	await browser.close();
});
afterEach(async () => {
	await stage.clear();
});

/** Opens a Live Counter's inspector. */
async function openCounter(options: StageOptions): Promise<Page> {
	stage = await Stage.set(browser, options);
	const { page } = await stage.open(stage.place("counter"));
	return page;
}

async function enter(page: Page, label: string, typed: string): Promise<void> {
	await page.getByLabel(label, { exact: true }).fill(typed);
	await page.getByLabel(label, { exact: true }).press("Enter");
}

async function says(page: Page, text: string | RegExp): Promise<void> {
	await page.getByRole("status").filter({ hasText: text }).first().waitFor();
}

/** Everything the plugin said to pages. (The app by itself tells every page the global settings.) */
function toldPages(): string {
	const told = stage.deck.log.filter(({ frame }) => frame["event"] === "sendToPropertyInspector");
	return JSON.stringify(told);
}

describe("setting up the account", () => {
	it("leads from nothing to a key that sends its command", async () => {
		stage = await Stage.set(browser, { account: "none" });
		const key = stage.place("remote-action");
		const { page } = await stage.open(key);
		await enter(page, "Address", ` ${stage.service.url}/ `);
		await says(page, "Now enter your API key");
		await enter(page, "API key", ` ${stage.service.apiKey}\n`);
		await says(page, "Connected as nova_live");
		await page.getByLabel("Scene", { exact: true }).selectOption("Gameplay");
		await page.getByLabel("Item", { exact: true }).selectOption("Air horn 📣");
		await settingsOf(key, { itemId: 323, actionCode: "trigger" });
		await stage.deck.face(key, ({ state }) => state === "ready");
		await stage.deck.press(key);
		await stage.deck.ok(key);
		expect(stage.service.commands).toMatchObject([{ action: "trigger", targetId: 323, isCounted: true }]);
		expect(stage.deck.globalSettings).toMatchObject({ apiKey: stage.service.apiKey });
		expect(stage.deck.complaints).toEqual([]);
	});

	it("says that a key is refused, and takes the right one", async () => {
		const page = await openCounter({ account: "none" });
		await enter(page, "Address", stage.service.url);
		await enter(page, "API key", "not-the-right-key-at-all");
		await says(page, "The service refused this key.");
		await enter(page, "API key", stage.service.apiKey);
		await says(page, "Connected as nova_live");
		await page.getByText("•••• 4242 is set").waitFor();
	});

	it("takes a pasted key at once", async () => {
		const page = await openCounter({ account: "none" });
		await enter(page, "Address", stage.service.url);
		const field = page.getByLabel("API key", { exact: true });
		await field.focus();
		await field.evaluate((input: HTMLInputElement, key) => {
			input.dispatchEvent(new ClipboardEvent("paste"));
			input.value = key;
		}, stage.service.apiKey);
		await says(page, "Connected as nova_live");
	});

	it("exchanges an access token for the key and forgets it", async () => {
		const page = await openCounter({ account: "none" });
		await enter(page, "Address", stage.service.url);
		await page.getByText("Advanced").click();
		await enter(page, "Access token", "not-a-token");
		await says(page, "The service refused this token.");
		expect(stage.deck.globalSettings["apiKey"]).toBeUndefined();
		await enter(page, "Access token", stage.service.accessToken);
		await says(page, "Connected as nova_live");
		expect(stage.deck.globalSettings).toMatchObject({ apiKey: stage.service.apiKey });
		expect(JSON.stringify(stage.deck.globalSettings)).not.toContain(stage.service.accessToken);
	});

	it("never gives the key back", async () => {
		const page = await openCounter({ account: "none" });
		await enter(page, "Address", stage.service.url);
		await enter(page, "API key", stage.service.apiKey);
		await says(page, "Connected as nova_live");
		await page.getByText("•••• 4242 is set").waitFor();
		await page.locator(".account > summary").getByText("Connected").waitFor();
		expect(toldPages()).not.toContain(stage.service.apiKey);
		expect(await page.content()).not.toContain(stage.service.apiKey);
		expect(await page.locator("#apiKey").inputValue()).toBe("");
	});

	it("removes the key, and lets it be replaced", async () => {
		const page = await openCounter({ account: "set up" });
		await page.locator(".account > summary").click();
		await page.getByRole("button", { name: "Replace" }).click();
		await enter(page, "API key", "another-key-entirely");
		await says(page, "The service refused this key.");
		await page.getByRole("button", { name: "Remove" }).click();
		await says(page, "The key was removed.");
		await waitUntil(() => !("apiKey" in stage.deck.globalSettings));
	});

	it.each([
		["http://streamer.example", "Not secure"],
		["https://", "This is not an address"],
		["http://127.0.0.1:1", "Nobody answers there"],
	])("says what is wrong with the address %s", async (address, complaint) => {
		const page = await openCounter({ account: "none" });
		await enter(page, "Address", address);
		await says(page, complaint);
		expect(await page.getByLabel("Address", { exact: true }).getAttribute("aria-invalid")).toBe("true");
	});

	it("tells another kind of service from the right one", async () => {
		const page = await openCounter({ account: "none" });
		stage.service.setFaults({ rest: { discovery: { body: "html" } } });
		await enter(page, "Address", stage.service.url);
		await says(page, "it is not the service");
	});

	it("leaves nobody waiting for a plugin that says nothing", async () => {
		stage = await Stage.set(browser, { account: "none" });
		const page = await browser.newPage();
		await page.clock.install();
		await page.routeWebSocket(/^ws:/, () => undefined);
		await stage.openIn(page, stage.place("counter"));
		await page.locator(".account > summary").getByText("Account").click();
		await enter(page, "Address", stage.service.url);
		await says(page, "Checking…");
		await page.clock.runFor(20_000);
		await says(page, "No answer in time");
		await page.close();
	});

	it("keeps fields of the global settings that nobody here knows", async () => {
		const page = await openCounter({ account: "none", globalSettings: { future: [1], hideNumbers: "true" } });
		await enter(page, "Address", stage.service.url);
		await says(page, "Now enter your API key");
		expect(stage.deck.globalSettings).toMatchObject({ future: [1], baseUrl: stage.service.url });
	});
});

describe("the link", () => {
	it("is shown live, with what it waits for", async () => {
		const page = await openCounter({ account: "set up" });
		const head = page.locator(".account > summary");
		await head.getByText("Connected").waitFor();
		await head.getByText("nova_live").waitFor();
		await head.click();
		stage.service.setFaults({ rest: { all: { connection: "reset" } } });
		stage.service.cut();
		await says(page, "Offline");
		await page.getByText(/Next try in \d+ s/).waitFor();
		stage.service.clearFaults();
		await page.getByRole("button", { name: "Reconnect" }).click();
		await head.getByText("Connected").waitFor();
	});

	it("shows the account's picture where there is one, else a letter", async () => {
		const page = await openCounter({ account: "set up" });
		await page.locator(".avatar", { hasText: "N" }).waitFor();
	});
});
