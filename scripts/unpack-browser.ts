import sparticuz from "@sparticuz/chromium";

/** Runs once before tests of pages: test files that start at the same time would unpack the browser at the same time. */
export async function setup(): Promise<void> {
	if (process.platform === "linux") await sparticuz.executablePath();
}
