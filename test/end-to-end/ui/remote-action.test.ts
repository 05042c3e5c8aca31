import type { Page } from "playwright-core";
import { describe, expect, it, onTestFinished } from "vitest";

import type { Settings } from "../../world/deck/frame";
import { waitUntil } from "../../world/deck/wait-until";
import { startService } from "../../world/service/stand-in";
import {
	choose,
	selectedOption,
	combobox,
	optionTexts,
	waitForSettings,
	waitForSelection,
	type InspectorRig,
} from "./inspector-rig";
import { useInspectorRigs } from "./use-inspector-rigs";

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

const stages = useInspectorRigs();
let stage: InspectorRig;

const refresh = { name: "Refresh the list" } as const;

describe("choosing a remote action", () => {
	it("distinguishes equal names and lists items without remote actions", async () => {
		stage = await stages.start();
		const { page } = await stage.open(stage.place("remote-action"));
		await choose(page, "Scene", "Gameplay");
		await combobox(page, "Item").click();
		await page.getByRole("option", { name: "Air horn 📣" }).waitFor();
		expect(await optionTexts(page)).toEqual([
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
		expect(await page.getByRole("option", { name: "Song title" }).getAttribute("aria-disabled")).toBe("true");
	});

	it("saves ids and names, and the action of a hold", async () => {
		stage = await stages.start();
		const key = stage.place("remote-action", { future: 1 });
		const { page } = await stage.open(key);
		await choose(page, "Scene", "Gameplay");
		await choose(page, "Item", "Confetti (2) · #314");
		await waitForSettings(key, {
			itemId: 314,
			itemName: "Confetti",
			actionCode: "trigger",
			actionName: "Trigger",
		});
		await choose(page, "Item", "Donation goal");
		await page.getByText("Plays it once").waitFor();
		await combobox(page, "When held").selectOption("Reset");
		await page.getByText("Advanced").last().click();
		await page.getByLabel("Ignore repeat presses").fill("400");
		await waitForSettings(key, { holdActionCode: "reset", guardMs: 400 });
		expect(key.settings).toEqual({
			future: 1,
			sceneToken: gameplay,
			sceneName: "Gameplay",
			itemId: 312,
			itemName: "Donation goal",
			actionCode: "trigger",
			actionName: "Trigger",
			holdActionCode: "reset",
			holdActionName: "Reset",
			guardMs: 400,
		});
		await combobox(page, "When held").selectOption("Same as press");
		await waitUntil(() => !("holdActionCode" in key.settings));
	});

	it("finds an item by a part of its name, without scrolling the page", async () => {
		stage = await stages.start();
		const key = stage.place("remote-action", { sceneToken: gameplay, sceneName: "Gameplay" });
		const { page } = await stage.open(key);
		const item = combobox(page, "Item");
		await item.click();
		await page.getByRole("option", { name: "Air horn 📣" }).waitFor();
		const placeOf = () => combobox(page, "When held").boundingBox();
		const before = await placeOf();
		await item.fill("CONFÉ");
		expect(await optionTexts(page)).toEqual(["Confetti (1) · #313", "Confetti (2) · #314"]);
		await item.fill("zzz");
		expect(await optionTexts(page)).toEqual(["Nothing found"]);
		expect(await placeOf()).toEqual(before);
		await item.press("Escape");
		expect(await item.getAttribute("aria-expanded")).toBe("false");
		expect(await selectedOption(page, "Item")).toBe("");
		await item.pressSequentially("conf");
		await item.press("ArrowDown");
		const active = await item.getAttribute("aria-activedescendant");
		expect(await page.locator(`[id="${active ?? ""}"]`).textContent()).toBe("Confetti (2) · #314");
		await item.press("ArrowUp");
		await item.press("Enter");
		await waitForSettings(key, { itemId: 313 });
		expect(await item.evaluate((input) => input === document.activeElement)).toBe(true);
	});

	it("does not save an invalid guard time", async () => {
		stage = await stages.start();
		const key = stage.place("remote-action", saved);
		const { page } = await stage.open(key);
		await page.getByText("Advanced").last().click();
		const guard = page.getByLabel("Ignore repeat presses");
		await guard.fill("99999");
		await page.getByText("At most 10,000.").waitFor();
		await guard.fill("-1");
		await page.getByText("Enter a number from 0 to 10,000.").waitFor();
		await guard.fill("300");
		await waitForSettings(key, { guardMs: 300 });
		expect(stage.savedSettings).toEqual([{ ...saved, guardMs: 300 }]);
	});

	it("works by keyboard only, without losing the focus", async () => {
		stage = await stages.start();
		const key = stage.place("remote-action");
		const { page } = await stage.open(key);
		const press = async (...keys: readonly string[]) => {
			for (const name of keys) await page.keyboard.press(name);
		};
		const focused = () =>
			page.evaluate(() => document.activeElement?.id || document.activeElement?.ariaLabel);
		const tabTo = (id: string) =>
			waitUntil(async () => {
				await press("Tab");
				return (await focused()) === id;
			});
		await tabTo("sceneToken");
		await press("ArrowDown");
		await page.getByRole("option", { name: "Gameplay" }).waitFor();
		await press("ArrowDown", "Enter");
		await waitForSettings(key, { sceneToken: gameplay });
		await tabTo(refresh.name);
		await press("Enter");
		expect(await focused()).toBe(refresh.name);
		await page.locator(".refresh[aria-busy=false]").waitFor();
		expect(await focused()).toBe(refresh.name);
		await tabTo("itemId");
		await press("D", "o", "n", "Enter");
		await waitForSettings(key, { itemId: 312 });
		await tabTo("actionCode");
		await press("R");
		await waitForSettings(key, { actionCode: "reset" });
	});

	it("offers no hold for a step of a multi-action", async () => {
		stage = await stages.start();
		const step = stage.deck.placeInMultiAction({ action: "com.example.streamevents.remote-action" });
		const { page } = await stage.open(step);
		await combobox(page, "Scene").waitFor();
		expect(await combobox(page, "When held").isVisible()).toBe(false);
		expect(await page.locator("#preview").isVisible()).toBe(false);
	});
});

describe("many scenes and slow ones", () => {
	it("are listed immediately, and a slow one does not delay the others", async () => {
		stage = await stages.start();
		for (let number = 0; number < 200; number++) stage.service.scenes.addScene({ name: `Scene ${number}` });
		stage.service.setLatency(4_000, "scene");
		const key = stage.place("remote-action");
		const { page } = await stage.open(key);
		const startedAtMs = Date.now();
		await combobox(page, "Scene").click();
		await page.getByRole("option", { name: "Scene 199" }).waitFor();
		expect(Date.now() - startedAtMs).toBeLessThan(4_000);
		await page.getByRole("option", { name: "Gameplay" }).click();
		await page.getByText("Loading…").waitFor();
		stage.service.setLatency(0, "scene");
		await choose(page, "Scene", "Just Chatting 💬");
		await combobox(page, "Item").click();
		await page.locator("[role=listbox]:visible [role=option]").first().waitFor({ timeout: 3_000 });
	});
});

describe("a saved choice", () => {
	const isUntouched = async (page: Page): Promise<void> => {
		await waitForSelection(page, "Scene", "Gameplay");
		await waitForSelection(page, "Item", "Donation goal");
		await waitForSelection(page, "Action", "Reset");
		expect(stage.savedSettings).toEqual([]);
	};
	const read = (page: Page) => page.locator(".refresh[aria-busy=false]").waitFor();

	it("is displayed by its saved name while the list is loading", async () => {
		stage = await stages.start();
		stage.service.setLatency(60_000, "scenes");
		const { page } = await stage.open(stage.place("remote-action", saved));
		await page.getByText("Loading…").waitFor();
		await isUntouched(page);
		await page.getByText("The request timed out.").waitFor();
		stage.service.clearFaults();
		await isUntouched(page);
		await page.getByRole("button", refresh).click();
		await read(page);
		await isUntouched(page);
	});

	it("is kept when the list fails", async () => {
		stage = await stages.start();
		stage.service.setFaults({ rest: { scenes: { status: 500 } } });
		const { page } = await stage.open(stage.place("remote-action", saved));
		await page.getByText("The service is having problems right now.").waitFor();
		await isUntouched(page);
		stage.service.clearFaults();
		await page.getByRole("button", refresh).click();
		await page.getByText("The service is having problems right now.").waitFor({ state: "detached" });
		await isUntouched(page);
	});

	it("is kept when a scene's items fail", async () => {
		stage = await stages.start();
		stage.service.setFaults({ rest: { scene: { body: "truncated" } } });
		const { page } = await stage.open(stage.place("remote-action", saved));
		await page.locator("#list-status.fault").waitFor();
		await isUntouched(page);
	});

	it("is kept with an empty list, and displayed as missing", async () => {
		stage = await stages.start();
		for (const { token } of stage.service.scenes.all) stage.service.scenes.removeScene(token);
		const { page } = await stage.open(stage.place("remote-action", saved));
		await page.getByText("This scene no longer exists.").waitFor();
		expect(await selectedOption(page, "Scene")).toBe("Gameplay (not found)");
		expect(await selectedOption(page, "Item")).toBe("Donation goal");
		expect(stage.savedSettings).toEqual([]);
	});

	it("is displayed as missing when its item is removed, and found again later", async () => {
		stage = await stages.start();
		stage.service.scenes.removeItem(312);
		const { page } = await stage.open(stage.place("remote-action", saved));
		await page.getByText("This item is no longer in the scene.").waitFor();
		expect(await selectedOption(page, "Item")).toBe("Donation goal (not found)");
		stage.service.scenes.restoreItem(312);
		await page.getByRole("button", refresh).click();
		await waitForSelection(page, "Item", "Donation goal");
		expect(stage.savedSettings).toEqual([]);
	});

	it("is displayed as missing when its action is removed", async () => {
		stage = await stages.start();
		stage.service.scenes.setRemoteActions(312, [{ code: "trigger", name: "Trigger" }]);
		const { page } = await stage.open(stage.place("remote-action", saved));
		await page.getByText("no longer offers this action").waitFor();
		expect(await selectedOption(page, "Action")).toBe("Reset (not found)");
		expect(stage.savedSettings).toEqual([]);
	});

	it("is identified by id, not by name", async () => {
		stage = await stages.start();
		stage.service.scenes.renameItem(312, "Charity goal");
		stage.service.scenes.renameScene(gameplay, "Playing");
		const { page } = await stage.open(stage.place("remote-action", saved));
		await waitForSelection(page, "Item", "Charity goal");
		await waitForSelection(page, "Scene", "Playing");
		expect(stage.savedSettings).toEqual([]);
	});
});

describe("names from the service", () => {
	it("are text, whatever they contain, and an invalid entry does not hide others", async () => {
		stage = await stages.start();
		const hostile = `<img src=x onerror="document.title='owned'">`;
		stage.service.scenes.renameItem(310, hostile);
		stage.service.scenes.setItemType(311, "hologram");
		stage.service.scenes.setRemoteActions(311, [{ code: "reset", name: "<b>R</b>", description: hostile }]);
		stage.service.scenes.setRemoteActions(313, null);
		stage.service.scenes.setRemoteActions(314, undefined);
		stage.service.scenes.setRemoteActions(315, "nonsense");
		const key = stage.place("remote-action", { sceneToken: gameplay });
		const { page } = await stage.open(key);
		await combobox(page, "Item").click();
		await page.getByRole("option", { name: "Air horn 📣" }).waitFor();
		expect(await optionTexts(page)).toHaveLength(9);
		await choose(page, "Item", "Follower goal");
		await page.locator("#action-description", { hasText: hostile }).waitFor();
		expect(await selectedOption(page, "Action")).toBe("<b>R</b>");
		expect(await page.locator("img[src='x'], b").count()).toBe(0);
		expect(await page.title()).not.toBe("owned");
		await waitForSettings(key, { itemId: 311, actionName: "<b>R</b>" });
	});
});

describe("switching from key to key", () => {
	it("keeps text that was typed just before another key was clicked", async () => {
		stage = await stages.start();
		const first = stage.place("counter");
		const second = stage.place("counter", { label: "Second" });
		const { page } = await stage.open(first);
		await page.getByLabel("Label", { exact: true }).pressSequentially("Heads", { delay: 0 });
		// A click outside the page removes the focus before the page is closed.
		await page.evaluate(() => window.dispatchEvent(new Event("blur")));
		await page.goto("about:blank");
		const { page: again } = await stage.openIn(page, second);
		expect(await again.getByLabel("Label", { exact: true }).inputValue()).toBe("Second");
		await waitForSettings(first, { label: "Heads" });
		expect(second.settings).toEqual({ label: "Second" });
		const { page: back } = await stage.openIn(again, first);
		expect(await back.getByLabel("Label", { exact: true }).inputValue()).toBe("Heads");
	});

	it("never mixes up two keys", async () => {
		stage = await stages.start();
		const first = stage.place("remote-action", saved);
		const second = stage.place("remote-action");
		stage.service.setLatency(700, "scenes");
		const { page } = await stage.open(first);
		await stage.openIn(page, second);
		// The scene used last is selected, but nothing is saved for the new key.
		expect(second.settings).not.toHaveProperty("sceneToken");
		await choose(page, "Scene", "Just Chatting 💬");
		await waitForSettings(second, { sceneToken: "5c3e0002b8" });
		expect(first.settings).toEqual(saved);
	});
});

describe("the map of a scene", () => {
	const box = (page: Page, name: string) => page.getByRole("radio", { name, exact: true });

	it("displays items at their places over the scene's picture, and chooses by mouse and keyboard", async () => {
		stage = await stages.start();
		const key = stage.place("remote-action", { sceneToken: gameplay, sceneName: "Gameplay" });
		const { page } = await stage.open(key);
		await box(page, "Chat").click();
		await waitForSettings(key, { itemId: 317, actionCode: "toggle" });
		await page.locator("[role=radio][aria-checked=true]", { hasText: "Chat" }).waitFor();
		await waitForSelection(page, "Item", "Chat");
		await page.keyboard.press("ArrowDown");
		await page.keyboard.press("Enter");
		await waitForSettings(key, { itemId: 323 });
		await waitUntil(() =>
			page
				.locator(".canvas")
				.evaluate((map) => getComputedStyle(map).backgroundImage.includes("data:image/png")),
		);
		const song = page.getByRole("radio", { name: "Song title – no actions" });
		expect(await song.getAttribute("aria-disabled")).toBe("true");
		await song.click({ force: true });
		expect(key.settings).toMatchObject({ itemId: 323 });
		const [canvas, goal] = await Promise.all([
			page.locator(".canvas").boundingBox(),
			box(page, "Donation goal").boundingBox(),
		]);
		if (!canvas || !goal) throw new Error("nothing is drawn");
		expect((goal.x - canvas.x) / canvas.width).toBeCloseTo(690 / 1920, 1);
		expect((goal.y - canvas.y) / canvas.height).toBeCloseTo(990 / 1080, 1);
	});

	it("is hidden if the service sends no places, and the list still works", async () => {
		stage = await stages.start();
		for (const { id } of stage.service.scenes.byToken(gameplay)?.items ?? [])
			stage.service.scenes.moveItem(id, { left: undefined });
		const { page } = await stage.open(stage.place("remote-action", { sceneToken: gameplay }));
		await combobox(page, "Item").click();
		await page.getByRole("option", { name: "Air horn 📣" }).waitFor();
		expect(await page.locator(".map").isVisible()).toBe(false);
	});

	it("has no picture if that is on another host", async () => {
		stage = await stages.start();
		const other = await startService();
		onTestFinished(() => other.stop());
		stage.service.scenes.setThumbnail(gameplay, `${other.url}/media/scenes/${gameplay}.png`);
		const { page } = await stage.open(stage.place("remote-action", { sceneToken: gameplay }));
		await box(page, "Chat").waitFor();
		await waitUntil(() =>
			stage.deck.log.some(({ frame }) => JSON.stringify(frame).includes('"event":"getSceneThumbnail"')),
		);
		await page.getByRole("button", refresh).click();
		await page.locator(".refresh[aria-busy=false]").waitFor();
		expect(other.requests).toEqual([]);
		expect(await page.locator(".canvas").evaluate((map) => getComputedStyle(map).backgroundImage)).toBe(
			"none",
		);
	});

	it("does not cover an open list", async () => {
		stage = await stages.start();
		const { page } = await stage.open(stage.place("remote-action", { sceneToken: gameplay }));
		await box(page, "Chat").waitFor();
		await combobox(page, "Item").click();
		const covered = await page.locator("[role=listbox]:visible").evaluate((list) => {
			const { left, right, top, bottom } = list.getBoundingClientRect();
			const boxes = [...document.querySelectorAll(".map .box")].map((each) => each.getBoundingClientRect());
			const shared = boxes
				.map((each) => ({ x: each.left + each.width / 2, y: each.top + each.height / 2 }))
				.filter(({ x, y }) => x > left && x < right && y > top && y < bottom);
			const isList = ({ x, y }: { x: number; y: number }) => list.contains(document.elementFromPoint(x, y));
			return { shared: shared.length, onTop: shared.filter(isList).length };
		});
		expect(covered.shared).toBeGreaterThan(0);
		expect(covered.onTop).toBe(covered.shared);
	});

	it("is collapsed on a narrow page", async () => {
		stage = await stages.start();
		const key = stage.place("remote-action", { sceneToken: gameplay });
		const { page } = await stage.open(key);
		await page.setViewportSize({ width: 300, height: 640 });
		await stage.openIn(page, key);
		await page.getByText("Map of the scene").waitFor();
		expect(await box(page, "Chat").isVisible()).toBe(false);
		await page.getByText("Map of the scene").click();
		await box(page, "Chat").click();
		await waitForSettings(key, { itemId: 317 });
	});
});

describe("a new key", () => {
	it("begins with the scene that was chosen last, and saves nothing before an item is chosen", async () => {
		stage = await stages.start();
		const first = stage.place("remote-action", saved);
		const { page } = await stage.open(first);
		await choose(page, "Scene", "Just Chatting 💬");
		await waitForSettings(first, { sceneToken: "5c3e0002b8" });
		const second = stage.place("remote-action");
		const { page: again } = await stage.openIn(page, second);
		await waitForSelection(again, "Scene", "Just Chatting 💬");
		expect(second.settings).toEqual({});
		await combobox(again, "Item").click();
		await again.locator("[role=listbox]:visible [role=option]").first().click();
		await waitForSettings(second, { sceneToken: "5c3e0002b8", sceneName: "Just Chatting 💬" });
	});

	it("offers items after the scene, and actions after the item", async () => {
		stage = await stages.start();
		const { page } = await stage.open(stage.place("remote-action"));
		const isEnabled = (label: string) => combobox(page, label).isEnabled();
		expect([await isEnabled("Item"), await isEnabled("Action")]).toEqual([false, false]);
		await choose(page, "Scene", "Gameplay");
		expect([await isEnabled("Item"), await isEnabled("Action")]).toEqual([true, false]);
		await choose(page, "Item", "Chat");
		expect(await isEnabled("Action")).toBe(true);
	});

	it("displays that an item has to be chosen, on the key and in the preview", async () => {
		stage = await stages.start();
		const key = stage.place("remote-action");
		const { page } = await stage.open(key);
		await waitUntil(async () => {
			const source = await page.locator("#preview img").getAttribute("src");
			return decodeURIComponent(source ?? "").includes("Choose an item");
		});
		await waitUntil(() => decodeURIComponent(String(key.faces.last?.image)).includes("Choose an item"));
	});
});

describe("the list of items by keyboard", () => {
	it("chooses with Tab the option reached by arrow keys", async () => {
		stage = await stages.start();
		const key = stage.place("remote-action", { sceneToken: gameplay, sceneName: "Gameplay" });
		const { page } = await stage.open(key);
		const item = combobox(page, "Item");
		await item.click();
		await page.getByRole("option", { name: "Air horn 📣" }).waitFor();
		await item.pressSequentially("donation");
		await item.press("ArrowDown");
		await item.press("Tab");
		await waitForSettings(key, { itemId: 312 });
		expect(await page.evaluate(() => document.activeElement?.id)).toBe("actionCode");
	});
});
