import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll } from "vitest";

import { launchBrowser } from "../../world/browser";
import { InspectorRig, type InspectorRigOptions } from "./inspector-rig";

/**
 * Provides inspector rigs for the tests of one file, in one browser and mostly one page, each closed after its test.
 */
export function useInspectorRigs(): {
	readonly start: (options?: InspectorRigOptions) => Promise<InspectorRig>;
} {
	let browser: Browser;
	let page: Page;
	let rig: InspectorRig | undefined;
	beforeAll(async () => {
		browser = await launchBrowser();
		page = await browser.newPage();
	});
	afterEach(async () => {
		await rig?.stop();
		rig = undefined;
	});
	afterAll(async () => {
		await browser.close();
	});
	return { start: async (options) => (rig = await InspectorRig.start(browser, { page, ...options })) };
}
