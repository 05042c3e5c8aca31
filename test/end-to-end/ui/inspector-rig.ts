import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import type { Browser, Locator, Page } from "playwright-core";

import type {} from "../../../ui/connect";
import { startDeck, type Deck } from "../../world/deck/deck";
import type { Settings } from "../../world/deck/frame";
import type { HostOptions } from "../../world/deck/host/host";
import type { InspectorSession } from "../../world/deck/inspectors/inspector-session";
import type { AnyKey, Key } from "../../world/deck/keys";
import { defaultTimeoutMs, waitUntil } from "../../world/deck/wait-until";
import { startService, type StandInService } from "../../world/service/stand-in";

export const pluginDir = join(
	dirname(fileURLToPath(import.meta.url)),
	"../../../com.example.streamevents.sdPlugin",
);
/** Approximate size of the inspector in the app. */
export const panelSize = { width: 340, height: 640 };

export type InspectorRigOptions = Partial<Omit<HostOptions, "pluginDir">> & {
	/** `none` leaves the plugin without an account. The default is the stand-in's. */
	readonly account?: "none" | "set up" | undefined;
	/** A page shared by all tests of a file, because creating one is slow. Used for the first page of a test. */
	readonly page?: Page | undefined;
};

/** A real page of the inspector, and its session on the deck. */
export type InspectorPage = { readonly page: Page; readonly session: InspectorSession };

/** A deck that runs the built plugin, a service, and a browser for the plugin's pages. */
export class InspectorRig {
	readonly browser: Browser;
	readonly service: StandInService;
	readonly deck: Deck;
	readonly #sharedPage: Page | undefined;
	readonly #pages = new Set<Page>();

	private constructor(sharedPage: Page | undefined, browser: Browser, service: StandInService, deck: Deck) {
		this.#sharedPage = sharedPage;
		this.browser = browser;
		this.service = service;
		this.deck = deck;
	}

	/** @param browser Shared by the tests of one file. */
	static async start(
		browser: Browser,
		{ account = "set up", page, ...options }: InspectorRigOptions = {},
	): Promise<InspectorRig> {
		const service = await startService();
		const globalSettings: Settings =
			account === "none" ? {} : { baseUrl: service.url, apiKey: service.apiKey };
		const deck = await startDeck({ pluginDir, globalSettings, ...options });
		await deck.launch();
		return new InspectorRig(page, browser, service, deck);
	}

	async stop(): Promise<void> {
		for (const page of this.#pages) {
			if (page === this.#sharedPage) await page.goto("about:blank");
			else await page.close();
		}
		await this.deck.stop();
		await this.service.stop();
	}

	place(action: string, settings: Settings = {}): Key {
		return this.deck.place({ action: `com.example.streamevents.${action}`, settings });
	}

	/** Opens the key's inspector as the app does: its page from disk, then the five arguments. */
	async open(key: AnyKey): Promise<InspectorPage> {
		const shared = this.#sharedPage;
		const page = shared && !this.#pages.has(shared) ? shared : await this.browser.newPage();
		await page.setViewportSize(panelSize);
		page.setDefaultTimeout(defaultTimeoutMs);
		this.#pages.add(page);
		return this.openIn(page, key);
	}

	/** Opens another key's inspector in an existing page. */
	async openIn(page: Page, key: AnyKey): Promise<InspectorPage> {
		const session = this.deck.openInspector(key, { by: "page" });
		const { port, uuid, registerEvent, info, actionInfo, pagePath } = session.connectInfo;
		if (pagePath === undefined) throw new Error(`${key.action.Name} has no page`);
		await page.goto(pathToFileURL(join(pluginDir, pagePath)).href);
		await page.evaluate(
			(connect) => {
				const [first, ...rest] = connect;
				window.connectElgatoStreamDeckSocket?.(first, ...rest);
			},
			[port, uuid, registerEvent, info, actionInfo] as const,
		);
		await page.waitForSelector("body[data-ready]");
		return { page, session };
	}

	/** Settings that the inspector's pages have saved, oldest first. */
	get savedSettings(): readonly unknown[] {
		return this.deck.log
			.filter(({ direction, frame }) => direction === "from-inspector" && frame["event"] === "setSettings")
			.map(({ frame }) => frame["payload"]);
	}
}

/** Waits until the key's settings contain these fields. */
export async function waitForSettings(key: AnyKey, expected: Settings): Promise<void> {
	const matches = () =>
		Object.entries(expected).every(
			([name, value]) => JSON.stringify(key.settings[name]) === JSON.stringify(value),
		);
	await waitUntil(matches, {
		message: () => `settings ${JSON.stringify(expected)}; they are ${JSON.stringify(key.settings)}`,
	});
}

/** Returns a select element or combobox by its label. */
export function combobox(page: Page, label: string): Locator {
	return page.getByRole("combobox", { name: label, exact: true });
}

/** Chooses an option of a combobox once it is available. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
	await waitUntil(
		async () => {
			await combobox(page, label).press("Escape");
			await combobox(page, label).fill(option);
			return (await optionTexts(page)).includes(option);
		},
		{ message: `${label} to offer ${option}` },
	);
	await page.getByRole("option", { name: option, exact: true }).click();
}

/** Returns the options of the open list. */
export function optionTexts(page: Page): Promise<string[]> {
	return page.locator("[role=listbox]:visible [role=option]").allTextContents();
}

/** Returns the text of the chosen option. */
export function selectedOption(page: Page, label: string): Promise<string | undefined> {
	return combobox(page, label).evaluate((shown) => {
		if (shown instanceof HTMLInputElement) return shown.value;
		return shown instanceof HTMLSelectElement ? shown.selectedOptions[0]?.textContent : undefined;
	});
}

export async function waitForSelection(page: Page, label: string, option: string): Promise<void> {
	await waitUntil(async () => (await selectedOption(page, label)) === option, {
		message: `${label} to show ${option}`,
	});
}
