import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { waitUntil } from "../../world/deck/wait-until";
import { boundItem } from "../../world/service/bound-item";
import { choose, combobox, waitForSettings, type InspectorRig } from "./inspector-rig";
import { useInspectorRigs } from "./use-inspector-rigs";

const stages = useInspectorRigs();
let stage: InspectorRig;
let folder: string;

beforeEach(async () => {
	stage = await stages.start();
	folder = await mkdtemp(join(tmpdir(), "stream-events-"));
});
afterEach(async () => {
	await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

describe("a counter's page", () => {
	it("offers the goal's action with the same fields as Scene Remote's page", async () => {
		const key = stage.place("counter", { future: 1 });
		const { page } = await stage.open(key);
		await page.getByLabel("Goal", { exact: true }).fill("100");
		await page.getByLabel("Repeat every").fill("50");
		const goal = page.getByRole("group", { name: "When the goal is reached, send" });
		await goal.waitFor();
		await choose(page, "Scene", "Gameplay");
		await choose(page, "Item", "Donation goal");
		await waitForSettings(key, { goal: 100, goalStep: 50 });
		const saved = { sceneName: "Gameplay", itemId: 312, itemName: "Donation goal", actionCode: "trigger" };
		await waitUntil(() => JSON.stringify(key.settings["goalAction"] ?? {}).includes(saved.actionCode), {
			message: "the whole of what is sent to be saved",
		});
		expect(key.settings).toMatchObject({ future: 1, goalAction: saved });
		await combobox(page, "Scene").fill("Nothing");
		await page.locator("[role=listbox]:visible [role=option]", { hasText: "Nothing" }).click();
		await waitUntil(() => key.settings["goalAction"] === undefined, { message: "nothing to be sent" });
	});

	it("tests the goal's action by keyboard, once for each press, and announces the result", async () => {
		const { service } = stage;
		const { page } = await stage.open(
			stage.place("counter", { goal: 1_000, goalAction: boundItem(service) }),
		);
		await page.locator(".account > summary[data-phase=live]").waitFor();
		const tryIt = page.getByRole("button", { name: "Try it" });
		await tryIt.focus();
		await page.keyboard.press("Enter");
		await page.getByRole("status").filter({ hasText: "Sent." }).waitFor();
		expect(service.commands).toHaveLength(1);
		await page.keyboard.press("Space");
		await waitUntil(() => service.commands.length === 2, { message: "the second command" });
	});
});

describe("the list of keys on other pages", () => {
	it("displays what continues, and stops it by keyboard without losing the focus", async () => {
		const { deck, service } = stage;
		const path = join(folder, "goal.txt");
		const goal = { goal: 1, goalAction: boundItem(service) };
		const keys = [
			stage.place("counter", { label: "Followers for OBS", scope: "today", file: path }),
			stage.place("counter", { label: "Confetti", scope: "today", ...goal }),
		];
		for (const key of keys) await deck.face(key, ({ state }) => state === "live");
		const connection = deck.place({ action: "com.example.streamevents.connection", profile: "Page 2" });
		const counter = deck.place({ action: "com.example.streamevents.counter", profile: "Page 2" });
		deck.showProfile("Page 2");
		await deck.face(counter, ({ state }) => state === "live");
		const { page } = await stage.open(connection);
		const list = page.getByRole("listitem");
		await list.filter({ hasText: "Followers for OBS" }).getByText(path).waitFor();
		await list.filter({ hasText: "Confetti" }).getByText("Goal 1").waitFor();
		const stop = (name: string) => page.getByRole("button", { name: `Stop ${name}` });
		await stop("Followers for OBS").focus();
		await page.keyboard.press("Enter");
		await page.getByRole("status").filter({ hasText: "Stopped." }).waitFor();
		const hasFocus = (name: string) => () =>
			stop(name).evaluate((element) => element === document.activeElement);
		await waitUntil(hasFocus("Confetti"), { message: "the focus on the next button" });
		await page.keyboard.press("Space");
		await list.first().waitFor({ state: "detached" });
		const heading = page.getByRole("heading", { name: "Running in the background" });
		await waitUntil(() => heading.evaluate((element) => element === document.activeElement));
		const before = deck.currentFace(counter)?.value;
		service.follow({ username: "Ada" });
		await deck.face(counter, ({ value }) => value !== before);
		expect(service.commands).toEqual([]);
	});
});

describe("a key's text file", () => {
	it("is written to the path on the page, which displays its status", async () => {
		const key = stage.place("counter");
		const { page } = await stage.open(key);
		await page.getByText("Text file", { exact: true }).click();
		const file = page.getByLabel("File", { exact: true });
		const path = join(folder, "followers.txt");
		await file.fill("followers.txt");
		await file.blur();
		await page.getByText("Enter the full path").waitFor();
		await file.fill(join(folder, "none", "followers.txt"));
		await file.blur();
		await page.getByText("This folder does not exist.").waitFor();
		await file.fill(path);
		await file.blur();
		await page.getByText("The file is up to date.").waitFor();
		const text = page.getByLabel("Text", { exact: true });
		await text.fill("Now {value}!");
		expect(key.settings["fileText"]).toBeUndefined();
		await text.blur();
		const isThere = async () => (await readFile(path, "utf8")).startsWith("Now ");
		await waitUntil(isThere, { message: "the text of the page" });
	});

	it("marks an unknown placeholder", async () => {
		const { page } = await stage.open(stage.place("counter", { file: join(folder, "followers.txt") }));
		const text = page.getByLabel("Text", { exact: true });
		await text.fill("{value} of {foo}");
		await page.getByText("{foo} is not a placeholder.").waitFor();
		expect(await text.getAttribute("aria-invalid")).toBe("true");
		await text.fill("{value} of {goal}");
		await page.getByText("is not a placeholder.").waitFor({ state: "detached" });
	});

	it("has a text field that is scrolled fully into view when Tab reaches it", async () => {
		const { page } = await stage.open(stage.place("counter", { file: join(folder, "followers.txt") }));
		const text = page.getByLabel("Text", { exact: true });
		await page.getByText("The file is up to date.").waitFor();
		const file = page.getByLabel("File", { exact: true });
		await file.focus();
		// The viewport ends within the field.
		const box = await text.boundingBox();
		const scrolled = await page.evaluate(() => window.scrollY);
		if (!box) throw new Error("there is no field");
		await page.setViewportSize({ width: 340, height: Math.round(box.y + 21) });
		await page.evaluate((top) => {
			window.scrollTo(0, top);
		}, scrolled);
		await waitUntil(async () => {
			await page.keyboard.press("Tab");
			return text.evaluate((field) => field === document.activeElement);
		});
		const isWhole = () =>
			text.evaluate((field) => {
				const { top, bottom } = field.getBoundingClientRect();
				return top >= -1 && bottom <= window.innerHeight + 1;
			});
		await waitUntil(isWhole, { message: "the whole field in view" });
	});

	it("is overwritten only after a confirmation", async () => {
		const path = join(folder, "notes.txt");
		await writeFile(path, "my notes");
		const { page } = await stage.open(stage.place("latest-event", { file: path }));
		await page.getByText("A file with this name already exists.").waitFor();
		expect(await readFile(path, "utf8")).toBe("my notes");
		await page.getByRole("button", { name: "Use this file" }).click();
		await page.getByText("The file is up to date.").waitFor();
		expect(await readFile(path, "utf8")).not.toBe("my notes");
	});

	it("belongs to one key, which the other key's page displays", async () => {
		const path = join(folder, "followers.txt");
		stage.place("counter", { file: path });
		await waitUntil(() => readFile(path, "utf8").catch(() => ""), { message: "the first key's text" });
		const { page } = await stage.open(stage.place("top-supporter", { file: path }));
		await page.getByText("Another key already writes to this file.").waitFor();
	});
});

describe("a suggested file", () => {
	it.runIf(process.platform === "linux")(
		"is in the system's documents folder, and its folder is created on confirmation only",
		async () => {
			await writeFile(join(folder, "user-dirs.dirs"), `XDG_DOCUMENTS_DIR="${folder}/Dokumente"\n`);
			stage = await stages.start({ env: { XDG_CONFIG_HOME: folder } });
			const key = stage.place("counter");
			const { page } = await stage.open(key);
			await page.locator(".account > summary[data-phase=live]").waitFor();
			await page.getByText("Text file", { exact: true }).click();
			const path = join(folder, "Dokumente", "Stream Events", "followers.txt");
			await page.getByRole("button", { name: "Suggest a file" }).click();
			await page.getByText(`Create ${path}?`).waitFor();
			expect(await readdir(folder)).toEqual(["user-dirs.dirs"]);
			expect(key.settings).toEqual({});
			await page.getByRole("button", { name: "Create", exact: true }).click();
			await waitForSettings(key, { file: path });
			await page.getByText("The file is up to date.").waitFor();
			expect(await readFile(path, "utf8")).toMatch(/^[\d,]+$/);
			await page.getByRole("button", { name: "Copy path" }).click();
			await page.getByText(/^(Copied\.|The text is selected)/).waitFor();
			const { page: other } = await stage.openIn(page, stage.place("counter"));
			await other.locator(".account > summary[data-phase=live]").waitFor();
			await other.getByText("Text file", { exact: true }).click();
			await other.getByRole("button", { name: "Suggest a file" }).click();
			await other.getByText(path.replace("followers.txt", "followers-2.txt")).waitFor();
		},
	);
});
