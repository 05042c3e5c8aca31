import { setTimeout as delay } from "node:timers/promises";

import { describe, expect, it } from "vitest";

import type { Deck } from "../../world/deck/deck";
import { waitUntil } from "../../world/deck/wait-until";
import { boundItem, setUpRig } from "../rig";

/** Blocks the plugin's event loop on a signal, like a huge response or a busy computer. */
const busyHook = [
	["SIGUSR2", 3_000],
	["SIGHUP", 700],
]
	.map(
		([signal, forMs]) => `process.on("${signal}", () => {
			process.stdout.write("busy");
			for (const endMs = Date.now() + ${forMs}; Date.now() < endMs; );
		});`,
	)
	.join("");

type Loss = (deck: Deck, happen: () => void) => Promise<void>;

/** Suspends the plugin while this happens, for longer than a press may wait. */
const whileStopped: Loss = async (deck, happen) => {
	const pid = pidOf(deck);
	process.kill(pid, "SIGSTOP");
	happen();
	await delay(2_500);
	process.kill(pid, "SIGCONT");
};

/** Blocks the plugin's event loop while this happens. */
const whileBusy =
	(signal: "SIGUSR2" | "SIGHUP"): Loss =>
	async (deck, happen) => {
		process.kill(pidOf(deck), signal);
		await waitUntil(() => deck.output.endsWith("busy"), { message: "the plugin to be busy" });
		happen();
	};

function pidOf(deck: Deck): number {
	return deck.pid ?? expect.unreachable("no plugin is running");
}

async function setUp() {
	const rig = await setUpRig({
		deck: { env: { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(busyHook)}` } },
	});
	const { service, deck, remote } = rig;
	const item = { ...boundItem(service), guardMs: 0 };
	const [key, holding] = [remote(item), remote({ ...item, holdActionCode: "reset" })];
	const sender = deck.place({
		action: "com.example.streamevents.send-event",
		settings: { type: "follow", username: "Tester" },
	});
	return { ...rig, key, holding, keys: [key, holding, sender] };
}

describe("a process that lost time", () => {
	it.each([
		["stopped", whileStopped],
		["kept busy", whileBusy("SIGUSR2")],
	])("sends nothing that was pressed while it was %s, and continues", async (_how, lose) => {
		const { service, deck, key, keys } = await setUp();
		await deck.launch();
		for (const one of keys) await deck.face(one, ({ state }) => state === "ready");
		const eventCount = service.truth().events.length;
		await lose(deck, () => {
			for (const one of keys) deck.down(one);
			for (const one of keys) deck.up(one);
		});
		for (const one of keys) await deck.alert(one);
		expect([service.commands, service.truth().events.length]).toEqual([[], eventCount]);
		// A busy computer needs a moment to read all pending messages.
		await waitUntil(
			async () => {
				await deck.press(key);
				return service.commands.length > 0;
			},
			{ message: "a press to be sent again" },
		);
	});

	it("sends nothing that was pressed long before the plugin was loaded", async () => {
		const { service, deck, key } = await setUp();
		await deck.launch();
		await whileStopped(deck, () => {
			deck.down(key);
			deck.up(key);
		});
		await deck.alert(key);
		await deck.face(key, ({ state }) => state === "ready");
		expect(service.commands).toEqual([]);
	});

	it("does not treat a tap that it reads late as a hold", async () => {
		const { service, deck, holding } = await setUp();
		await deck.launch();
		await deck.face(holding, ({ state }) => state === "ready");
		deck.down(holding);
		await delay(100);
		await whileBusy("SIGHUP")(deck, () => {
			deck.up(holding);
		});
		await waitUntil(() => service.commands.length > 0, { message: "the tap to be sent" });
		expect(service.commands.map(({ action }) => action)).toEqual(["trigger"]);
	});
});
