import type { Browser, Page } from "playwright-core";

import { choose, InspectorRig } from "../../test/end-to-end/ui/inspector-rig";
import { launchBrowser } from "../../test/world/browser";
import type { Key } from "../../test/world/deck/keys";

type Frame = {
	readonly caption: string;
	readonly seconds: number;
	readonly page: string;
	readonly key: string;
};

const panel = { width: 300, height: 400 };

/**
 * Records the set-up of a Scene Remote from an empty state to the first press, with the elapsed seconds: the built plugin,
 * its page in a real browser, and scripted input without pauses.
 * @returns The seconds from the open page to the check mark.
 */
export async function takeFilmStrip(path: string): Promise<number> {
	const browser = await launchBrowser();
	const rig = await InspectorRig.start(browser, { account: "none" });
	try {
		const frames = await recordFrames(browser, rig);
		await renderFilmStrip(browser, frames, path);
		return frames.at(-1)?.seconds ?? 0;
	} finally {
		await rig.stop();
		await browser.close();
	}
}

async function recordFrames(browser: Browser, rig: InspectorRig): Promise<readonly Frame[]> {
	const { deck, service } = rig;
	const frames: Frame[] = [];
	const key = rig.place("remote-action");
	await deck.face(key);
	const context = await browser.newContext({ viewport: panel, deviceScaleFactor: 2 });
	const { page } = await rig.openIn(await context.newPage(), key);
	const startedAtMs = performance.now();
	let takenMs = 0;
	/** Taking the picture does not count as set-up time. */
	const capture = async (caption: string): Promise<void> => {
		const atMs = performance.now();
		const seconds = (atMs - startedAtMs - takenMs) / 1000;
		frames.push({ caption, seconds, page: await pictureOf(page), key: faceOf(key) });
		takenMs += performance.now() - atMs;
	};

	await capture("Nothing is set up");
	await enter(page, "Address", service.url);
	await page.getByText("Now enter your API key.").waitFor();
	await capture("The address is entered");
	await enter(page, "API key", service.apiKey);
	await page.locator('.account > summary[data-phase="live"]').waitFor();
	await capture("The key is entered");
	await choose(page, "Scene", "Gameplay");
	await capture("A scene is chosen");
	await choose(page, "Item", "Donation goal");
	await deck.face(key, ({ state }) => state === "ready");
	await page.getByRole("img", { name: /· ready$/ }).waitFor();
	await capture("An item is chosen");
	await deck.press(key);
	await deck.ok(key);
	await capture("Pressed, and it played");
	await context.close();
	return frames;
}

async function enter(page: Page, label: string, typed: string): Promise<void> {
	await page.getByLabel(label, { exact: true }).fill(typed);
	await page.getByLabel(label, { exact: true }).press("Enter");
}

async function pictureOf(page: Page): Promise<string> {
	return `data:image/png;base64,${(await page.screenshot()).toString("base64")}`;
}

function faceOf(key: Key): string {
	return key.faces.last?.image ?? "";
}

/** Combines all frames into one picture, side by side. */
async function renderFilmStrip(browser: Browser, frames: readonly Frame[], path: string): Promise<void> {
	const page = await browser.newPage({ viewport: { width: 1300, height: 10 }, deviceScaleFactor: 1.5 });
	await page.setContent(`<style>
		body { display: flex; gap: 10px; margin: 0; padding: 10px; background: #161616; color: #d8d8d8;
			font: 12px "Segoe UI", system-ui, Arial, sans-serif; }
		figure { flex: 1; margin: 0; }
		figure > img { display: block; width: 100%; border-radius: 6px; }
		figcaption { display: flex; gap: 8px; align-items: center; margin-bottom: 8px; }
		figcaption img { width: 44px; height: 44px; border-radius: 7px; }
		b { display: block; font-variant-numeric: tabular-nums; }
	</style>`);
	await page.evaluate((shown) => {
		for (const { caption, seconds, page: picture, key } of shown) {
			const figure = document.createElement("figure");
			const captionElement = document.createElement("figcaption");
			const time = Object.assign(document.createElement("b"), { textContent: `${seconds.toFixed(1)} s` });
			const text = document.createElement("span");
			text.append(time, caption);
			captionElement.append(Object.assign(new Image(), { src: key }), text);
			figure.append(captionElement, Object.assign(new Image(), { src: picture }));
			document.body.append(figure);
		}
	}, frames);
	await page.screenshot({ path, fullPage: true });
	await page.close();
}
