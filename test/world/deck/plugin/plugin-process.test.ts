import { describe, expect, it } from "vitest";

import { fakeDeck, fakeKey, launchedDeck } from "../fixtures/fake-plugin";
import { waitUntil } from "../wait-until";

describe("the plugin's process", () => {
	it("reports why it did not start", async () => {
		const deck = await fakeDeck({ env: { FAKE_REFUSES_TO_START: "1" } });
		await expect(deck.launch()).rejects.toThrow(/before it registered \(code 3[\s\S]*no start today/);
	});

	it("reports a missing runtime", async () => {
		const deck = await fakeDeck({ nodePath: "/nowhere/node" });
		await expect(deck.launch()).rejects.toThrow(/ENOENT/);
	});

	it("starts only once at a time", async () => {
		const deck = await launchedDeck();
		await expect(deck.launch()).rejects.toThrow(/running already/);
	});

	it("keeps its output", async () => {
		const deck = await launchedDeck();
		deck.setGlobalSettings({ write: "written" });
		await waitUntil(() => deck.output.includes("written"));
	});

	it("is not ended when the host ends", async () => {
		const deck = await launchedDeck();
		expect(deck.exitCode).toBeUndefined();
		deck.closeSocket();
		expect(await deck.exited()).toMatchObject({ code: 0, requested: "no" });
	});

	it("receives everything again after a restart", async () => {
		const deck = await launchedDeck();
		const key = deck.place({ action: fakeKey, settings: { value: 3 } });
		await deck.face(key);
		const { pid } = deck;
		const next = deck.nextFace(key);
		await deck.restartPlugin();
		expect((await next).value).toBe("3");
		expect(deck.pid).not.toBe(pid);
	});

	it("is not restarted after a crash", async () => {
		const deck = await launchedDeck();
		await deck.crashPlugin();
		expect(await deck.exited()).toMatchObject({ requested: "no" });
		await deck.launch();
	});

	it("is restarted after a crash if requested", async () => {
		const deck = await launchedDeck({ restartAfterMs: 1 });
		const key = deck.place({ action: fakeKey });
		await deck.face(key);
		const next = deck.nextFace(key);
		deck.setGlobalSettings({ exitWith: 1 });
		await next;
	});

	it("notifies listeners how it ended", async () => {
		const deck = await launchedDeck();
		const ends: unknown[] = [];
		deck.on("exit", (exit) => ends.push(exit));
		await deck.stopPlugin();
		expect(ends).toMatchObject([{ requested: "yes" }]);
	});
});
