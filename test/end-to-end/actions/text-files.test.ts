import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { waitUntil } from "../../world/deck/wait-until";
import { setUpRig } from "../rig";
import { waitForExpectedValues } from "../expected-values";

let folder: string;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), "stream-events-"));
});

afterEach(async () => {
	await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function textIn(path: string): Promise<string | undefined> {
	return readFile(path, "utf8").catch(() => undefined);
}

async function waitForText(path: string, text: string): Promise<void> {
	let now: string | undefined;
	const isThere = async () => {
		now = await textIn(path);
		return now === text;
	};
	await waitUntil(isThere, { message: () => `"${text}" in the file; there is "${now}"` });
}

describe("a counter's text file", () => {
	it("follows the number, also while hidden, masked, and after a restart", async () => {
		const rig = await setUpRig({ service: { seed: "empty" } });
		const { service, deck, counter } = rig;
		const file = join(folder, "followers.txt");
		const { profile: home } = counter({ scope: "today", file, fileText: "{label}: {value}", label: "New" });
		await deck.launch();
		await waitForText(file, "New: 0");
		service.follow({ username: "Ada" });
		await waitForText(file, "New: 1");
		deck.setGlobalSettings({ ...deck.globalSettings, hideNumbers: true });
		deck.showProfile("another");
		service.follow({ username: "Bob" });
		await waitForText(file, "New: 2");
		expect(await readdir(folder)).toEqual(["followers.txt"]);
		await deck.stopPlugin();
		service.follow({ username: "Cyd" });
		deck.showProfile(home);
		await deck.launch();
		await waitForText(file, "New: 3");
	});

	it("is not changed if another program wrote it", async () => {
		const rig = await setUpRig();
		const [theirs, ours] = [join(folder, "notes.txt"), join(folder, "followers.txt")];
		await writeFile(theirs, "my notes");
		rig.counter({ file: theirs });
		rig.counter({ file: ours });
		await rig.deck.launch();
		await waitUntil(async () => (await textIn(ours)) !== undefined, { message: "the other counter's file" });
		expect(await textIn(theirs)).toBe("my notes");
	});

	it("is written once its folder exists", async () => {
		const rig = await setUpRig();
		const { service, deck, counter } = rig;
		const file = join(folder, "later", "followers.txt");
		const key = counter({ file, fileText: "{value}", format: "compact" });
		await deck.launch();
		await waitForExpectedValues([key], rig);
		await mkdir(join(folder, "later"));
		service.follow({});
		await waitUntil(async () => (await textIn(file)) !== undefined, { message: "the file" });
	});
});

describe("Latest Event's text file", () => {
	it("contains the person, without direction overrides", async () => {
		const { service, deck } = await setUpRig({ service: { seed: "empty" } });
		const file = join(folder, "latest.txt");
		const action = "com.example.streamevents.latest-event";
		deck.place({ action, settings: { file, fileText: "{type}\n{name} {amount} – {message}" } });
		await deck.launch();
		service.donate({ username: "\u202EAda\u0007\n", amount: 5, currency: "EUR", message: "Hi!\r\n{name}" });
		await waitForText(file, "Donation\nAda €5.00 – Hi! {name}");
	});

	it("lists all events of the session, also after a restart, and starts again with a new one", async () => {
		const { service, deck } = await setUpRig({ service: { seed: "empty" } });
		const file = join(folder, "credits.txt");
		const action = "com.example.streamevents.latest-event";
		const settings = { file, fileContent: "session", fileText: "{name} {amount}", minAmount: 2 };
		const { profile: home } = deck.place({ action, settings });
		const control = deck.place({
			action: "com.example.streamevents.control",
			settings: { command: "newSession" },
			profile: "another",
		});
		await deck.launch();
		await waitForText(file, "");
		service.donate({ username: "Ada", amount: 5, currency: "EUR" });
		service.donate({ username: "Eve", amount: 1, currency: "EUR" });
		service.follow({ username: "Bob" });
		await waitForText(file, "Ada €5.00\nBob");
		await deck.restartPlugin();
		service.host({ hostname: "Cyd", viewers: 3 });
		await waitForText(file, "Ada €5.00\nBob\nCyd");
		deck.showProfile("another");
		await deck.face(control, ({ state }) => state === "ready");
		await deck.press(control);
		await waitForText(file, "");
		service.follow({ username: "Dan" });
		await waitForText(file, "Dan");
		deck.showProfile(home);
	});
});
