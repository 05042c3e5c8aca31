import sparticuz from "@sparticuz/chromium";
import { chromium, type Browser } from "playwright-core";

const installedBrowsers = ["chrome", "msedge"] as const;

/**
 * A headless Chromium: on Linux the one that comes with the development dependencies, elsewhere the Chrome or Edge
 * that is installed. Close it after use.
 * @throws When there is none, with the reason.
 */
export async function launchBrowser(): Promise<Browser> {
	if (process.platform === "linux") {
		const executablePath = await sparticuz.executablePath();
		// In a single process the first page that closes takes the browser with it, and an imitated GPU draws at twice the cost.
		const args = sparticuz.args.filter(
			(argument) => !/^--(?:single-process|.*(?:gpu|gl=|angle|swiftshader))/.test(argument),
		);
		return chromium.launch({ executablePath, args: [...args, "--disable-gpu"], headless: true });
	}
	let reason: unknown;
	for (const channel of installedBrowsers) {
		try {
			return await chromium.launch({ channel, headless: true });
		} catch (error) {
			reason = error;
		}
	}
	throw new Error("Tests of the pages need Chrome or Edge", { cause: reason });
}
