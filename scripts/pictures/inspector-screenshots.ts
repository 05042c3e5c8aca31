import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import type { Browser, Page } from "playwright-core";

import { stringsFor } from "../../src/key-face/language";
import { launchBrowser } from "../../test/world/browser";
import type { Settings } from "../../test/world/deck/frame";
import { InspectorRig } from "../../test/end-to-end/ui/inspector-rig";

const languages = ["en", "fr", "ja"] as const;

type Shot = {
	readonly name: string;
	readonly action: string;
	readonly settings?: Settings;
	readonly account?: "none";
	/** Default: a key. */
	readonly controller?: "dial" | "key";
};

const airHorn: Settings = {
	sceneToken: "5c3e0001a7",
	sceneName: "Gameplay",
	itemId: 312,
	itemName: "Donation goal",
	actionCode: "trigger",
	actionName: "Trigger",
	holdActionCode: "reset",
	holdActionName: "Reset",
};
const donation: Settings = { type: "donation", username: "Ada", amount: "12.50", currency: "EUR" };

const shots: readonly Shot[] = [
	{ name: "set-up", action: "remote-action", account: "none" },
	{ name: "remote-action", action: "remote-action", settings: airHorn },
	{ name: "counter", action: "counter", settings: { goal: 50_000 } },
	{ name: "dial", action: "counter", settings: { goal: 50_000 }, controller: "dial" },
	{ name: "latest-event", action: "latest-event" },
	{ name: "top-supporter", action: "top-supporter" },
	{ name: "send-event", action: "send-event", settings: donation },
	{ name: "chart", action: "chart" },
	{ name: "connection", action: "connection" },
	{ name: "control", action: "control", settings: { command: "newSession" } },
];

/**
 * Takes a picture of every page of the property inspector, in English, French and Japanese: the built plugin's pages in a
 * real browser.
 * @returns The files written.
 */
export async function takeInspectorScreenshots(folder: string): Promise<readonly string[]> {
	await mkdir(folder, { recursive: true });
	const browser = await launchBrowser();
	try {
		const files: string[] = [];
		for (const language of languages) {
			for (const shot of shots) {
				const path = join(folder, `inspector-${shot.name}-${language}.png`);
				await takeScreenshot(browser, shot, language, path);
				files.push(path);
			}
		}
		return files;
	} finally {
		await browser.close();
	}
}

async function takeScreenshot(
	browser: Browser,
	{ action, settings = {}, account, controller = "key" }: Shot,
	language: (typeof languages)[number],
	path: string,
): Promise<void> {
	const rig = await InspectorRig.start(browser, {
		language,
		...(account ? { account } : {}),
		devices: ["mk2", "plus"],
	});
	try {
		const context = await browser.newContext({ viewport: { width: 340, height: 100 }, deviceScaleFactor: 2 });
		const uuid = `com.example.streamevents.${action}`;
		const key =
			controller === "dial" ? rig.deck.placeDial({ action: uuid, settings }) : rig.place(action, settings);
		const { page } = await rig.openIn(await context.newPage(), key);
		await waitUntilReady(page, account === "none" ? "not-set-up" : "live", language);
		await page.screenshot({ path, fullPage: true });
		await context.close();
	} finally {
		await rig.stop();
	}
}

/** Waits until the page is connected, its lists are loaded, and the key is drawn with its value. */
async function waitUntilReady(page: Page, phase: string, language: string): Promise<void> {
	await page.locator(`.account > summary[data-phase="${phase}"]`).waitFor({ state: "attached" });
	if (phase !== "live") return;
	const { live, ready } = stringsFor(language).described;
	await page.getByRole("img", { name: new RegExp(`· (${live}|${ready})$`) }).waitFor();
	await page.waitForFunction(() => !document.querySelector(".refresh[aria-busy=true]"));
}
