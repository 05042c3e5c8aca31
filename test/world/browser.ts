import sparticuz from "@sparticuz/chromium";
import { chromium, type Browser } from "playwright-core";

const installedBrowsers = ["chrome", "msedge"] as const;

/**
 * Starts a headless Chromium: on Linux that of the development dependencies, elsewhere the installed Chrome or Edge.
 * The caller closes it.
 * @throws If there is none, with the reason.
 */
export async function launchBrowser(): Promise<Browser> {
	if (process.platform === "linux") {
		const executablePath = await sparticuz.executablePath();
		// In a single process, closing the first page would end the browser. An emulated GPU would cost twice as much.
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
