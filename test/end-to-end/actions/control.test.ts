import { describe, expect, it } from "vitest";

import type { Face } from "../../world/deck/drawing/face";
import { waitUntil } from "../../world/deck/wait-until";
import { setUpRig, waitUntilJoined, type Rig } from "../rig";

const uuid = "com.example.streamevents.control";

const reads = (words: string) => (face: Face) => face.svg?.includes(`>${words}</text>`) === true;
const states = (fact: string) => (face: Face) => face.facts?.includes(fact) === true;

function place({ deck }: Rig, command?: string) {
	return deck.place({ action: uuid, settings: command === undefined ? {} : { command } });
}

describe("a Stream Control key", () => {
	it("displays that it is not set up without a command, and uses the one in its settings", async () => {
		const rig = await setUpRig();
		const { deck } = rig;
		const key = place(rig);
		await deck.launch();
		await deck.face(key, ({ title }) => title === "Stream Control · – · not set up");
		await deck.press(key);
		await deck.alert(key);
		deck.setSettings(key, { command: "refresh" });
		await deck.face(key, ({ title }) => title === "Stream Control · Refresh · ready");
		await deck.press(key);
		await deck.ok(key);
		expect(deck.complaints).toEqual([]);
	});

	it("hides and shows the numbers on all keys, also without an account", async () => {
		const rig = await setUpRig();
		const { deck } = rig;
		const counter = rig.counter({ metric: "followers" });
		const hide = place(rig, "hideNumbers");
		const toggle = place(rig, "toggleNumbers");
		await deck.launch();
		await deck.face(counter, ({ state }) => state === "live");
		await deck.press(hide);
		await deck.ok(hide);
		await deck.face(counter, ({ value }) => value === "hidden");
		await deck.face(toggle, reads("Numbers hidden"));
		await deck.press(toggle);
		await deck.face(counter, ({ value }) => value !== "hidden");
		deck.setGlobalSettings({});
		await deck.face(toggle, ({ state }) => state === "ready");
		await deck.press(hide);
		await deck.face(toggle, reads("Numbers hidden"));
		expect(deck.complaints).toEqual([]);
	});

	it("starts a new session, and undoes it with a second press", async () => {
		const rig = await setUpRig();
		const { deck, service } = rig;
		const counter = rig.counter({ metric: "followers", scope: "session" });
		const key = place(rig, "newSession");
		await deck.launch();
		await deck.face(counter, ({ value, state }) => value === "0" && state === "live");
		await waitUntilJoined(rig);
		service.follow({ username: "Ada" });
		await deck.face(counter, ({ value }) => value === "1");
		await deck.press(key);
		await deck.ok(key);
		await deck.face(key, reads("Press to undo"));
		await deck.face(counter, ({ value }) => value === "0");
		await deck.press(key);
		await deck.face(counter, ({ value }) => value === "1");
		expect(deck.complaints).toEqual([]);
	});

	it("thanks people on all Latest Event keys, and undoes thanking all", async () => {
		const rig = await setUpRig();
		const { deck, service } = rig;
		const latest = deck.place({ action: "com.example.streamevents.latest-event" });
		const next = place(rig, "thankNext");
		const all = place(rig, "thankAll");
		await deck.launch();
		await deck.face(latest, ({ state }) => state === "live");
		for (const username of ["Ada", "Bob", "Cyd"]) service.follow({ username });
		await deck.face(next, states("next to thank: Ada"));
		await deck.press(next);
		await deck.face(latest, (face) => face.value === "Ada" && states("2 to thank")(face));
		await deck.press(all);
		await deck.face(latest, ({ value, facts }) => value === "Cyd" && facts === undefined);
		await deck.press(all);
		await deck.face(latest, states("2 to thank"));
		await deck.restartPlugin();
		await deck.face(all, states("2 to thank"));
		expect(deck.complaints).toEqual([]);
	});
});

describe.each(["elgato", "opendeck"] as const)("a step of a multi-action in %s", (dialect) => {
	it("runs its command once", async () => {
		const rig = await setUpRig({ deck: { dialect } });
		const { deck, service } = rig;
		const latest = deck.place({ action: "com.example.streamevents.latest-event" });
		const session = deck.placeInMultiAction({ action: uuid, settings: { command: "newSession" } });
		const thank = deck.placeInMultiAction({ action: uuid, settings: { command: "thankAll" } });
		const toggle = deck.placeInMultiAction({ action: uuid, settings: { command: "toggleNumbers" } });
		await deck.launch();
		await deck.face(latest, ({ state }) => state === "live");
		const began = deck.globalSettings["sessionStartedAt"];
		for (const username of ["Ada", "Bob"]) service.follow({ username });
		await deck.face(latest, states("2 to thank"));
		await deck.runMultiAction(thank);
		await deck.face(latest, ({ facts }) => facts === undefined);
		await deck.runMultiAction(session);
		await waitUntil(() => deck.globalSettings["sessionStartedAt"] !== began);
		await deck.runMultiAction(toggle);
		await waitUntil(() => deck.globalSettings["hideNumbers"] === true);
		await deck.runMultiAction(toggle);
		await waitUntil(() => deck.globalSettings["hideNumbers"] === false);
		service.follow({ username: "Cyd" });
		await deck.face(latest, states("1 to thank"));
		await deck.runMultiAction(thank);
		await deck.face(latest, ({ facts }) => facts === undefined);
		expect(deck.complaints).toEqual([]);
	});
});
