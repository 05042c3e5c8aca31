import { describe, expect, it } from "vitest";

import type { Face } from "../../world/deck/drawing/face";
import { waitUntil } from "../../world/deck/wait-until";
import { setUpRig, waitUntilJoined, type Rig } from "../rig";

const uuid = "com.example.streamevents.connection";

function place({ deck }: Rig) {
	return deck.place({ action: uuid });
}

const inState = (state: string) => (face: Face) => face.state === state;
const shows = (words: string) => (face: Face) => face.svg?.includes(`>${words}</text>`) === true;

describe("a connection key", () => {
	it("displays the account, its address, and the time of the last event", async () => {
		const rig = await setUpRig();
		const { service, deck } = rig;
		const key = place(rig);
		await deck.launch();
		const host = new URL(service.url).hostname;
		await deck.face(key, ({ title }) => title === `${service.username} · ${host} · live`);
		await deck.face(key, shows("Connected"));
		service.follow({ username: "Ada" });
		await deck.face(key, shows("Last: just now"));
		expect(deck.complaints).toEqual([]);
	});

	it("reconnects and refreshes everything that keys require when pressed", async () => {
		const rig = await setUpRig();
		const { service, deck } = rig;
		const [key, counter] = [place(rig), rig.counter()];
		await deck.launch();
		await deck.face(key, inState("live"));
		await deck.face(counter, inState("live"));
		await waitUntilJoined(rig);
		const [joins, known] = [service.joins.length, service.requests.length];
		await deck.press(key);
		await deck.ok(key);
		expect(service.joins.length).toBe(joins + 1);
		const again = new Set(service.requests.slice(known).map(({ endpoint }) => endpoint));
		expect([...again].sort()).toEqual(["discovery", "events", "me", "totals"]);
		expect(deck.complaints).toEqual([]);
	});

	it("works from a multi-action", async () => {
		const rig = await setUpRig();
		const { service, deck } = rig;
		const key = place(rig);
		const step = deck.placeInMultiAction({ action: uuid });
		await deck.launch();
		await deck.face(key, inState("live"));
		await waitUntilJoined(rig);
		const joins = service.joins.length;
		await deck.runMultiAction(step);
		await deck.ok(step);
		await waitUntil(() => service.joins.length === joins + 1, { message: "the room to be joined once more" });
		expect(deck.complaints).toEqual([]);
	});

	it("hides all numbers on a hold, and shows them on the next", async () => {
		const rig = await setUpRig();
		const { service, deck } = rig;
		const key = place(rig);
		const followers = rig.counter();
		await deck.launch();
		await deck.face(followers, inState("live"));
		await deck.face(key, inState("live"));
		await waitUntilJoined(rig);
		const joins = service.joins.length;
		await deck.hold(key);
		await deck.face(followers, ({ value }) => value === "hidden");
		await deck.face(key, shows("Numbers hidden"));
		await deck.hold(key);
		await deck.face(followers, ({ value }) => value === String(service.truth().followers));
		await deck.face(key, shows("Connected"));
		expect(service.joins.length).toBe(joins);
		expect(deck.globalSettings).toMatchObject({ apiKey: service.apiKey, hideNumbers: false });
	});

	it("distinguishes a scene channel that is down from an event channel that is down", async () => {
		const rig = await setUpRig({ globalSettings: {}, service: { sceneAddress: "separate" } });
		const { service, deck } = rig;
		const key = place(rig);
		await deck.launch();
		await deck.face(key, ({ title }) => title === "– · – · not set up");
		const account = { baseUrl: service.url, apiKey: service.apiKey };
		deck.setGlobalSettings({ ...account, sceneSocketUrl: "http://127.0.0.1:1" });
		await deck.face(key, (face) => face.state === "live" && shows("Scenes offline")(face));
		deck.setGlobalSettings({ ...account, sceneSocketUrl: service.sceneUrl });
		await deck.face(key, shows("Connected"));
		service.setFaults({ rest: { all: { connection: "reset" } } });
		service.cut();
		await deck.face(key, (face) => face.state === "stale" && shows("Offline")(face));
		service.clearFaults();
		await deck.face(key, shows("Connected"));
	});

	it("displays why it cannot connect on a press", async () => {
		const rig = await setUpRig();
		const { service, deck } = rig;
		const key = place(rig);
		await deck.launch();
		await deck.face(key, inState("live"));
		service.setFaults({ refusedKey: "both" });
		await deck.press(key);
		await deck.alert(key);
		await deck.face(key, inState("refused"));
		expect(deck.oks(key)).toBe(0);
		expect(deck.complaints).toEqual([]);
	});

	it("is not set up without an account, and displays it on a press", async () => {
		const rig = await setUpRig({ globalSettings: {} });
		const { deck } = rig;
		const key = place(rig);
		await deck.launch();
		await deck.face(key, ({ title }) => title === "– · – · not set up");
		await deck.press(key);
		await deck.alert(key);
		await deck.face(key, shows("Not set up"));
	});
});
