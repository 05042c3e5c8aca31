import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, it } from "vitest";

import { waitUntil } from "../../world/deck/wait-until";
import { setUpRig, type Rig } from "../rig";

const uuid = (action: string) => `com.example.streamevents.${action}`;

const setUp = async (): Promise<Rig> => {
	const rig = await setUpRig({ deck: { devices: ["plus"] } });
	// More than any donation of the stand-in's evening.
	rig.service.donate({ username: "Ann", amount: "2000", currency: "EUR" });
	rig.service.donate({ username: "Bob", amount: "1000", currency: "EUR" });
	return rig;
};

it("choices made on dials and keys are kept across a restart, until their settings change", async () => {
	const { deck, counter } = await setUp();
	const numbers = deck.placeDial({ action: uuid("counter"), settings: { goal: 5 } });
	const chart = deck.placeDial({ action: uuid("chart") });
	const supporter = deck.placeDial({ action: uuid("top-supporter"), settings: { scope: "today" } });
	const next = counter({ onPress: "next" });
	const elsewhere = deck.placeDial({
		action: uuid("counter"),
		settings: { goal: 5 },
		profile: "Page 2",
		column: 0,
	});
	await deck.launch();
	await deck.strip(numbers, ({ state }) => state === "live");
	await deck.strip(supporter, ({ value }) => value === "Ann");
	deck.rotate(numbers, 2);
	deck.rotate(numbers, 1, { pressed: true });
	deck.rotate(chart, 1);
	deck.rotate(chart, -1, { pressed: true });
	deck.rotate(supporter, 1);
	await deck.press(next);
	const isChosen = async () => {
		await deck.strip(numbers, ({ title, state }) => title === "Subscriptions today" && state === "live");
		await deck.strip(chart, ({ title, state }) => title === "Donation amount" && state === "live");
		await deck.strip(supporter, ({ value }) => value === "Bob");
		await deck.face(next, ({ label, state }) => label === "Followers this session" && state === "live");
	};
	await isChosen();
	// Another dial at the same position with the same settings has its own choice.
	deck.showProfile("Page 2");
	await deck.strip(elsewhere, ({ title, state }) => title === "Followers" && state === "live");
	deck.showProfile("Default");
	await deck.restartPlugin();
	await isChosen();

	await waitUntil(() => existsSync(join(deck.dataDir, "choices.json")), {
		message: "the choices to be stored",
	});
	expect(readFileSync(join(deck.dataDir, "choices.json"), "utf8")).not.toMatch(/ann|bob/i);
	await deck.crashPlugin();
	await deck.launch();
	await isChosen();

	deck.setSettings(numbers, { goal: 6 });
	await deck.strip(numbers, ({ title, state }) => title === "Followers" && state === "live");
	deck.setSettings(numbers, { goal: 5 });
	await deck.restartPlugin();
	await deck.strip(numbers, ({ title, state }) => title === "Followers" && state === "live");
	expect(deck.complaints).toEqual([]);
});

it("keeps it where another page is displayed first after the restart", async () => {
	const { deck } = await setUp();
	const dial = deck.placeDial({ action: uuid("counter") });
	await deck.launch();
	await deck.strip(dial, ({ state }) => state === "live");
	deck.rotate(dial, 2);
	await deck.strip(dial, ({ title }) => title === "Followers today");
	deck.showProfile("Page 2");
	await deck.restartPlugin();
	deck.showProfile("Default");
	const shownFrom = dial.strips.entries.length;
	await deck.strip(dial, ({ title, state }) => title === "Followers today" && state === "live");
	expect(dial.strips.entries.slice(shownFrom).map(({ title }) => title)).not.toContain("Followers");
});
