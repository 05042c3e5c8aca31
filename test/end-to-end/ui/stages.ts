import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll } from "vitest";

import { launchBrowser } from "../../world/browser";
import { Stage, type StageOptions } from "./open-inspector";

/** Stages for the tests of one file, in one browser and mostly one page of it, each cleared after its test. */
export function useStages(): { readonly set: (options?: StageOptions) => Promise<Stage> } {
	let browser: Browser;
	let page: Page;
	let stage: Stage | undefined;
	beforeAll(async () => {
		browser = await launchBrowser();
		page = await browser.newPage();
	});
	afterEach(async () => {
		await stage?.clear();
		stage = undefined;
	});
	afterAll(async () => {
		await browser.close();
	});
	return { set: async (options) => (stage = await Stage.set(browser, { page, ...options })) };
}
