import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";

import type { Face } from "../../world/deck/drawing/face";
import { waitUntil } from "../../world/deck/wait-until";
import { boundItem, setUpRig, type Rig } from "../rig";

const says = (value: string) => (face: Face) => face.value === value && face.state === "live";
const storedSchema = z.object({ data: z.array(z.object({ settings: z.object({ label: z.string() }) })) });

let folder: string;
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), "background-"));
});
afterEach(async () => {
	await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Returns the labels of the keys that continue after a restart. */
async function storedLabels({ dataDir }: Rig["deck"]): Promise<readonly string[]> {
	const path = join(dataDir, "background-keys.json");
	if (!existsSync(path)) return [];
	return storedSchema
		.parse(JSON.parse(await readFile(path, "utf8")))
		.data.map(({ settings }) => settings.label);
}

/** Sets up a key with a goal of one follow and a file, and a second counter. */
async function setUpGoal(dialect: "elgato" | "opendeck") {
	const rig = await setUpRig({ service: { seed: "empty" }, deck: { dialect } });
	const { service, deck, counter } = rig;
	const file = join(folder, "goal.txt");
	const goal = counter({ label: "Goal", scope: "today", goal: 1, goalAction: boundItem(service), file });
	const neighbor = counter({ label: "Neighbor", scope: "today" });
	await deck.launch();
	await deck.face(goal, says("0/1"));
	await deck.face(neighbor, says("0"));
	const text = () => readFile(file, "utf8").catch(() => undefined);
	await waitUntil(async () => (await text()) === "0", { message: "the file" });
	const isSent = () => waitUntil(() => service.commands.length === 1, { message: "the command" });
	return { ...rig, goal, neighbor, text, isSent };
}

describe.each(["elgato", "opendeck"] as const)("a goal key in the dialect %s", (dialect) => {
	it("that is removed stops, even if the goal is crossed before the removal is certain", async () => {
		const { service, deck, goal, neighbor, text } = await setUpGoal(dialect);
		deck.remove(goal);
		service.follow({ username: "Ada" });
		await deck.face(neighbor, says("1"));
		await waitUntil(async () => (await storedLabels(deck)).length === 0, { message: "the key to end" });
		service.follow({ username: "Bob" });
		await deck.face(neighbor, says("2"));
		expect(service.commands).toEqual([]);
		expect(await text()).not.toBe("2");
		expect(deck.complaints).toEqual([]);
	});

	it("continues when its page changes, also after a restart", async () => {
		const { service, deck, goal, text, isSent } = await setUpGoal(dialect);
		const other = deck.place({ action: goal.action.UUID, settings: { scope: "today" }, profile: "Page 2" });
		deck.showProfile("Page 2");
		await deck.face(other, says("0"));
		await deck.crashPlugin();
		await deck.launch();
		// OpenDeck announces the visible keys to a new run only when a page is shown.
		for (const profile of ["Page 3", "Page 2"]) deck.showProfile(profile);
		await deck.nextFace(other, says("0"));
		service.follow({ username: "Ada" });
		await isSent();
		await waitUntil(async () => (await text()) === "1", { message: "the file" });
		deck.showProfile(goal.profile);
		await deck.face(goal, says("1/1"));
		expect(deck.complaints).toEqual([]);
	});

	it("continues when it is moved", async () => {
		const { service, deck, goal, text, isSent } = await setUpGoal(dialect);
		const moved = deck.move(goal, { column: 3, row: 1 });
		await deck.face(moved, says("0/1"));
		service.follow({ username: "Ada" });
		await isSent();
		await waitUntil(async () => (await text()) === "1", { message: "the file" });
		expect(await storedLabels(deck)).toEqual(["Goal"]);
	});

	it("is listed for the Connection key while it is hidden, and can be stopped there", async () => {
		const { service, deck, goal } = await setUpGoal(dialect);
		const connection = deck.place({ action: "com.example.streamevents.connection", profile: "Page 2" });
		deck.showProfile("Page 2");
		const inspector = deck.openInspector(connection);
		const isList = z.object({
			event: z.literal("getBackgroundKeys"),
			keys: z.array(z.looseObject({ id: z.string() })),
		});
		await waitUntil(async () => (await storedLabels(deck)).length === 1);
		inspector.send({ event: "getBackgroundKeys" });
		const listed = await inspector.waitForMessage(
			(payload) => (isList.safeParse(payload).data?.keys.length ?? 0) > 0,
		);
		const { keys } = isList.parse(listed);
		expect(keys).toMatchObject([{ label: "Goal", goal: 1, file: join(folder, "goal.txt") }]);
		inspector.send({ event: "stopBackgroundKey", id: keys[0]?.id });
		await inspector.waitForMessage((payload) => isList.safeParse(payload).data?.keys.length === 0);
		service.follow({ username: "Ada" });
		const today = deck.place({ action: goal.action.UUID, settings: { scope: "today" }, profile: "Page 2" });
		await deck.face(today, says("1"));
		expect(service.commands).toEqual([]);
		deck.showProfile(goal.profile);
		await deck.face(goal, says("1/1"));
	});
});
