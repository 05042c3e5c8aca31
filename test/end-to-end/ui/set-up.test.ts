import type { Page } from "playwright-core";
import { describe, expect, it, onTestFinished } from "vitest";

import { waitUntil } from "../../world/deck/wait-until";
import { startService, type StandInService } from "../../world/service/stand-in";
import { choose, waitForSettings, type InspectorRig, type InspectorRigOptions } from "./inspector-rig";
import { useInspectorRigs } from "./use-inspector-rigs";

const stages = useInspectorRigs();
let stage: InspectorRig;

/** Opens a Live Counter's inspector. */
async function openCounter(options: InspectorRigOptions): Promise<Page> {
	stage = await stages.start(options);
	const { page } = await stage.open(stage.place("counter"));
	return page;
}

async function enter(page: Page, label: string, typed: string): Promise<void> {
	await page.getByLabel(label, { exact: true }).fill(typed);
	await page.getByLabel(label, { exact: true }).press("Enter");
}

async function says(page: Page, text: string | RegExp): Promise<void> {
	await page.getByRole("status").filter({ hasText: text, visible: true }).first().waitFor();
}

async function isConnected(page: Page, name = "nova_live"): Promise<void> {
	const line = page.locator(".account > summary");
	// A long limit, because the computer may be busy.
	await line.getByText(name).waitFor({ timeout: 25_000 });
	await line.getByText("Connected").waitFor({ timeout: 25_000 });
}

/** Returns the plugin's messages to pages. The app itself also sends the global settings to every page. */
function pageMessages(): string {
	const sent = stage.deck.log.filter(({ frame }) => frame["event"] === "sendToPropertyInspector");
	return JSON.stringify(sent);
}

describe("setting up the account", () => {
	it("leads from an empty state to a key that sends its command", async () => {
		stage = await stages.start({ account: "none" });
		const key = stage.place("remote-action");
		const { page } = await stage.open(key);
		await page.getByRole("heading", { name: "Set up your account" }).waitFor();
		expect(await page.locator("#settings").isVisible()).toBe(false);
		expect(await page.locator(".complaint, [aria-invalid]").count()).toBe(0);
		await enter(page, "Address", ` "${stage.service.url}/account/api?tab=1#x" `);
		await says(page, "Now enter your API key");
		expect(await page.getByLabel("Address", { exact: true }).inputValue()).toBe(stage.service.url);
		await enter(page, "API key", ` ${stage.service.apiKey}\n`);
		await isConnected(page);
		await choose(page, "Scene", "Gameplay");
		await choose(page, "Item", "Air horn 📣");
		await waitForSettings(key, { itemId: 323, actionCode: "trigger" });
		await stage.deck.face(key, ({ state }) => state === "ready");
		await stage.deck.press(key);
		await stage.deck.ok(key);
		// The check mark means only that the command was sent.
		await waitUntil(() => stage.service.commands.length > 0, { message: "the command to arrive" });
		expect(stage.service.commands).toMatchObject([{ action: "trigger", targetId: 323, isCounted: true }]);
		expect(stage.deck.globalSettings).toMatchObject({
			apiKey: stage.service.apiKey,
			baseUrl: stage.service.url,
		});
		expect(stage.deck.complaints).toEqual([]);
	});

	it("displays a refused key once, and accepts a valid one", async () => {
		const page = await openCounter({ account: "none" });
		await enter(page, "Address", stage.service.url);
		await enter(page, "API key", "not-the-right-key-at-all");
		await says(page, "The service refused this API key.");
		expect(
			await page
				.getByText(/refused/)
				.filter({ visible: true })
				.count(),
		).toBe(1);
		await enter(page, "API key", stage.service.apiKey);
		await isConnected(page);
		await page.locator(".account > summary").click();
		await page.getByText("•••• 4242 is set").waitFor();
	});

	it("displays the running check while the service is slow", async () => {
		const page = await openCounter({ account: "none" });
		stage.service.setLatency(1_500);
		await enter(page, "Address", stage.service.url);
		await says(page, "Checking the address…");
		await enter(page, "API key", stage.service.apiKey);
		await says(page, "Checking the API key…");
		const said = await page.evaluate(async () => {
			const texts = new Set<string>();
			while (document.body.dataset["account"] !== "there") {
				texts.add(document.querySelector(".outcome p")?.textContent ?? "");
				await new Promise((resolve) => setTimeout(resolve, 20));
			}
			return [...texts];
		});
		expect(said.join()).not.toContain("Now enter");
		stage.service.setLatency(0);
		await isConnected(page);
	});

	it("does not change a field that is being edited during another check", async () => {
		const page = await openCounter({ account: "none" });
		stage.service.setLatency(300);
		await enter(page, "Address", stage.service.url);
		await says(page, "Checking the address…");
		const key = page.getByLabel("API key", { exact: true });
		await key.fill(stage.service.apiKey);
		await says(page, "Now enter your API key");
		expect(await key.inputValue()).toBe(stage.service.apiKey);
		await key.press("Enter");
		await says(page, "Checking the API key…");
		await page.getByLabel("Address", { exact: true }).fill("https://elsewhere.example");
		await isConnected(page);
		const address = page.locator("#baseUrl");
		expect(await address.inputValue()).toBe("https://elsewhere.example");
		expect(await address.evaluate((input) => input === document.activeElement)).toBe(true);
	});

	it("accepts a pasted key immediately", async () => {
		const page = await openCounter({ account: "none" });
		await enter(page, "Address", stage.service.url);
		const field = page.getByLabel("API key", { exact: true });
		await field.focus();
		await field.evaluate((input: HTMLInputElement, key) => {
			input.dispatchEvent(new ClipboardEvent("paste"));
			input.value = key;
		}, stage.service.apiKey);
		await isConnected(page);
	});

	it("exchanges an access token for the key and discards it", async () => {
		const page = await openCounter({ account: "none" });
		await enter(page, "Address", stage.service.url);
		await page.getByText("Advanced").first().click();
		await enter(page, "Access token", "not-a-token");
		await says(page, "The service refused this access token.");
		expect(stage.deck.globalSettings["apiKey"]).toBeUndefined();
		await enter(page, "Access token", stage.service.accessToken);
		await isConnected(page);
		expect(stage.deck.globalSettings).toMatchObject({ apiKey: stage.service.apiKey });
		expect(JSON.stringify(stage.deck.globalSettings)).not.toContain(stage.service.accessToken);
	});

	it("never sends the key back", async () => {
		const page = await openCounter({ account: "none" });
		await enter(page, "Address", stage.service.url);
		await enter(page, "API key", stage.service.apiKey);
		await isConnected(page);
		expect(pageMessages()).not.toContain(stage.service.apiKey);
		expect(await page.content()).not.toContain(stage.service.apiKey);
		expect(await page.locator("#apiKey").inputValue()).toBe("");
	});

	it("displays the problem of an address, and distinguishes another kind of service", async () => {
		const page = await openCounter({ account: "none" });
		stage.service.setFaults({ rest: { discovery: { body: "html" } } });
		for (const [address, complaint] of [
			["http://streamer.example", "Not secure"],
			["https://", "Not a valid address"],
			["http://127.0.0.1:1", "No response from this address"],
			[stage.service.url, "A different service responds"],
		] as const) {
			await enter(page, "Address", address);
			await says(page, complaint);
			expect(await page.getByLabel("Address", { exact: true }).getAttribute("aria-invalid")).toBe("true");
		}
	});

	it("keeps unknown fields of the global settings", async () => {
		const page = await openCounter({ account: "none", globalSettings: { future: [1], hideNumbers: "true" } });
		await enter(page, "Address", stage.service.url);
		await says(page, "Now enter your API key");
		expect(stage.deck.globalSettings).toMatchObject({ future: [1], baseUrl: stage.service.url });
	});
});

describe("an address other than the stored one", () => {
	const question = "This is a different address. Use your stored key there?";
	const stored = () => stage.deck.globalSettings["baseUrl"];
	const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

	/** Starts another service of this kind that accepts the same key. */
	async function startOther(): Promise<StandInService> {
		const other = await startService({ seed: "empty" });
		onTestFinished(() => other.stop());
		return other;
	}

	const keyed = ({ requests, joins }: StandInService) =>
		requests.filter(({ credential }) => credential !== "none").length + joins.length;

	it("gets the stored key only after it has identified itself and the user has confirmed it", async () => {
		const page = await openCounter({ account: "set up" });
		await isConnected(page);
		await page.locator(".account > summary").click();
		const other = await startOther();
		const address = page.getByLabel("Address", { exact: true });
		await enter(page, "Address", other.url);
		await says(page, question);
		// The focus is on the answer that changes nothing. Screen readers announce it with the question.
		await waitUntil(async () => (await focused(page)) === "Keep old address");
		const keep = page.getByRole("button", { name: "Keep old address", description: question });
		await keep.waitFor();
		await page.keyboard.press("Enter");
		expect(await address.inputValue()).toBe(stage.service.url);
		expect(await address.evaluate((input) => input === document.activeElement)).toBe(true);
		expect([keyed(other), stored()]).toEqual([0, stage.service.url]);
		await enter(page, "Address", other.url);
		await waitUntil(async () => (await focused(page)) === "Keep old address");
		expect(keyed(other)).toBe(0);
		await page.keyboard.press("Shift+Tab");
		expect(await focused(page)).toBe("Use key");
		await page.keyboard.press("Enter");
		await waitUntil(() => stored() === other.url);
		await isConnected(page);
		await waitUntil(() => keyed(other) > 0);
		expect(await page.getByText(question).filter({ visible: true }).count()).toBe(0);
	});

	it("receives nothing if another kind of server responds", async () => {
		const page = await openCounter({ account: "set up" });
		await isConnected(page);
		await page.locator(".account > summary").click();
		const other = await startOther();
		other.setFaults({ rest: { discovery: { body: "html" } } });
		await enter(page, "Address", other.url);
		await says(page, "A different service responds at this address.");
		expect([keyed(other), stored()]).toEqual([0, stage.service.url]);
	});

	it("requires a confirmation for the scene address as well", async () => {
		const page = await openCounter({ account: "set up" });
		await isConnected(page);
		await page.locator(".account > summary").click();
		await page.getByText("Advanced").first().click();
		const other = await startOther();
		await enter(page, "Scene address", other.url);
		await says(page, question);
		expect([keyed(other), stage.deck.globalSettings["sceneSocketUrl"]]).toEqual([0, undefined]);
		await page.getByRole("button", { name: "Use key" }).click();
		await says(page, "Saved.");
		expect(stage.deck.globalSettings).toMatchObject({ sceneSocketUrl: other.url });
	});
});

describe("a failure", () => {
	it("keeps the section open for a new account, is displayed in its summary, and ends with its cause", async () => {
		const page = await openCounter({ account: "none" });
		stage.service.setFaults({ rest: { all: { connection: "reset" } } });
		await page.getByLabel("Address", { exact: true }).fill(stage.service.url);
		await enter(page, "API key", stage.service.apiKey);
		await says(page, "No response from this address.");
		const head = page.locator(".account > summary");
		await head.getByText("Offline").waitFor();
		const section = page.locator(".account");
		expect(await section.evaluate((details: HTMLDetailsElement) => details.open)).toBe(true);
		stage.service.clearFaults();
		await isConnected(page);
		expect(await page.getByText("No response from this address.").filter({ visible: true }).count()).toBe(0);
		expect(await page.getByRole("button", { name: "Retry" }).filter({ visible: true }).count()).toBe(0);
	});

	it("of a refused key is explained beside its field, and ends when the service accepts the key again", async () => {
		const page = await openCounter({ account: "set up" });
		await isConnected(page);
		stage.service.setFaults({ refusedKey: "both" });
		stage.service.cut();
		const head = page.locator(".account > summary");
		await head.getByText("Key refused").waitFor({ timeout: 25_000 });
		await head.click();
		await page.getByText("The service refused this API key. You find the API key").waitFor();
		await enter(page, "API key", "a-wrong-key-altogether");
		await says(page, "The service refused this API key.");
		stage.service.clearFaults();
		await isConnected(page);
		for (const gone of [page.getByText(/refused/), page.getByRole("button", { name: /Retry|Cancel/ })])
			expect(await gone.filter({ visible: true }).count()).toBe(0);
		await page.getByText("•••• 4242 is set").waitFor();
	});

	it("has one word on every key and in the settings while only reading fails, and ends everywhere", async () => {
		stage = await stages.start({ account: "set up" });
		const { service, deck } = stage;
		const counter = stage.place("counter", { scope: "today" });
		const connection = stage.place("connection");
		const chart = stage.place("chart");
		const { page } = await stage.open(counter);
		await isConnected(page);
		for (const key of [counter, connection, chart]) await deck.face(key, ({ state }) => state === "live");
		service.setFaults({ rest: { all: { status: 503 } } });
		service.follow({ username: "Zoe" });
		for (const key of [counter, connection]) await deck.press(key);
		for (const key of [counter, connection, chart]) {
			await deck.face(key, ({ state, svg }) => state === "stale" && svg?.includes("Service down") === true, {
				timeoutMs: 25_000,
			});
		}
		await page.locator(".account > summary").getByText("Service down").waitFor({ timeout: 25_000 });
		service.clearFaults();
		await isConnected(page);
		for (const key of [counter, connection, chart])
			await deck.face(key, ({ state, svg }) => state === "live" && svg?.includes("Service down") === false, {
				timeoutMs: 25_000,
			});
		expect(
			await page.getByText("The service is having problems right now.").filter({ visible: true }).count(),
		).toBe(0);
	});

	it("is checked again when the same address is entered again", async () => {
		const page = await openCounter({ account: "none" });
		stage.service.setFaults({ rest: { all: { status: 503 } } });
		await enter(page, "Address", stage.service.url);
		await says(page, "The service is having problems right now.");
		stage.service.clearFaults();
		await page.getByLabel("Address", { exact: true }).press("Enter");
		await says(page, "Now enter your API key");
	});
});

describe("hiding the numbers", () => {
	it("announces nothing about the address", async () => {
		const page = await openCounter({ account: "set up" });
		await isConnected(page);
		await page.locator(".account > summary").click();
		await page.evaluate(() => {
			const said: string[] = [];
			const line = document.querySelector(".outcome p");
			if (line) new MutationObserver(() => said.push(line.textContent)).observe(line, { childList: true });
			Object.assign(window, { said });
		});
		await page.getByLabel("Hide numbers on all keys").check();
		await waitUntil(() => stage.deck.globalSettings["hideNumbers"] === true);
		await page.getByLabel("Hide numbers on all keys").uncheck();
		await waitUntil(() => stage.deck.globalSettings["hideNumbers"] === false);
		expect(await page.evaluate(() => JSON.stringify(Reflect.get(window, "said")))).toBe("[]");
	});
});

describe("a working account", () => {
	const account = () => ({ baseUrl: stage.service.url, apiKey: stage.service.apiKey });

	it("is kept if the new one does not work, and the new one can be tried again", async () => {
		const page = await openCounter({ account: "set up" });
		await isConnected(page);
		await page.locator(".account > summary").click();
		await enter(page, "Address", "hello world");
		await says(
			page,
			"Not a valid address. Enter it in full, with https:// at the start. Your current account was not changed.",
		);
		expect(stage.deck.globalSettings).toMatchObject(account());
		await page.getByRole("button", { name: "Cancel" }).filter({ visible: true }).click();
		expect(await page.getByLabel("Address", { exact: true }).inputValue()).toBe(stage.service.url);
		await page.getByRole("button", { name: "Replace" }).click();
		stage.service.setFaults({ rest: { me: { connection: "reset" } } });
		await enter(page, "API key", stage.service.apiKey);
		await says(page, "No response from this address.");
		stage.service.clearFaults();
		await page.getByRole("button", { name: "Retry" }).click();
		await page.getByText("•••• 4242 is set").waitFor();
		await page.getByRole("button", { name: "Replace" }).click();
		await enter(page, "API key", "another-key-entirely");
		await says(page, "The service refused this API key.");
		expect(stage.deck.globalSettings).toMatchObject(account());
	});

	it("is removed after a confirmation, which can be undone, with the focus kept", async () => {
		const page = await openCounter({ account: "set up" });
		await isConnected(page);
		await page.locator(".account > summary").click();
		const focused = () => page.evaluate(() => document.activeElement?.textContent);
		await page.getByRole("button", { name: "Remove" }).press("Enter");
		await page.getByText("Remove the API key?").waitFor();
		expect(await focused()).toBe("Cancel");
		await page.keyboard.press("Enter");
		expect(await focused()).toBe("Remove");
		expect(stage.deck.globalSettings).toMatchObject(account());
		await page.keyboard.press("Enter");
		await page.getByRole("button", { name: "Remove" }).press("Enter");
		await says(page, "The API key was removed.");
		expect(stage.deck.globalSettings).not.toHaveProperty("apiKey");
		await waitUntil(async () => (await focused()) === "Undo");
		await page.keyboard.press("Enter");
		await isConnected(page);
		expect(stage.deck.globalSettings).toMatchObject(account());
		expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("SUMMARY");
	});
});

describe("a plugin that does not run", () => {
	it("is reported within three seconds on every page, and pages recover when it is back", async () => {
		stage = await stages.start();
		const key = stage.place("remote-action", { sceneToken: "5c3e0001a7", sceneName: "Gameplay" });
		await stage.deck.face(key, ({ state }) => state !== "connecting");
		await stage.deck.stopPlugin();
		const page = await stage.browser.newPage();
		await stage.openIn(page, key);
		await page.getByText("The plugin is not responding.").waitFor({ timeout: 4_000 });
		await stage.deck.launch();
		await page.getByText("The plugin is not responding.").waitFor({ state: "detached" });
		await isConnected(page);
		await page.getByRole("img", { name: /Preview/ }).waitFor();
		await choose(page, "Scene", "Just Chatting 💬");
		await page.close();
	});

	it("is reported when it ends while a page is open, and receives its requests again when it is back", async () => {
		const page = await openCounter({ account: "set up" });
		await page.getByRole("img", { name: /· live/ }).waitFor();
		await stage.deck.crashPlugin();
		await page.getByText("The plugin is not responding.").waitFor();
		stage.service.follow({ username: "ada" });
		await stage.deck.launch();
		const [key] = stage.deck.keys;
		if (key?.kind !== "key") throw new Error("no key");
		const { value = "" } = await stage.deck.face(key, ({ state }) => state === "live");
		await page.getByRole("img", { name: `${value} · live` }).waitFor();
		expect(await page.getByText("The plugin is not responding.").count()).toBe(0);
	});
});

describe("the connection", () => {
	it("is displayed live, with the time of the next retry", async () => {
		const page = await openCounter({ account: "set up" });
		await isConnected(page);
		const head = page.locator(".account > summary");
		await head.click();
		stage.service.setFaults({ rest: { all: { connection: "reset" } } });
		stage.service.cut();
		await says(page, "Offline");
		await page.getByText(/Next try in \d+ s/).waitFor();
		stage.service.clearFaults();
		await page.getByRole("button", { name: "Reconnect" }).click();
		await head.getByText("Connected").waitFor();
	});

	it("displays the account's picture if there is one, else a letter", async () => {
		const page = await openCounter({ account: "set up" });
		await page.locator(".avatar", { hasText: "N" }).waitFor();
	});
});
