import { launchBrowser } from "../../test/world/browser";
import { Playground } from "../../test/world/playground/playground";

const viewport = { width: 1400, height: 860 };

/**
 * Takes a screenshot of the playground in use: all keys live, one key selected, just after a donation. Simulated viewers
 * are off, because the picture waits for exact numbers.
 * @param path Path of the PNG.
 */
export async function takePlaygroundScreenshot(path: string): Promise<void> {
	const playground = await Playground.start({ crowd: "away" });
	const browser = await launchBrowser();
	try {
		const page = await browser.newPage({ viewport, deviceScaleFactor: 1.5 });
		await page.goto(playground.url);
		const { deck, service } = playground;
		const keys = deck.keys.filter((key) => key.kind === "key" && key.isVisible);
		for (const key of keys) {
			if (key.kind === "key") await deck.face(key, ({ state }) => state === "live" || state === "ready");
		}
		await page.locator("#inspected").selectOption({ index: 1 });
		await page.frameLocator("iframe").locator('[data-phase="live"]').first().waitFor();
		service.follow({ username: "Zoé" });
		service.host({ hostname: "RaidBoss", viewers: 240 });
		service.donate({ username: "Marguerite", amount: 20, currency: "EUR", message: "Great stream!" });
		const donated = keys.find((key) => key.settings["metric"] === "donationAmount");
		if (donated?.kind === "key") await deck.nextFace(donated, ({ svg }) => svg?.includes("+€20.00") ?? false);
		const followers = service.truth().followers.toLocaleString("en");
		await page.locator(".text-source").getByText(`Followers: ${followers}`).waitFor();
		await page.screenshot({ path });
	} finally {
		await browser.close();
		await playground.stop();
	}
}
