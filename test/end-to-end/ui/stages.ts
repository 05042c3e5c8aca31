import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll } from "vitest";

import { launchBrowser } from "../../world/browser";
import { Stage, type StageOptions } from "./open-inspector";

/** Stages for the tests of one file, in one browser, each cleared after its test. */
export function useStages(): { readonly set: (options?: StageOptions) => Promise<Stage> } {
	let browser: Browser;
	let stage: Stage | undefined;
	beforeAll(async () => {
		browser = await launchBrowser();
	});
	afterEach(async () => {
		await stage?.clear();
		stage = undefined;
	});
	afterAll(async () => {
		await browser.close();
	});
	return { set: async (options) => (stage = await Stage.set(browser, options)) };
}
