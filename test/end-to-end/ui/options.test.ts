import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";

import type { Settings } from "../../world/deck/frame";
import type { Key } from "../../world/deck/keys";
import { waitUntil } from "../../world/deck/wait-until";
import { waitForSettings, type InspectorRig } from "./inspector-rig";
import { useInspectorRigs } from "./use-inspector-rigs";

const stages = useInspectorRigs();
let stage: InspectorRig;

async function open(
	action: string,
	settings: Settings = {},
): Promise<{ readonly page: Page; readonly key: Key }> {
	stage = await stages.start();
	const key = stage.place(action, settings);
	const { page } = await stage.open(key);
	return { page, key };
}

function field(page: Page, label: string) {
	return page.getByLabel(label, { exact: true });
}

describe("a counter's page", () => {
	it("saves every option", async () => {
		const { page, key } = await open("counter");
		await field(page, "Show").selectOption("Subscriptions");
		await field(page, "Period").selectOption("This month");
		await field(page, "Only new subscribers, no resubs").check();
		await field(page, "Count each person once").check();
		await field(page, "Goal").fill("500");
		await page.getByText("Advanced").last().click();
		await field(page, "Number format").selectOption("Compact");
		await field(page, "Label").fill("Subs ❤");
		await field(page, "Color").fill("#ff8800");
		await field(page, "Flash on new events").uncheck();
		await field(page, "When pressed").selectOption("Next period");
		await field(page, "When held").selectOption("Start a new session");
		await waitForSettings(key, { onHold: "resetSession" });
		expect(key.settings).toEqual({
			metric: "subscriptions",
			scope: "month",
			newOnly: true,
			uniqueOnly: true,
			goal: 500,
			format: "compact",
			label: "Subs ❤",
			color: "#ff8800",
			flash: false,
			onPress: "next",
			onHold: "resetSession",
		});
	});

	it("offers platforms only for metrics that support them", async () => {
		const { page, key } = await open("counter");
		await page.locator("#provider option", { hasText: "YouTube" }).waitFor({ state: "attached" });
		await field(page, "Platform").selectOption("YouTube");
		await waitForSettings(key, { provider: "youtube" });
		await field(page, "Show").selectOption("Donations");
		await field(page, "Platform").waitFor({ state: "hidden" });
		await field(page, "Show").selectOption("Subscriptions");
		await field(page, "Platform").waitFor();
		await field(page, "Only new subscribers, no resubs").waitFor({ state: "hidden" });
		await field(page, "Period").selectOption("Today");
		await field(page, "Platform").waitFor({ state: "hidden" });
		await field(page, "Only new subscribers, no resubs").waitFor();
		expect(key.settings).toMatchObject({ provider: "youtube" });
	});

	it("displays the preview of the key, and updates it", async () => {
		const { page, key } = await open("counter", { label: "Family" });
		const preview = page.getByRole("img", { name: /Preview: Family · \d+ · live/ });
		await preview.waitFor();
		await waitUntil(async () => (await preview.getAttribute("src")) === stage.deck.currentFace(key)?.image, {
			message: "the preview to be the key's own picture",
		});
		const before = Number(stage.deck.currentFace(key)?.value);
		stage.service.follow({ username: "ada" });
		await page.getByRole("img", { name: `Preview: Family · ${before + 1} · live` }).waitFor();
		await field(page, "Label").fill("Crew");
		await page.getByRole("img", { name: /Preview: Crew/ }).waitFor();
	});

	it("describes the key in the user's language", async () => {
		stage = await stages.start({ language: "de" });
		const { page } = await stage.open(stage.place("remote-action", {}));
		await page.getByRole("img", { name: "Vorschau: – · – · Unvollständig" }).waitFor();
	});

	it("displays a dial as a dial", async () => {
		stage = await stages.start({ devices: ["plus"] });
		const dial = stage.deck.placeDial({ action: "com.example.streamevents.counter", settings: { goal: 9 } });
		const { page } = await stage.open(dial);
		const strip = page.getByRole("img", { name: /Preview: Followers · \d+\/9 · live/ });
		await strip.waitFor();
		const { title, value } = await stage.deck.strip(dial, ({ state }) => state === "live");
		const drawn = await strip.locator("span").allTextContents();
		expect(drawn.slice(0, 2)).toEqual([title, value]);
		expect(await strip.boundingBox()).toMatchObject({ width: 200, height: 100 });
		expect(
			await strip.locator("img").evaluate((icon: HTMLImageElement) => icon.naturalWidth),
		).toBeGreaterThan(0);
		expect(await page.locator("#preview > img").isVisible()).toBe(false);
	});

	it("resets a key's color", async () => {
		const { page, key } = await open("counter", { color: "#ff8800" });
		await waitUntil(async () => (await field(page, "Color").inputValue()) === "#ff8800");
		await page.getByRole("button", { name: "Default color" }).click();
		await waitUntil(() => !("color" in key.settings));
		await waitUntil(async () => (await field(page, "Color").inputValue()) !== "#ff8800");
	});

	it("removes empty fields and keeps unknown ones", async () => {
		const odd = { metric: "karma", goal: "a lot", label: "Old", hologram: [1, { a: null }], flash: "false" };
		const { page, key } = await open("counter", odd);
		expect(await field(page, "Show").inputValue()).toBe("followers");
		expect(await field(page, "Goal").inputValue()).toBe("");
		expect(await field(page, "Flash on new events").isChecked()).toBe(false);
		expect(stage.savedSettings).toEqual([]);
		await field(page, "Label").fill("");
		await waitUntil(() => !("label" in key.settings));
		const { label: _, ...rest } = odd;
		expect(key.settings).toEqual(rest);
	});

	it("displays the error of an invalid goal, and does not save it", async () => {
		const { page, key } = await open("counter", { goal: 500 });
		const goal = field(page, "Goal");
		for (const wrong of ["-3", "0", "a lot", "1,23,4", "--1"]) {
			await goal.fill(wrong);
			await page.getByText("Enter a number above 0, or leave the field empty.").waitFor();
			expect(await goal.getAttribute("aria-invalid"), wrong).toBe("true");
		}
		await goal.fill("99999999999999999999");
		await page.getByText("At most 9,007,199,254,740,991.").waitFor();
		expect(key.settings).toEqual({ goal: 500 });
		await goal.fill("");
		await waitUntil(() => !("goal" in key.settings));
		expect(await goal.getAttribute("aria-invalid")).toBeNull();
	});

	it("accepts a goal in any common notation, and displays the parsed number", async () => {
		const { page, key } = await open("counter");
		for (const [typed, goal] of [
			["12,5", 12.5],
			["1 000", 1_000],
			["1.234,50", 1234.5],
		] as const) {
			await field(page, "Goal").fill(typed);
			await waitForSettings(key, { goal });
			await field(page, "Goal").blur();
			expect(await field(page, "Goal").inputValue()).toBe(String(goal));
		}
	});

	it("displays settings that were changed elsewhere in the meantime", async () => {
		stage = await stages.start();
		const key = stage.place("counter", { label: "Mine" });
		const { page, session } = await stage.open(key);
		const settings = { label: "Theirs", goal: 9 };
		session.deliver({ event: "didReceiveSettings", context: key.context, payload: { settings } });
		await waitUntil(async () => (await field(page, "Goal").inputValue()) === "9");
		await page.getByText("Advanced").last().click();
		await field(page, "Number format").selectOption("Full");
		await waitForSettings(key, { ...settings, format: "full" });
	});
});

describe("a response", () => {
	it("to another page, or to an earlier visit, is not displayed", async () => {
		stage = await stages.start();
		const key = stage.place("counter");
		const { page, session } = await stage.open(key);
		await page.getByRole("img", { name: /· live/ }).waitFor();
		const preview = { event: "getPreview", image: "data:,", title: "somebody else's" };
		const { action, context } = key;
		for (const payload of [
			{ ...preview, page: "an earlier visit" },
			{ ...preview, page: "an earlier visit", ask: 2 },
			{ ...preview, ask: 999_999 },
		]) {
			session.deliver({ event: "sendToPropertyInspector", action: action.UUID, context, payload });
		}
		const settings = { label: "Heard" };
		session.deliver({ event: "didReceiveSettings", context, payload: { settings } });
		await page.getByRole("img", { name: /Preview: Heard/ }).waitFor();
		expect(await page.getByRole("img", { name: /somebody else's/ }).count()).toBe(0);
	});
});

describe("the other pages", () => {
	it("choose the types of the latest event, at least one", async () => {
		const { page, key } = await open("latest-event");
		await field(page, "Donation").uncheck();
		await waitForSettings(key, { types: ["follow", "subscription", "hosting"] });
		await field(page, "Follow").uncheck();
		await field(page, "Subscription").uncheck();
		await field(page, "Host").click();
		expect(await field(page, "Host").isChecked()).toBe(true);
		await field(page, "When pressed").selectOption("Clear all");
		await waitForSettings(key, { types: ["hosting"], onPress: "clear" });
	});

	it("save a minimum amount for donations, and the whole session for a file", async () => {
		const { page, key } = await open("latest-event", { file: "/credits.txt" });
		await page.getByText("Advanced", { exact: true }).last().click();
		await field(page, "Minimum donation").fill("-1");
		await page.getByText("Enter a number above 0, or leave the field empty.").waitFor();
		await field(page, "Minimum donation").fill("1.000,50");
		await waitForSettings(key, { minAmount: 1000.5 });
		await field(page, "File contains").selectOption("Whole session");
		await waitForSettings(key, { fileContent: "session" });
		await field(page, "Donation").uncheck();
		await field(page, "Minimum donation").waitFor({ state: "hidden" });
	});

	it("save the ignored names for all keys, and display when they are too long", async () => {
		const { page } = await open("latest-event");
		await page.locator(".account > summary[data-phase=live]").click();
		await page.getByText("Ignored names", { exact: true }).click();
		const names = field(page, "Names");
		await names.fill("Nightbot, Ann");
		await names.blur();
		await waitUntil(() => stage.deck.globalSettings["ignoredNames"] === "Nightbot, Ann", {
			message: "the names to be saved",
		});
		await names.fill("x".repeat(400));
		await names.blur();
		await page.getByText("Too long to save.").waitFor();
		expect(stage.deck.globalSettings["ignoredNames"]).toBe("Nightbot, Ann");
		await names.fill("");
		await names.blur();
		await waitUntil(() => stage.deck.globalSettings["ignoredNames"] === undefined, {
			message: "the names to be removed",
		});
		await page.getByText("Too long to save.").waitFor({ state: "detached" });
	});

	it("save what was typed for all keys when the page ends", async () => {
		const { page, key } = await open("counter");
		for (const [label, typed, name] of [
			["Names", "Nightbot", "ignoredNames"],
			["New session after", "3", "newSessionAfterIdleHours"],
		] as const) {
			await stage.openIn(page, key);
			await page.locator("details").evaluateAll((all) => {
				for (const details of all) details.setAttribute("open", "");
			});
			await field(page, label).pressSequentially(typed);
			await page.goto("about:blank");
			await waitUntil(() => String(stage.deck.globalSettings[name]) === typed, {
				message: `${name} to be saved`,
			});
		}
	});

	it("require the fields of an event before it can be sent", async () => {
		const { page, key } = await open("send-event");
		await field(page, "Name").waitFor();
		expect(await page.locator(".complaint, [aria-invalid]").count()).toBe(0);
		await field(page, "Name").fill("A");
		await field(page, "Name").fill("");
		await page.locator("#username-error", { hasText: "Required." }).waitFor();
		await field(page, "Event type").selectOption("Subscription");
		expect(await field(page, "Resubs").getAttribute("aria-invalid")).toBeNull();
		await field(page, "Resubs").fill("many");
		await page.getByText("Enter a whole number, 0 or more.").waitFor();
		await field(page, "Resubs").fill("");
		await field(page, "Event type").selectOption("Donation");
		await field(page, "Name").fill("Ada");
		await field(page, "Amount").fill("ten");
		await field(page, "Currency").fill("EUR");
		await page.getByText("Enter an amount, such as 12.50.").waitFor();
		await field(page, "Amount").fill("99999999999999999999");
		await page.getByText("At most 9,007,199,254,740.").waitFor();
		await field(page, "Amount").fill("12.50");
		await field(page, "Message").fill("Merci !");
		await page.getByText("Advanced").last().click();
		await field(page, "Send only on press and hold").check();
		await waitForSettings(key, { message: "Merci !", needsHold: true });
		expect(key.settings).toEqual({
			type: "donation",
			username: "Ada",
			amount: "12.50",
			currency: "EUR",
			message: "Merci !",
			needsHold: true,
		});
		expect(await page.locator("[aria-invalid]:visible").count()).toBe(0);
		await field(page, "Event type").selectOption("Host");
		await field(page, "Viewers").fill("1000000000");
		await page.getByText("At most 999,999,999.").waitFor();
		await field(page, "Hosting channel").waitFor();
		expect(await field(page, "Amount").isVisible()).toBe(false);
	});

	it("choose the series of a chart", async () => {
		const { page, key } = await open("chart");
		await field(page, "Show").selectOption("Donation amount");
		await field(page, "Period").selectOption("Year");
		await waitForSettings(key, { series: "donationAmount", range: "year" });
	});

	it("set up the account if there are no other settings", async () => {
		const { page } = await open("connection");
		await page.locator(".account > summary").getByText("Connected").waitFor();
		await page.getByText("Press to reconnect").waitFor();
	});
});
