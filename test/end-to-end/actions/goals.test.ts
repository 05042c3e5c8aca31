import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, it, onTestFinished } from "vitest";

import type { Face } from "../../world/deck/drawing/face";
import { waitUntil } from "../../world/deck/wait-until";
import { boundItem, setUpRig } from "../rig";

const says = (value: string) => (face: Face) => face.value === value && face.state === "live";

async function temporaryFolder(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), "stream-events-"));
	onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
	return folder;
}

describe("a goal with an action", () => {
	it("sends once when a pushed follow crosses it, celebrates and displays the next one", async () => {
		const rig = await setUpRig({ service: { seed: "empty" } });
		const { service, deck, counter } = rig;
		const goal = { scope: "today", goal: 2, goalStep: 3, goalAction: boundItem(service) };
		const key = counter(goal);
		counter({ ...goal, label: "The same goal" });
		await deck.launch();
		await deck.face(key, says("0/2"));
		service.follow({ username: "Ada" });
		await deck.face(key, says("1/2"));
		service.follow({ username: "Bob" });
		await deck.face(key, (face) => says("2/2")(face) && (face.svg?.includes("Goal reached!") ?? false));
		await waitUntil(() => service.commands.length > 0, { message: "the command" });
		await deck.face(key, says("2/5"));
		const { itemId: targetId, actionCode: action } = goal.goalAction;
		expect(service.commands).toMatchObject([{ action, targetId, isCounted: true }]);
		expect(deck.complaints).toEqual([]);
	});

	it("sends while its key is hidden", async () => {
		const rig = await setUpRig({ service: { seed: "empty" } });
		const { service, deck, counter } = rig;
		const key = counter({ scope: "today", goal: 1, goalAction: boundItem(service) });
		await deck.launch();
		await deck.face(key, says("0/1"));
		deck.showProfile("another");
		service.follow({ username: "Ada" });
		await waitUntil(() => service.commands.length === 1, { message: "the command" });
	});

	it("is not reached by missed events, by a start above it, or again after a fall", async () => {
		const rig = await setUpRig({ service: { seed: "empty" } });
		const { service, deck, counter } = rig;
		const goalAction = boundItem(service);
		const key = counter({ scope: "today", goal: 2, goalStep: 2, goalAction });
		const [first] = ["Ada", "Bob"].map((username) => service.follow({ username }));
		await deck.launch();
		await deck.face(key, says("2/4"));
		service.setFaults({ refusedKey: "socket" });
		service.cut();
		for (const username of ["Cyd", "Dan"]) service.follow({ username });
		service.clearFaults();
		await deck.face(key, says("4/6"));
		expect(service.commands).toEqual([]);
		service.follow({ username: "Eve" });
		service.follow({ username: "Fay" });
		await waitUntil(() => service.commands.length === 1, { message: "the command" });
		service.deleteEvent(first?.id ?? 0, "announced");
		await deck.face(key, says("5/6"));
		service.setFaults({ rest: { me: { status: 503 } } });
		await deck.restartPlugin();
		const { length: facesBefore } = deck.faces(key);
		await waitUntil(() => deck.faces(key).slice(facesBefore).some(says("5/6")), { message: "5/6 again" });
		service.follow({ username: "Gil" });
		await deck.face(key, says("6/8"));
		expect(service.commands).toHaveLength(1);
		for (const username of ["Hal", "Ida"]) service.follow({ username });
		await waitUntil(() => service.commands.length === 2, { message: "the command of the next goal" });
	});

	it("measures the amounts that can be parsed, as do the file and the ranking", async () => {
		const rig = await setUpRig({ service: { seed: "empty" } });
		const { service, deck, counter } = rig;
		const file = join(await temporaryFolder(), "donated.txt");
		const goal = {
			metric: "donationAmount",
			scope: "today",
			goal: 100,
			goalAction: boundItem(service),
			file,
		};
		const key = counter(goal);
		const top = deck.place({
			action: "com.example.streamevents.top-supporter",
			settings: { by: "total", scope: "today" },
		});
		await deck.launch();
		await deck.face(key, says("0.00 EUR/100"));
		service.addEvent({ type: "donation", username: "Ada", amountText: "a lot" });
		await deck.face(key, says("0.00 EUR + ?/100"));
		service.donate({ username: "Bob", amount: 50, currency: "EUR" });
		service.donate({ username: "Cyd", amount: 70, currency: "EUR" });
		await deck.face(key, says("120.00 EUR + ?/100"));
		await deck.face(top, says("Cyd 70.00 EUR"));
		await waitUntil(() => service.commands.length === 1, { message: "the command" });
		await waitUntil(async () => (await readFile(file, "utf8").catch(() => "")) === "€120.00", {
			message: "the file",
		});
	});

	it("alerts its key if nothing could be sent", async () => {
		const rig = await setUpRig({ service: { seed: "empty" } });
		const { service, deck, counter } = rig;
		const goalAction = { ...boundItem(service), itemId: 999_999 };
		const key = counter({ scope: "today", goal: 1, goalAction });
		await deck.launch();
		await deck.face(key, says("0/1"));
		service.follow({ username: "Ada" });
		await deck.alert(key);
		expect(service.commands).toEqual([]);
	});
});
