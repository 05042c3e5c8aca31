import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { once } from "node:events";
import { createRequire } from "node:module";
import { extname, join } from "node:path";

import type { AxeResults } from "axe-core";
import type { FrameLocator, Page } from "playwright-core";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";

import type { Settings } from "../../world/deck/frame";
import type { AnyKey } from "../../world/deck/keys";
import { boundItem } from "../../world/service/bound-item";
import { startService } from "../../world/service/stand-in";
import { languages } from "../../../src/state/language";
import { textsOf } from "../../../ui/strings";
import { panelSize, pluginDir, waitForSettings, type InspectorRig } from "./inspector-rig";
import { useInspectorRigs } from "./use-inspector-rigs";

const actions = [
	...(["remote-action", "counter", "latest-event", "top-supporter", "send-event", "chart"] as const),
	"connection",
] as const;
const gone: Settings = {
	sceneToken: "gone",
	sceneName: "Old",
	itemId: 1,
	itemName: "Old",
	actionCode: "trigger",
};
/** An item of an existing scene, so that its map is displayed. */
const found: Settings = {
	sceneToken: "5c3e0001a7",
	sceneName: "Gameplay",
	itemId: 312,
	itemName: "Donation goal",
	actionCode: "trigger",
};
/** Settings that display every optional part of a page. */
const fullSettings: Readonly<Record<string, Settings>> = {
	"remote-action": found,
	counter: { goal: 100, goalStep: 50, goalAction: found, file: "followers" },
	"latest-event": { file: "latest", fileContent: "session" },
	"top-supporter": { scope: "custom", file: "top", fileText: "{list}" },
};
const axeSource = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const stages = useInspectorRigs();
let stage: InspectorRig;

/** Returns the violations found by axe as text. */
async function violations(page: Page): Promise<readonly string[]> {
	const results = await page.evaluate(async () => {
		const { axe } = window as Window & { axe?: { run(): Promise<AxeResults> } };
		return axe?.run();
	});
	if (!results) throw new Error("axe did not run");
	return results.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** Returns a page with axe installed: sending half a megabyte to each page again takes longer than axe itself. */
async function pageWithAxe(): Promise<Page> {
	const page = await stage.browser.newPage({ viewport: panelSize });
	onTestFinished(() => page.close());
	await page.addInitScript(axeSource);
	return page;
}

async function openAccount(page: Page): Promise<void> {
	await page.locator("details").evaluateAll((all) => {
		for (const details of all) if (details instanceof HTMLDetailsElement) details.open = true;
	});
}

/** Returns texts that are wider than their place, including those of lists, and rows that are not aligned. */
function cutOff(page: Page): Promise<readonly string[]> {
	return page.evaluate(() => {
		const isCut = ({ scrollWidth, clientWidth }: Element) => clientWidth > 0 && scrollWidth > clientWidth + 1;
		const texts = document.querySelectorAll("body, label, .label, button, p, h2, summary, span");
		const cut = [...texts].filter(isCut).map(({ tagName, textContent }) => `${tagName} ${textContent}`);
		const pen = document.createElement("canvas").getContext("2d");
		for (const select of document.querySelectorAll("select")) {
			const { font, paddingLeft, paddingRight } = getComputedStyle(select);
			if (!pen || select.clientWidth === 0) continue;
			pen.font = font;
			const room = select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
			for (const { text } of select.options) {
				if (pen.measureText(text).width > room) cut.push(`option ${text}`);
			}
		}
		for (const input of document.querySelectorAll<HTMLInputElement>("input[placeholder]")) {
			const { font, paddingLeft, paddingRight } = getComputedStyle(input);
			if (!pen || input.clientWidth === 0) continue;
			pen.font = font;
			const room = input.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
			if (pen.measureText(input.placeholder).width > room) cut.push(`placeholder ${input.placeholder}`);
		}
		for (const set of document.querySelectorAll(".kept > span")) {
			if (set.getBoundingClientRect().height > 1.6 * parseFloat(getComputedStyle(set).fontSize))
				cut.push(`${set.textContent} takes two lines`);
		}
		for (const { firstChild: words } of document.querySelectorAll(".field > label, .field > .label")) {
			if (!words?.textContent || /[-\s\u3000-\u303f/（]/u.test(words.textContent)) continue;
			const range = document.createRange();
			range.selectNodeContents(words);
			if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1)
				cut.push(`${words.textContent} is broken inside a word`);
		}
		for (const label of document.querySelectorAll<HTMLLabelElement>(".field > label")) {
			const [{ control }, words] = [label, label.firstChild];
			const isBeside = control instanceof HTMLSelectElement && getComputedStyle(label).paddingTop === "5px";
			if (!words || !isBeside || control.clientWidth === 0) continue;
			const range = document.createRange();
			range.selectNodeContents(words);
			const [line] = range.getClientRects();
			const box = control.getBoundingClientRect();
			const offset = line ? line.top + line.height / 2 - box.top - box.height / 2 : 0;
			if (Math.abs(offset) > 1) cut.push(`${label.textContent} is ${offset} px off its list`);
		}
		const labels = document.querySelectorAll(".field > label, .field > .label");
		const shown = [...labels].filter((label) => label.checkVisibility());
		const starts = new Set(shown.map((label) => Math.round(label.getBoundingClientRect().left)));
		return starts.size > 1 ? [...cut, `labels begin at ${[...starts].join()}`] : cut;
	});
}

describe("every page", () => {
	it("passes axe without an account", async () => {
		stage = await stages.start({ account: "none" });
		const page = await pageWithAxe();
		// Without an account, the pages of the other actions are like the counter's.
		for (const action of ["counter", "connection"]) {
			await stage.openIn(page, stage.place(action));
			await page.getByRole("heading", { name: "Set up your account" }).waitFor();
			expect(await violations(page), action).toEqual([]);
		}
	});

	it("passes axe with failures", async () => {
		stage = await stages.start();
		const page = await pageWithAxe();
		await stage.openIn(page, stage.place("remote-action", gone));
		await page.getByText("This scene no longer exists.").waitFor();
		expect(await violations(page), "gone").toEqual([]);
		stage.service.setFaults({ rest: { scenes: { status: 500 } } });
		await page.getByRole("button", { name: "Refresh the list" }).click();
		await page.getByText("The service is having problems right now.").waitFor();
		expect(await violations(page), "failed").toEqual([]);
		await page.getByRole("combobox", { name: "Scene" }).click();
		expect(await violations(page), "open list").toEqual([]);
		await openAccount(page);
		await page.getByRole("button", { name: "Replace" }).click();
		await page.getByLabel("API key", { exact: true }).fill("wrong-key-for-sure");
		await page.getByLabel("API key", { exact: true }).press("Enter");
		await page.getByText("The service refused this API key.").first().waitFor();
		expect(await violations(page), "refused").toEqual([]);
		const { page: sending } = await stage.openIn(page, stage.place("send-event"));
		await sending.getByLabel("Name", { exact: true }).fill("A");
		await sending.getByLabel("Name", { exact: true }).fill("");
		await sending.locator("#username-error").waitFor();
		expect(await violations(sending), "incomplete").toEqual([]);
	});

	it("loads nothing from a network, runs only its own script, and passes axe with everything open", async () => {
		stage = await stages.start();
		const page = await pageWithAxe();
		const requests: string[] = [];
		const complaints: string[] = [];
		page.on("request", (request) => requests.push(new URL(request.url()).protocol));
		page.on("console", (message) => complaints.push(message.text()));
		page.on("pageerror", (error) => complaints.push(error.message));
		await page.route(/^https?:/, (route) => route.abort());
		for (const action of actions) {
			await stage.openIn(page, stage.place(action, fullSettings[action]));
			await page.locator(".account > summary[data-phase=live]").waitFor();
			await openAccount(page);
			if (["remote-action", "counter"].includes(action))
				await page.getByRole("radio", { name: "Donation goal", checked: true }).waitFor();
			expect(
				requests.filter((protocol) => !["file:", "data:"].includes(protocol)),
				action,
			).toEqual([]);
			expect(complaints, action).toEqual([]);
			expect(await violations(page), action).toEqual([]);
			const ran = await page.evaluate(() => {
				document.body.append(
					Object.assign(document.createElement("script"), { text: "window.intruded = 1" }),
				);
				return "intruded" in window;
			});
			expect(ran, action).toBe(false);
			complaints.length = 0;
		}
	});

	it.each(languages)(
		"passes axe in %s with background keys and the question about a stored key",
		async (language) => {
			stage = await stages.start({ language });
			const { deck, service } = stage;
			const hidden = stage.place("counter", { scope: "today", goal: 1_000, goalAction: boundItem(service) });
			await deck.face(hidden, ({ state }) => state === "live");
			deck.showProfile("Page 2");
			const other = await startService({ seed: "empty" });
			onTestFinished(() => other.stop());
			const page = await pageWithAxe();
			await stage.openIn(
				page,
				deck.place({ action: "com.example.streamevents.connection", profile: "Page 2" }),
			);
			await page.getByRole("listitem").waitFor();
			await openAccount(page);
			await page.locator("#baseUrl").fill(other.url);
			await page.locator("#baseUrl").press("Enter");
			const { differentAddress: description, keepAddress, useKey } = textsOf(language);
			for (const name of [keepAddress, useKey])
				await page.getByRole("button", { name, description }).waitFor();
			expect([await violations(page), await cutOff(page)]).toEqual([[], []]);
		},
	);

	it.each(languages)("is not cut off in %s", async (language) => {
		stage = await stages.start({ language });
		const { page: shown } = await stage.open(stage.place("connection"));
		const found: string[] = [];
		for (const action of actions) {
			const { page } = await stage.openIn(shown, stage.place(action, fullSettings[action]));
			await page.locator(".account > summary[data-phase=live]").waitFor();
			await openAccount(page);
			expect(await page.locator("html").getAttribute("lang")).toBe(language.replace("_", "-"));
			await page.locator("[hidden]").evaluateAll((hidden) => {
				for (const element of hidden)
					if (element instanceof HTMLElement && element.id !== "") element.hidden = false;
			});
			for (const width of [400, 340, 280]) {
				await page.setViewportSize({ width, height: 640 });
				found.push(...(await cutOff(page)).map((cut) => `${action} at ${width}: ${cut}`));
			}
		}
		expect(found).toEqual([]);
	});
});

describe("in OpenDeck", () => {
	let server: Server | undefined;

	afterEach(() => server?.close());

	/** Serves pages as OpenDeck does: over HTTP, in a frame of another origin, with a script added to the page. */
	async function frameHost(): Promise<string> {
		const addition = `<script>window.addEventListener("message", ({ data }) => {
			if (data.event === "connect") connectElgatoStreamDeckSocket(...data.payload);
		});</script>`;
		const types: Readonly<Record<string, string>> = {
			".js": "text/javascript",
			".css": "text/css",
			".svg": "image/svg+xml",
		};
		server = createServer((request, response) => {
			const path = request.url ?? "/";
			if (path === "/") {
				response.setHeader("content-type", "text/html").end("<!doctype html><title>OpenDeck</title>");
				return;
			}
			void readFile(join(pluginDir, path), "utf8").then((content) => {
				const type = types[extname(path)] ?? "text/html";
				response.setHeader("content-type", type).end(type === "text/html" ? content + addition : content);
			});
		});
		server.listen(0, "127.0.0.1");
		await once(server, "listening");
		const address = server.address();
		return `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
	}

	/** Loads the page of a key in a hidden frame, and sends it the connection's arguments. */
	async function load(page: Page, key: AnyKey): Promise<FrameLocator> {
		const { connectInfo } = stage.deck.loadInspector(key);
		const { port, uuid, registerEvent, info, actionInfo, pagePath } = connectInfo;
		expect(uuid).toBe(key.context);
		const name = `frame-${await page.locator("iframe").count()}`;
		await page.evaluate(
			async ([id, src, payload]) => {
				const frame = document.createElement("iframe");
				Object.assign(frame, { id, src, width: "340", height: "600", hidden: true });
				document.body.append(frame);
				await new Promise((loaded) => frame.addEventListener("load", loaded));
				frame.contentWindow?.postMessage({ event: "connect", payload }, "*");
			},
			[
				name,
				`${new URL(page.url()).origin.replace("127.0.0.1", "localhost")}/${pagePath}`,
				[port, uuid, registerEvent, info, actionInfo],
			] as const,
		);
		return page.frameLocator(`#${name}`);
	}

	/** Selects a key: its frame replaces the last one. */
	async function select(page: Page, key: AnyKey): Promise<void> {
		stage.deck.openInspector(key, { by: "page" });
		const shown = stage.deck.inspectors.findIndex((session) => session.key === key);
		await page.locator("iframe").evaluateAll((frames, number) => {
			for (const [index, frame] of frames.entries())
				if (frame instanceof HTMLElement) frame.hidden = index !== number;
		}, shown);
	}

	it("the account can be set up on one of many loaded pages, and all of them work", async () => {
		stage = await stages.start({ dialect: "opendeck", account: "none" });
		const keys = ["counter", "remote-action", "chart", "latest-event"].map((action) => stage.place(action));
		const [counter, remote, chart] = keys;
		if (!counter || !remote || !chart) throw new Error("no keys");
		const page = await stage.browser.newPage();
		await page.goto(await frameHost());
		const frames: FrameLocator[] = [];
		for (const key of keys) frames.push(await load(page, key));
		const [counterFrame, remoteFrame, chartFrame] = frames;
		if (!counterFrame || !remoteFrame || !chartFrame) throw new Error("no frames");
		for (const frame of frames) {
			await frame.locator("body[data-account=none]").waitFor({ state: "attached" });
		}
		await select(page, counter);
		for (const [label, typed] of [
			["Address", stage.service.url],
			["API key", stage.service.apiKey],
		] as const) {
			await counterFrame.getByLabel(label, { exact: true }).fill(typed);
			await counterFrame.getByLabel(label, { exact: true }).press("Enter");
			await counterFrame.getByText("Checking").waitFor({ state: "hidden" });
		}
		await counterFrame.getByRole("img", { name: /Preview: Followers · \d+ · live/ }).waitFor();
		await select(page, remote);
		await remoteFrame.getByRole("combobox", { name: "Scene" }).click();
		await remoteFrame.getByRole("option", { name: "Gameplay" }).click();
		await waitForSettings(remote, { sceneName: "Gameplay" });
		await remoteFrame.getByRole("combobox", { name: "Item" }).click();
		await remoteFrame.getByRole("option", { name: "Air horn" }).waitFor();
		await select(page, chart);
		await chartFrame.getByRole("img", { name: /Preview: Followers · .* · live/ }).waitFor();
		expect(stage.deck.complaints).toEqual([]);
		await page.close();
	});

	it("a page connects by a message, and saves", async () => {
		stage = await stages.start({ dialect: "opendeck" });
		const key = stage.place("counter");
		const other = stage.place("counter");
		const page = await stage.browser.newPage();
		await page.goto(await frameHost());
		await load(page, other);
		const frame = await load(page, key);
		await select(page, key);
		await frame.getByLabel("Label", { exact: true }).fill("Under a penguin");
		await waitForSettings(key, { label: "Under a penguin" });
		await frame.locator(".account > summary").getByText("Connected").waitFor();
		expect(other.settings).toEqual({});
		expect(stage.deck.complaints).toEqual([]);
		await page.close();
	});
});
