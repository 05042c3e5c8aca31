import { setTimeout as delay } from "node:timers/promises";

import { describe, expect, it } from "vitest";

import type { Deck } from "../world/deck/deck";
import { waitUntil } from "../world/deck/wait-until";
import { boundItem, setUpRig } from "./rig";

/** The plugin is stopped while this happens, and for longer than a press may wait. */
async function whileStopped(deck: Deck, happen: () => void): Promise<void> {
	const pid = deck.pid ?? expect.unreachable("no plugin is running");
	process.kill(pid, "SIGSTOP");
	happen();
	await delay(2_500);
	process.kill(pid, "SIGCONT");
}

describe("a process that lost time", () => {
	it("sends nothing that was pressed before it reads that, and goes on", async () => {
		const { service, deck, remote } = await setUpRig();
		const item = { ...boundItem(service), guardMs: 0 };
		const [key, holding] = [remote(item), remote({ ...item, holdActionCode: "reset" })];
		const sender = deck.place({
			action: "com.example.streamevents.send-event",
			settings: { type: "follow", username: "Tester" },
		});
		await deck.launch();
		for (const one of [key, holding, sender]) await deck.face(one, ({ state }) => state === "ready");
		const eventCount = service.truth().events.length;
		await whileStopped(deck, () => {
			for (const one of [key, holding, sender]) deck.down(one);
			for (const one of [key, holding, sender]) deck.up(one);
		});
		for (const one of [key, holding, sender]) await deck.alert(one);
		expect([service.commands, service.truth().events.length]).toEqual([[], eventCount]);
		// On a busy machine it takes a moment until everything that waited has been read.
		await waitUntil(
			async () => {
				await deck.press(key);
				return service.commands.length > 0;
			},
			{ message: "a press to be sent again" },
		);
	});
});
