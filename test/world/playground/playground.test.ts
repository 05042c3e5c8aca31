import { once } from "node:events";
import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { z } from "zod";

import { launchBrowser } from "../browser";
import { fakeKey, fakePluginDir, sentToPlugin } from "../deck/fixtures/fake-plugin";
import { waitUntil } from "../deck/wait-until";

import { Playground, type PlaygroundOptions } from "./playground";

let browser: Browser;

beforeAll(async () => {
	browser = await launchBrowser();
});

afterAll(async () => {
	await browser.close();
});

async function startPlayground(options: PlaygroundOptions = {}): Promise<Playground> {
	const playground = await Playground.start({ pluginDir: fakePluginDir, crowd: "away", ...options });
	onTestFinished(() => playground.stop());
	return playground;
}

async function open({ url }: Playground): Promise<Page> {
	const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
	onTestFinished(() => page.close());
	await page.goto(url);
	await page.getByText("is running").waitFor();
	return page;
}

describe("the playground", () => {
	it("displays keys by their text, and lets a keyboard press them", async () => {
		const playground = await startPlayground();
		const key = playground.deck.place({ action: fakeKey, settings: { value: 12 } });
		const page = await open(playground);
		await page.getByRole("button", { name: "Fake · 12 · live" }).press("Enter");
		await page.locator(".mark.ok").waitFor();
		expect(playground.deck.oks(key)).toBe(1);
	});

	it("puts a picked action on a free key, and removes it", async () => {
		const playground = await startPlayground();
		const page = await open(playground);
		await page.getByRole("button", { name: "Fake Key" }).click();
		await page.getByRole("button", { name: "Column 2, row 1: free" }).first().click();
		const key = page.getByRole("button", { name: "Fake · 0 · live" });
		await key.waitFor();
		expect(playground.deck.keys).toMatchObject([{ coordinates: { column: 1, row: 0 } }]);
		await key.press("Delete");
		await waitUntil(() => playground.deck.keys.length === 0);
	});

	it("opens the settings of what was just placed, in view, and removes it with a button", async () => {
		const playground = await startPlayground();
		playground.deck.place({ action: fakeKey, settings: { value: 12 } });
		const page = await open(playground);
		await page.setViewportSize({ width: 420, height: 800 });
		await page.frameLocator("iframe").getByText("12").waitFor();
		await page.getByRole("button", { name: "Fake Key" }).click();
		await page.getByRole("button", { name: "Column 2, row 1: free" }).first().click();
		await waitUntil(() => playground.deck.inspectors[0]?.key === playground.deck.keys[1]);
		await waitUntil(() =>
			page.locator("#inspector").evaluate((settings) => {
				const { top, height } = settings.getBoundingClientRect();
				return top >= 0 && top + height / 2 < window.innerHeight;
			}),
		);
		await page.getByRole("button", { name: "Remove" }).click();
		await waitUntil(() => playground.deck.keys.length === 1);
	});

	it.each(["72 px", "144 px"])("has nothing that overlaps or is cut off at %s", async (size) => {
		const playground = await startPlayground({ pluginDir: undefined });
		const page = await open(playground);
		await page.getByRole("button", { name: size, exact: true }).click();
		await page.locator("#log").evaluate((log) => (log.innerHTML = `<li>${"A long line. ".repeat(20)}</li>`));
		for (const width of [420, 861, 1000, 1240, 1241, 1400]) {
			await page.setViewportSize({ width, height: 900 });
			const faults = await page.evaluate(() => {
				const sections = [...document.querySelectorAll("main > section")];
				const boxes = sections.map((section) => section.getBoundingClientRect());
				const overlaps = boxes.flatMap((one, index) =>
					boxes
						.slice(index + 1)
						.filter(
							(other) =>
								one.left < other.right - 1 &&
								other.left < one.right - 1 &&
								one.top < other.bottom - 1 &&
								other.top < one.bottom - 1,
						),
				);
				const cut = sections.filter((section) => {
					const { right } = section.getBoundingClientRect();
					const controls = [...section.querySelectorAll("button, input:not(.segmented *), select")];
					return controls.some((control) => control.getBoundingClientRect().right > right + 1);
				});
				const isTooWide = document.documentElement.scrollWidth > window.innerWidth;
				return overlaps.length + cut.length + Number(isTooWide);
			});
			expect(faults, `${width} px wide`).toBe(0);
		}
	});

	it("puts an action on a dial by drag and drop", async () => {
		const playground = await startPlayground();
		const page = await open(playground);
		await page.getByRole("button", { name: "Fake Key" }).dragTo(page.locator(".strip").first());
		await waitUntil(() => playground.deck.keys[0]?.kind === "dial");
	});

	it("rotates and taps dials", async () => {
		const playground = await startPlayground();
		playground.deck.placeDial({ action: fakeKey, settings: { value: 5 } });
		const page = await open(playground);
		const knob = page.getByRole("button", { name: "Dial · 5 (dial)" });
		await knob.press("ArrowRight");
		await knob.hover();
		await page.mouse.wheel(0, 100);
		await page.getByRole("button", { name: "Dial · 5 (touch strip)" }).click();
		await waitUntil(() => sentToPlugin(playground.deck, "touchTap").length > 0);
		const turns = sentToPlugin(playground.deck, "dialRotate");
		expect(turns).toMatchObject([{ payload: { ticks: 1 } }, { payload: { ticks: -1 } }]);
	});

	it("connects a key's own inspector page over the real protocol", async () => {
		const playground = await startPlayground();
		playground.deck.place({ action: fakeKey, settings: { value: 12 } });
		const page = await open(playground);
		await page.getByRole("button", { name: "Fake · 12 · live" }).press("i");
		await page.frameLocator("iframe").getByText('12 {"heard":"hello"}').waitFor();
	});

	it("plays the stream's alerts and displays the service's values", async () => {
		const playground = await startPlayground();
		const page = await open(playground);
		const before = playground.service.truth().followers;
		await page.getByLabel("Name").fill("ada");
		await page.getByRole("button", { name: "Send", exact: true }).click();
		await page.locator(".alert").getByText("ada follows").waitFor();
		await page
			.locator("#facts")
			.getByText((before + 1).toLocaleString("en"))
			.waitFor();
	});

	it("has automatic viewers until they are switched off", async () => {
		const playground = await startPlayground({ crowd: "here" });
		const page = await open(playground);
		await page.locator(".log .follow, .log .subscription, .log .donation, .log .hosting").first().waitFor();
		const crowd = page.getByRole("switch", { name: "Simulate viewers" });
		expect(await crowd.isChecked()).toBe(true);
		await crowd.uncheck();
		await waitUntil(async () => !(await crowd.isChecked()));
	});

	it("opens the first key's settings by itself", async () => {
		const playground = await startPlayground();
		playground.deck.place({ action: fakeKey, settings: { value: 12 } });
		const page = await open(playground);
		await page.frameLocator("iframe").getByText('12 {"heard":"hello"}').waitFor();
	});

	it("prints what keys display only on request", async () => {
		const playground = await startPlayground();
		const key = playground.deck.place({ action: fakeKey, settings: { value: 1 } });
		const page = await open(playground);
		const says = (value: number) => page.locator(".log").getByText(`Fake · ${value} · live`);
		await page.getByRole("switch", { name: "Include key titles" }).check();
		playground.deck.setSettings(key, { value: 2 });
		await says(2).waitFor();
		expect(await says(1).count()).toBe(0);
	});

	it("switches the service's faults", async () => {
		const playground = await startPlayground();
		const page = await open(playground);
		const silence = page.getByRole("button", { name: "Silence" });
		await silence.click();
		await waitUntil(() => playground.service.faults.active.silentSocket === "on");
		await page.locator('[data-fault="silence"][aria-pressed="true"]').waitFor();
		await page.getByRole("button", { name: "Clear all" }).click();
		await page.locator('[data-fault="silence"][aria-pressed="false"]').waitFor();
	});

	it("flips pages, sleeps, and survives a crash of the plugin", async () => {
		const playground = await startPlayground();
		playground.deck.place({ action: fakeKey });
		const page = await open(playground);
		const key = page.getByRole("button", { name: "Fake · 0 · live" });
		await page.getByRole("button", { name: "Page 2" }).click();
		await key.waitFor({ state: "detached" });
		await page.getByRole("button", { name: "Page 1" }).click();
		await key.waitFor();
		await page.getByRole("button", { name: "Sleep" }).click();
		await page.getByText("The computer is asleep").waitFor();
		await page.getByRole("button", { name: "Wake" }).click();
		await page.getByRole("button", { name: "Crash plugin" }).click();
		await page.getByText("is not running").waitFor();
		await page.getByText("Fake is running").waitFor();
	});

	it("reports an invalid command, and does nothing", async () => {
		const playground = await startPlayground();
		const socket = new WebSocket(`${playground.url.replace("http", "ws")}/live`, { origin: playground.url });
		const answers: unknown[] = [];
		socket.on("message", (data) => {
			const text = Buffer.isBuffer(data) ? data.toString("utf8") : "";
			answers.push(z.object({ kind: z.string() }).parse(JSON.parse(text)).kind);
		});
		await once(socket, "open");
		for (const text of ["{", "{}", '{"to":"deck","command":{"do":"down","key":"gone"}}']) socket.send(text);
		await waitUntil(() => answers.filter((kind) => kind === "problem").length === 3);
		socket.terminate();
	});

	it("accepts only its own page", async () => {
		const playground = await startPlayground();
		const socket = new WebSocket(`${playground.url.replace("http", "ws")}/live`, {
			origin: "http://elsewhere",
		});
		const [error] = (await once(socket, "error")) as unknown[];
		expect(error).toBeInstanceOf(Error);
	});

	it("passes axe", async () => {
		const playground = await startPlayground();
		playground.deck.place({ action: fakeKey });
		playground.deck.placeDial({ action: fakeKey });
		const page = await open(playground);
		await page.evaluate(axe.source);
		const result = await page.evaluate("axe.run(document, { iframes: false })");
		const { violations } = z.object({ violations: z.array(z.looseObject({ id: z.string() })) }).parse(result);
		expect(violations.map(({ id, nodes }) => ({ id, nodes }))).toEqual([]);
	});
});

describe("the playground with the built plugin", () => {
	it("lets a press on a remote key play the item on the stage, and logs every face", async () => {
		const lines: string[] = [];
		const playground = await startPlayground({ pluginDir: undefined, log: (line) => lines.push(line) });
		const page = await open(playground);
		await page.getByRole("button", { name: "Confetti · Trigger · ready" }).first().press("Enter");
		await page.locator(".item.playing").getByText("Confetti").waitFor();
		await page.locator(".confetti i").first().waitFor();
		await waitUntil(() => lines.some((line) => /^Followers · \d+\/\d+ · live$/.test(line)));
		expect(playground.deck.complaints).toEqual([]);
	});

	it("counts on the stage when a counter's remote actions are sent", async () => {
		const playground = await startPlayground({ pluginDir: undefined });
		const page = await open(playground);
		const send = (code: string) => {
			const settings = { sceneToken: "5c3e0001a7", itemId: 315, actionCode: code };
			const action = "com.example.streamevents.remote-action";
			return playground.deck.place({ action, settings, profile: "Page 2" });
		};
		playground.deck.showProfile("Page 2");
		const [trigger, reset] = [send("trigger"), send("reset")];
		await playground.deck.face(trigger, ({ state }) => state === "ready");
		await playground.deck.press(trigger);
		await page.getByText("Deaths: 13").waitFor();
		await playground.deck.face(reset, ({ state }) => state === "ready");
		await playground.deck.press(reset);
		await page.getByText("Deaths: 0").waitFor();
	});

	it("fills the deck with the starter layout that was added", async () => {
		const playground = await startPlayground({ pluginDir: undefined });
		const page = await open(playground);
		const connection = playground.deck.keys.find(({ action }) => action.UUID.endsWith(".connection"));
		if (!connection) throw new Error("there is no Connection key");
		await page.locator("#inspected").selectOption(connection.context);
		await page.frameLocator("iframe").getByRole("button", { name: "Add a starter layout" }).click();
		await waitUntil(
			() =>
				playground.deck.keys.filter((key) => key.isVisible && key.profile === "profiles/starter-15")
					.length === 15,
		);
		await page.getByRole("button", { name: "Page 1" }).click();
		await page.getByRole("button", { name: /Countdown · Start/ }).waitFor();
	});

	it("switches the language of keys and settings", async () => {
		const playground = await startPlayground({ pluginDir: undefined });
		const page = await open(playground);
		await page.locator("#language").selectOption("日本語");
		await page.frameLocator("iframe").getByText("接続済み").first().waitFor();
		expect(playground.deck.language).toBe("ja");
		expect(playground.deck.complaints).toEqual([]);
	});

	it("has a text source on the stage that follows a counter's file", async () => {
		const playground = await startPlayground({ pluginDir: undefined });
		const page = await open(playground);
		const { goal } = z.looseObject({ goal: z.number() }).parse(playground.deck.keys[0]?.settings);
		const shows = async (followers: number) => {
			const [value, whole] = [followers, goal].map((figure) => figure.toLocaleString("en"));
			await page.getByRole("button", { name: `Followers · ${followers}/${goal} · live` }).waitFor();
			await page
				.locator(".text-source")
				.getByText(`Followers: ${value} / ${whole}`, { exact: true })
				.waitFor();
		};
		const { followers } = playground.service.truth();
		await shows(followers);
		playground.service.follow({});
		await shows(followers + 1);
	});
});
