import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

import { launchBrowser } from "../../world/browser";
import type { Settings } from "../../world/deck/frame";
import { waitUntil } from "../../world/deck/wait-until";
import { settingsOf, Stage } from "./open-inspector";

const gameplay = "5c3e0001a7";
const saved: Settings = {
	sceneToken: gameplay,
	sceneName: "Gameplay",
	itemId: 312,
	itemName: "Donation goal",
	actionCode: "reset",
	actionName: "Reset",
	future: { kept: true },
};

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

function select(page: Page, label: string) {
	return page.getByLabel(label, { exact: true });
}

/** The text of what a list shows as chosen. */
function chosen(page: Page, label: string): Promise<string | undefined> {
	return select(page, label).evaluate(
		(list: HTMLSelectElement) => list.selectedOptions[0]?.textContent ?? undefined,
	);
}

function labels(page: Page, label: string): Promise<string[]> {
	return select(page, label).locator("option").allTextContents();
}

async function listed(page: Page, label = "Air horn 📣"): Promise<void> {
	await page.locator("option", { hasText: label }).first().waitFor({ state: "attached" });
}

describe("choosing what a key sends", () => {
	it("tells namesakes apart and shows items that accept nothing", async () => {
		stage = await Stage.set(browser);
		const { page } = await stage.open(stage.place("remote-action"));
		await listed(page, "Just Chatting 💬");
		await select(page, "Scene").selectOption("Gameplay");
		await listed(page);
		expect(await labels(page, "Item")).toEqual([
			"Choose an item…",
			"Alert box",
			"Follower goal",
			"Donation goal",
			"Confetti (1) · #313",
			"Confetti (2) · #314",
			"Death counter",
			"Song title – no actions",
			"Chat",
			"Air horn 📣",
		]);
		expect(await page.locator("option", { hasText: "Song title" }).isDisabled()).toBe(true);
	});

	it("saves ids and names, and what holding does", async () => {
		stage = await Stage.set(browser);
		const key = stage.place("remote-action", { future: 1 });
		const { page } = await stage.open(key);
		await listed(page, "Just Chatting 💬");
		await select(page, "Scene").selectOption("Gameplay");
		await select(page, "Item").selectOption("Confetti (2) · #314");
		await settingsOf(key, {
			itemId: 314,
			itemName: "Confetti",
			actionCode: "trigger",
			actionName: "Trigger",
		});
		await select(page, "Item").selectOption("Donation goal");
		await page.getByText("Plays it once").waitFor();
		await select(page, "When held").selectOption("Reset");
		await select(page, "Repeat guard").fill("400");
		await settingsOf(key, { holdActionCode: "reset", guardMs: 400 });
		expect(key.settings).toEqual({
			future: 1,
			...{ sceneToken: gameplay, sceneName: "Gameplay", itemId: 312, itemName: "Donation goal" },
			...{ actionCode: "trigger", actionName: "Trigger", holdActionCode: "reset", holdActionName: "Reset" },
			guardMs: 400,
		});
		await select(page, "When held").selectOption("Same as a press");
		await waitUntil(() => !("holdActionCode" in key.settings));
	});

	it("finds an item by a part of its name", async () => {
		stage = await Stage.set(browser);
		const key = stage.place("remote-action", { sceneToken: gameplay });
		const { page } = await stage.open(key);
		await listed(page);
		await page.getByRole("searchbox", { name: "Search: Item" }).fill("CONFÉ");
		expect(await labels(page, "Item")).toEqual([
			"Choose an item…",
			"Confetti (1) · #313",
			"Confetti (2) · #314",
		]);
		await page.getByRole("searchbox", { name: "Search: Item" }).fill("zzz");
		expect(await labels(page, "Item")).toEqual(["Choose an item…", "Nothing found"]);
		await page.getByRole("searchbox", { name: "Search: Item" }).fill("conf");
		await page.getByRole("searchbox", { name: "Search: Item" }).press("Enter");
		await page.keyboard.press("ArrowDown");
		await settingsOf(key, { itemId: 313 });
	});

	it("does not save a guard time that is none", async () => {
		stage = await Stage.set(browser);
		const key = stage.place("remote-action", saved);
		const { page } = await stage.open(key);
		await select(page, "Repeat guard").fill("99999");
		await page.getByText("A number from 0 to 10000.").waitFor();
		await select(page, "Repeat guard").fill("300");
		await settingsOf(key, { guardMs: 300 });
		expect(stage.savedSettings).toEqual([{ ...saved, guardMs: 300 }]);
	});

	it("works with the keyboard alone", async () => {
		stage = await Stage.set(browser);
		const key = stage.place("remote-action");
		const { page } = await stage.open(key);
		await listed(page, "Just Chatting 💬");
		const press = async (...keys: readonly string[]) => {
			for (const name of keys) await page.keyboard.press(name);
		};
		const focused = () => page.evaluate(() => document.activeElement?.id);
		const tabTo = (id: string) =>
			waitUntil(async () => {
				await press("Tab");
				return (await focused()) === id;
			});
		await tabTo("sceneToken");
		await press("G");
		await settingsOf(key, { sceneToken: gameplay });
		await tabTo("itemId");
		await press("D", "o", "n");
		await settingsOf(key, { itemId: 312 });
		await tabTo("actionCode");
		await press("R");
		await settingsOf(key, { actionCode: "reset" });
		await tabTo("guardMs");
	});
});

describe("a saved choice", () => {
	const isUntouched = async (page: Page): Promise<void> => {
		expect(await chosen(page, "Scene")).toBe("Gameplay");
		expect(await chosen(page, "Item")).toBe("Donation goal");
		expect(await chosen(page, "Action")).toBe("Reset");
		expect(stage.savedSettings).toEqual([]);
	};

	it("is shown by its saved name while the list is slow", async () => {
		stage = await Stage.set(browser);
		stage.service.setLatency(60_000, "scenes");
		const { page } = await stage.open(stage.place("remote-action", saved));
		await page.getByText("Loading…").waitFor();
		await isUntouched(page);
		stage.service.clearFaults();
		await page.getByText("No answer in time.").waitFor();
		await isUntouched(page);
		await page.getByRole("button", { name: "Retry" }).click();
		await listed(page);
		await isUntouched(page);
	});

	it("survives a list that fails", async () => {
		stage = await Stage.set(browser);
		stage.service.setFaults({ rest: { scenes: { status: 500 } } });
		const { page } = await stage.open(stage.place("remote-action", saved));
		await page.getByText("The service has a problem just now.").waitFor();
		await isUntouched(page);
		stage.service.clearFaults();
		// The page asks again by itself when the link comes up, be it before or after this.
		await page.getByRole("button", { name: /Retry|Refresh the list/ }).click();
		await listed(page);
		await isUntouched(page);
	});

	it("survives a scene whose items fail", async () => {
		stage = await Stage.set(browser);
		stage.service.setFaults({ rest: { scene: { body: "truncated" } } });
		const { page } = await stage.open(stage.place("remote-action", saved));
		await page.getByRole("button", { name: "Retry" }).waitFor();
		await isUntouched(page);
	});

	it("survives an empty list, which says that it is gone", async () => {
		stage = await Stage.set(browser);
		for (const { token } of stage.service.scenes.all) stage.service.scenes.removeScene(token);
		const { page } = await stage.open(stage.place("remote-action", saved));
		await page.getByText("This scene is gone.").waitFor();
		expect(await chosen(page, "Scene")).toBe("Gameplay (gone)");
		expect(await chosen(page, "Item")).toBe("Donation goal");
		expect(stage.savedSettings).toEqual([]);
	});

	it("says that its item is gone, and that it is back", async () => {
		stage = await Stage.set(browser);
		stage.service.scenes.removeItem(312);
		const { page } = await stage.open(stage.place("remote-action", saved));
		await page.getByText("This item is no longer in the scene.").waitFor();
		expect(await chosen(page, "Item")).toBe("Donation goal (gone)");
		stage.service.scenes.restoreItem(312);
		await page.getByRole("button", { name: "Refresh the list" }).click();
		await waitUntil(async () => (await chosen(page, "Item")) === "Donation goal");
		expect(stage.savedSettings).toEqual([]);
	});

	it("says that its action is gone", async () => {
		stage = await Stage.set(browser);
		stage.service.scenes.setRemoteActions(312, [{ code: "trigger", name: "Trigger" }]);
		const { page } = await stage.open(stage.place("remote-action", saved));
		await page.getByText("no longer offers this action").waitFor();
		expect(await chosen(page, "Action")).toBe("Reset (gone)");
		expect(stage.savedSettings).toEqual([]);
	});

	it("goes by id, not by name", async () => {
		stage = await Stage.set(browser);
		stage.service.scenes.renameItem(312, "Charity goal");
		stage.service.scenes.renameScene(gameplay, "Playing");
		const { page } = await stage.open(stage.place("remote-action", saved));
		await listed(page);
		expect(await chosen(page, "Item")).toBe("Charity goal");
		expect(await chosen(page, "Scene")).toBe("Playing");
		expect(stage.savedSettings).toEqual([]);
	});
});

describe("what the service names", () => {
	it("is text, whatever it looks like, and one odd entry hides no other", async () => {
		stage = await Stage.set(browser);
		const hostile = `<img src=x onerror="document.title='owned'">`;
		stage.service.scenes.renameItem(310, hostile);
		stage.service.scenes.setItemType(311, "hologram");
		stage.service.scenes.setRemoteActions(311, [{ code: "reset", name: "<b>R</b>", description: hostile }]);
		stage.service.scenes.setRemoteActions(313, null);
		stage.service.scenes.setRemoteActions(314, undefined);
		stage.service.scenes.setRemoteActions(315, "nonsense");
		const key = stage.place("remote-action", { sceneToken: gameplay });
		const { page } = await stage.open(key);
		await listed(page);
		expect(await labels(page, "Item")).toHaveLength(10);
		await select(page, "Item").selectOption("Follower goal");
		await page.locator("#action-description", { hasText: hostile }).waitFor();
		expect(await chosen(page, "Action")).toBe("<b>R</b>");
		expect(await page.locator("img[src='x'], b").count()).toBe(0);
		expect(await page.title()).not.toBe("owned");
		await settingsOf(key, { itemId: 311, actionName: "<b>R</b>" });
	});
});

describe("going from key to key", () => {
	it("keeps what was typed just before another key was clicked", async () => {
		stage = await Stage.set(browser);
		const first = stage.place("counter");
		const second = stage.place("counter", { label: "Second" });
		const { page } = await stage.open(first);
		await page.getByLabel("Label", { exact: true }).pressSequentially("Heads", { delay: 0 });
		await page.goto("about:blank");
		const { page: again } = await stage.openIn(page, second);
		expect(await again.getByLabel("Label", { exact: true }).inputValue()).toBe("Second");
		await settingsOf(first, { label: "Heads" });
		expect(second.settings).toEqual({ label: "Second" });
		const { page: back } = await stage.openIn(again, first);
		expect(await back.getByLabel("Label", { exact: true }).inputValue()).toBe("Heads");
	});

	it("never mixes two keys up", async () => {
		stage = await Stage.set(browser);
		const first = stage.place("remote-action", saved);
		const second = stage.place("remote-action");
		stage.service.setLatency(700, "scenes");
		const { page } = await stage.open(first);
		await stage.openIn(page, second);
		await listed(page, "Just Chatting 💬");
		expect(await chosen(page, "Scene")).toBe("Choose a scene…");
		await select(page, "Scene").selectOption("Just Chatting 💬");
		await settingsOf(second, { sceneToken: "5c3e0002b8" });
		expect(first.settings).toEqual(saved);
	});
});
