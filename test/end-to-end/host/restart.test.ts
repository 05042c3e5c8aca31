import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, it, onTestFinished } from "vitest";

import { startDeck } from "../../world/deck/deck";
import { waitUntil } from "../../world/deck/wait-until";
import { pluginDir, setUpRig } from "../rig";
import { waitForExpectedValues } from "../expected-values";

/** The first of July, so that the year began long ago. */
const startedMs = Date.now();
const julyMs = Date.UTC(new Date(startedMs).getUTCFullYear(), 6, 1, 12);
const clock = () => julyMs + Date.now() - startedMs;

it("reads a year once: after a restart, a part of it confirms that the rest is unchanged", async () => {
	const rig = await setUpRig({ service: { seed: "empty", clock } });
	const { service, deck, counter } = rig;
	for (let index = 0; index < 4_000; index++) {
		const username = `viewer_${index % 700}`;
		const createdAtMs = julyMs - 150 * 86_400_000 + index * 3_000_000;
		const amount = { minorUnits: 150, currency: "EUR" };
		service.store.add(
			index % 4 === 0
				? { type: "donation", username, createdAtMs, amount }
				: { type: "follow", username, createdAtMs },
		);
	}
	const keys = [
		counter({ scope: "year" }),
		counter({ scope: "year", uniqueOnly: true }),
		counter({ scope: "year", metric: "donationAmount" }),
	];
	const pages = () => service.requests.filter(({ endpoint }) => endpoint === "events").length;
	await deck.launch();
	await waitForExpectedValues(keys, rig);
	const pagesAtFirst = pages();
	const kept = join(deck.dataDir, "event-list-follow-donation.txt");
	await waitUntil(() => existsSync(kept), { message: "the list to be kept" });
	expect(readFileSync(kept, "utf8")).not.toMatch(/viewer_|EUR viewer|hello/);

	await deck.crashPlugin();
	service.follow({ username: "VIEWER_3" });
	service.follow({ username: "Somebody new" });
	const before = pages();
	await deck.restartPlugin();
	await waitForExpectedValues(keys, rig);
	expect(pages() - before).toBeLessThan(pagesAtFirst / 2);

	await deck.crashPlugin();
	const deep = service.truth().events[100];
	service.deleteEvent(deep?.id ?? 0, "quietly");
	await deck.restartPlugin();
	await waitForExpectedValues(keys, rig);
	expect(deck.complaints).toEqual([]);
});

it("keeps its stored data across an update, which replaces the plugin's folder", async () => {
	const dataDir = await mkdtemp(join(tmpdir(), "data-"));
	onTestFinished(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));
	const first = await setUpRig({ service: { seed: "empty" }, deck: { dataDir, devices: ["xl", "mk2"] } });
	const settings = { type: "donation", username: "Somebody", amount: "50", currency: "EUR" };
	const senders = Array.from({ length: 40 }, () =>
		first.deck.place({ action: "com.example.streamevents.send-event", settings }),
	);
	await first.deck.launch();
	for (const send of senders) {
		await first.deck.face(send, ({ state }) => state === "ready");
		await first.deck.press(send);
		await first.deck.ok(send);
	}
	await first.deck.stop();
	for (const name of await readdir(dataDir))
		expect(await readFile(join(dataDir, name), "utf8")).not.toMatch(/somebody/i);

	const globalSettings = first.deck.globalSettings;
	expect(JSON.stringify(globalSettings).length).toBeLessThan(400);
	const deck = await startDeck({ pluginDir, globalSettings, dataDir });
	onTestFinished(() => deck.stop());
	const counter = (metric: string) =>
		deck.place({ action: "com.example.streamevents.counter", settings: { metric, scope: "today" } });
	const [count, sum] = [counter("donations"), counter("donationAmount")];
	await deck.launch();
	await deck.face(count, ({ value, state }) => value === "0" && state === "live");
	await deck.face(sum, ({ value, state }) => value === "0.00 EUR" && state === "live");
}, 60_000);
