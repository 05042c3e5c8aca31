import { describe, expect, it } from "vitest";

import type { Settings } from "../../world/deck/frame";
import type { Face } from "../../world/deck/drawing/face";
import { waitUntil } from "../../world/deck/wait-until";
import { faultOf } from "../../unit/key-face/drawn";
import { setUpRig, type Rig } from "../rig";

const uuid = "com.example.streamevents.latest-event";

function place({ deck }: Rig, settings: Settings = {}) {
	return deck.place({ action: uuid, settings });
}

const shows = (words: string) => (face: Face) => face.svg?.includes(`>${words}</text>`) === true;
const says =
	(value: string, state = "live") =>
	(face: Face) =>
		face.value === value && face.state === state;

describe("a latest-event key", () => {
	it("displays the newest event of the list at start, without a thank-you queue", async () => {
		const rig = await setUpRig();
		const { service, deck } = rig;
		const key = place(rig);
		await deck.launch();
		const [newest] = service.truth().events;
		const face = await deck.face(key, ({ state }) => state === "live");
		const person = newest?.type === "hosting" ? newest.hostname : newest?.username;
		expect(face.value?.startsWith(person ?? "–")).toBe(true);
		expect(face.svg).not.toContain("to thank");
		expect(deck.complaints).toEqual([]);
	});

	it("sends no second request when a scene address is entered", async () => {
		const rig = await setUpRig({ service: { seed: "empty", sceneAddress: "separate" } });
		const { service, deck, counter } = rig;
		const key = place(rig);
		const session = counter({ scope: "session" });
		await deck.launch();
		await deck.face(key, shows("Nobody yet"));
		for (const username of ["Ada", "Bob"]) service.follow({ username });
		await deck.face(key, shows("2 to thank"));
		// An immediate second press would be a bounce, so wait until the first one is handled.
		for (const username of ["Ada", "Bob"]) {
			await deck.press(key);
			await deck.face(key, says(username));
		}
		await deck.face(key, (face) => !face.svg?.includes("to thank"));
		const joins = service.joins.filter(({ channel }) => channel === "event").length;
		const { sessionStartedAt } = deck.globalSettings;
		const { length: facesBefore } = deck.faces(session);
		deck.setGlobalSettings({ ...deck.globalSettings, sceneSocketUrl: service.sceneUrl });
		await waitUntil(() => service.connections.scene.joined > 0);
		service.follow({ username: "Cyd" });
		await deck.face(key, shows("1 to thank"));
		await deck.face(session, says("3"));
		expect(
			deck
				.faces(session)
				.slice(facesBefore)
				.map(({ state }) => state),
		).not.toContain("connecting");
		expect(deck.globalSettings).toMatchObject({ sessionStartedAt });
		expect(service.joins.filter(({ channel }) => channel === "event")).toHaveLength(joins);
	});

	it("reads further back for a rare type of event", async () => {
		const rig = await setUpRig();
		const { service, deck } = rig;
		service.burst(150, "follow");
		const key = place(rig, { types: ["hosting"] });
		await deck.launch();
		const hosting = service.truth().events.find(({ type }) => type === "hosting");
		await deck.face(key, says(`${hosting?.hostname} ${hosting?.viewers}`));
		expect(deck.complaints).toEqual([]);
	});

	it("displays that there was no event only when the service confirms it", async () => {
		const rig = await setUpRig({ service: { seed: "empty" } });
		const { service, deck } = rig;
		service.setFaults({ rest: { events: { status: 500 } } });
		const key = place(rig);
		await deck.launch();
		await deck.face(key, ({ state }) => state === "connecting");
		await waitUntil(() => service.requests.some(({ status }) => status === 500));
		expect(deck.faces(key).some(shows("Nobody yet"))).toBe(false);

		service.clearFaults();
		await deck.face(key, shows("Nobody yet"));
		expect(deck.currentFace(key)?.title).toBe("Latest event · – · live");
		expect(deck.complaints).toEqual([]);
	});

	it.each([
		["follow", (rig: Rig) => rig.service.follow({ username: "Zoë" }), "Follow · Zoë · live"],
		[
			"renewal",
			(rig: Rig) => rig.service.subscribe({ username: "أمين", resub: 5 }),
			"Subscription · أمين · live",
		],
		[
			"donation",
			(rig: Rig) => rig.service.donate({ username: "Max", amount: "12.5", currency: "EUR", message: "Hi!" }),
			"Donation · Max 12.50 EUR · live",
		],
		[
			"hosting",
			(rig: Rig) => rig.service.host({ hostname: "RaidBoss", viewers: 42 }),
			"Host · RaidBoss 42 · live",
		],
	] as const)(
		"displays a %s when it happens, and adds it to the thank-you queue",
		async (_what, happen, title) => {
			const rig = await setUpRig();
			const { deck } = rig;
			const key = place(rig);
			await deck.launch();
			await deck.face(key, ({ state }) => state === "live");
			happen(rig);
			await deck.face(key, (face) => face.title === title);
			await deck.face(key, shows("1 to thank"));
			expect(deck.complaints).toEqual([]);
		},
	);

	it("displays only the types of its settings", async () => {
		const rig = await setUpRig();
		const { service, deck } = rig;
		const key = place(rig, { types: ["donation"] });
		await deck.launch();
		await deck.face(key, ({ state }) => state === "live");
		service.follow({ username: "Nobody" });
		service.donate({ username: "Max", amount: 3, currency: "EUR" });
		await deck.face(key, says("Max 3.00 EUR"));
		await deck.face(key, shows("1 to thank"));
		expect(deck.faces(key).some(({ value }) => value === "Nobody")).toBe(false);
	});

	it("thanks one after the other, the longest waiting first", async () => {
		const rig = await setUpRig();
		const { service, deck } = rig;
		const key = place(rig);
		await deck.launch();
		await deck.face(key, ({ state }) => state === "live");
		for (const username of ["Ada", "Bob", "Cyd"]) service.follow({ username });
		await deck.face(key, shows("3 to thank"));
		await deck.face(key, says("Cyd"));

		await deck.press(key);
		await deck.face(key, (face) => face.value === "Ada" && shows("2 to thank")(face));
		await deck.press(key);
		await deck.face(key, (face) => face.value === "Bob" && shows("1 to thank")(face));
		await deck.press(key);
		await deck.face(key, (face) => face.value === "Cyd" && !face.svg?.includes("to thank"));
		expect(deck.complaints).toEqual([]);
	});

	it("clears the queue on a hold, or on a press if set so", async () => {
		const rig = await setUpRig();
		const { service, deck } = rig;
		const held = place(rig);
		const cleared = place(rig, { onPress: "clear" });
		await deck.launch();
		await deck.face(held, ({ state }) => state === "live");
		for (const username of ["Ada", "Bob"]) service.follow({ username });
		for (const key of [held, cleared]) await deck.face(key, shows("2 to thank"));
		await deck.hold(held);
		await deck.press(cleared);
		for (const key of [held, cleared]) {
			await deck.face(key, (face) => face.value === "Bob" && !face.svg?.includes("to thank"));
		}
	});

	it("keeps the queue while it is hidden", async () => {
		const rig = await setUpRig();
		const { service, deck } = rig;
		const key = place(rig);
		const watcher = deck.place({ action: uuid, profile: "Other" });
		await deck.launch();
		await deck.face(key, ({ state }) => state === "live");
		service.follow({ username: "Ada" });
		await deck.face(key, shows("1 to thank"));
		deck.showProfile("Other");
		await deck.face(watcher, ({ state }) => state === "live");
		service.follow({ username: "Bob" });
		await deck.face(watcher, says("Bob"));
		deck.showProfile("Default");
		await deck.face(key, (face) => face.value === "Bob" && shows("2 to thank")(face));
		expect(deck.complaints).toEqual([]);
	});

	it("queues people whose events arrived while the connection was down", async () => {
		const rig = await setUpRig();
		const { service, deck } = rig;
		const key = place(rig);
		await deck.launch();
		await deck.face(key, ({ state }) => state === "live");
		service.setFaults({ silentSocket: "on" });
		for (const username of ["Ada", "Bob"]) service.follow({ username });
		service.clearFaults();
		service.cut();
		await deck.face(key, (face) => face.value === "Bob" && shows("2 to thank")(face));
		expect(deck.complaints).toEqual([]);
	});

	it("keeps the queue after a restart", async () => {
		const rig = await setUpRig();
		const { service, deck } = rig;
		const key = place(rig);
		await deck.launch();
		await deck.face(key, ({ state }) => state === "live");
		for (const username of ["Ada", "Bob", "Cyd"]) service.follow({ username });
		await deck.face(key, shows("3 to thank"));
		await deck.press(key);
		await deck.face(key, (face) => face.value === "Ada" && shows("2 to thank")(face));
		service.follow({ username: "Dan" });
		await deck.face(key, shows("3 to thank"));
		await deck.restartPlugin();
		await deck.face(key, (face) => face.value === "Dan" && shows("3 to thank")(face));
		await deck.press(key);
		await deck.face(key, (face) => face.value === "Bob" && shows("2 to thank")(face));
		expect(JSON.stringify(deck.globalSettings["thanked"]).length).toBeLessThan(150);
		expect(deck.complaints).toEqual([]);
	});

	it("does not thank for a removed event", async () => {
		const rig = await setUpRig();
		const { service, deck } = rig;
		const key = place(rig);
		await deck.launch();
		await deck.face(key, ({ state }) => state === "live");
		const { id } = service.follow({ username: "Ada", createdAtMs: Date.now() - 5_000 });
		service.follow({ username: "Bob" });
		await deck.face(key, shows("2 to thank"));
		service.deleteEvent(id, "announced");
		await deck.face(key, shows("1 to thank"));
	});

	it("keeps nothing of another account", async () => {
		const rig = await setUpRig();
		const other = await setUpRig({ service: { seed: "empty" } });
		const { service, deck } = rig;
		const key = place(rig);
		await deck.launch();
		await deck.face(key, ({ state }) => state === "live");
		service.follow({ username: "Ada" });
		await deck.face(key, shows("1 to thank"));
		deck.setGlobalSettings({ baseUrl: other.service.url, apiKey: other.service.apiKey });
		await deck.face(key, shows("Nobody yet"));
	});

	it("draws well-formed pictures for any names", async () => {
		const rig = await setUpRig({ service: { shapes: "field" } });
		const { service, deck } = rig;
		const key = place(rig);
		await deck.launch();
		await deck.face(key, ({ state }) => state === "live");
		const names = ["<b>&\"'</b>", "\u0000\u0007x", "\ud800", "👩‍🚀🇫🇷", "שלום", "x".repeat(300), "a · b", " "];
		for (const username of names) {
			const next = deck.nextFace(key, ({ state }) => state === "live");
			service.donate({ username, amount: "9007199254740.99", currency: "ZZZ", message: username.repeat(50) });
			await next;
		}
		service.emitRaw({
			event: { id: 1, type: "donation", parameters: { username: {}, amount: [], message: 7 } },
		});
		service.emitRaw({ event: null });
		service.follow({ username: "The end" });
		await deck.face(key, says("The end"));
		for (const { svg, title } of deck.faces(key)) {
			if (svg !== undefined) expect(faultOf(svg)).toBeUndefined();
			if (title !== undefined) expect(title.split(" · ")).toHaveLength(3);
		}
		expect(deck.complaints).toEqual([]);
	});
});

describe("a latest-event dial", () => {
	it("scrolls back through the last events, with their time and message, up to the oldest", async () => {
		const rig = await setUpRig({ deck: { devices: ["plus"] } });
		const { service, deck } = rig;
		const dial = deck.placeDial({ action: uuid });
		await deck.launch();
		await deck.strip(dial, ({ state }) => state === "live");
		service.donate({ username: "Max", amount: 5, currency: "EUR", message: "Love it" });
		service.follow({ username: "Ada" });
		await deck.strip(dial, ({ value, values }) => value === "Ada" && values["detail"] === "2 to thank");

		deck.rotate(dial, 1);
		const back = await deck.strip(dial, ({ value }) => value === "Max");
		expect(back.values["note"]).toBe("€5.00 · just now");
		expect(back.values["detail"]).toBe("2 to thank · Love it");
		deck.rotate(dial, -5);
		await deck.strip(dial, ({ value }) => value === "Ada");

		deck.rotate(dial, 1_000);
		const events = service.truth().events.slice(0, 20);
		const last = events.at(-1);
		const person = (last?.type === "hosting" ? last.hostname : last?.username) ?? "";
		await deck.strip(dial, ({ value }) => value?.startsWith(person.slice(0, 3)) === true);
		expect(deck.complaints).toEqual([]);
	});

	it("thanks when pushed or touched, and clears the queue on a long touch", async () => {
		const rig = await setUpRig({ deck: { devices: ["plus"] } });
		const { service, deck } = rig;
		const dial = deck.placeDial({ action: uuid });
		await deck.launch();
		await deck.strip(dial, ({ state }) => state === "live");
		for (const username of ["Ada", "Bob", "Cyd", "Dan"]) service.follow({ username });
		await deck.strip(dial, ({ value, values }) => value === "Dan" && values["detail"] === "4 to thank");
		await deck.push(dial);
		await deck.strip(dial, ({ value, values }) => value === "Ada" && values["detail"] === "3 to thank");
		deck.tap(dial);
		await deck.strip(dial, ({ value, values }) => value === "Bob" && values["detail"] === "2 to thank");
		deck.tap(dial, { hold: true });
		await deck.strip(dial, ({ value, values }) => value === "Dan" && values["detail"] === "");
		expect(deck.complaints).toEqual([]);
	});
});

describe("filters", () => {
	it("keep ignored users from every key, count them, and apply while the plugin runs", async () => {
		const rig = await setUpRig({ service: { seed: "empty" } });
		const { service, deck, counter } = rig;
		const latest = place(rig);
		const followers = counter({ scope: "session" });
		const top = deck.place({
			action: "com.example.streamevents.top-supporter",
			settings: { scope: "session" },
		});
		await deck.launch();
		await deck.face(followers, says("0"));
		service.donate({ username: "Ada", amount: 5, currency: "EUR" });
		service.donate({ username: "Bot", amount: 50, currency: "EUR" });
		await deck.face(top, says("Bot 50.00 EUR"));
		deck.setGlobalSettings({ ...deck.globalSettings, ignoredNames: "someone, BOT" });
		await deck.face(top, says("Ada 5.00 EUR"));
		await deck.face(latest, says("Ada 5.00 EUR"));
		await deck.face(latest, shows("1 to thank"));
		service.follow({ username: "bot" });
		await deck.face(followers, says("1"));
		expect(deck.currentFace(latest)?.value).toBe("Ada 5.00 EUR");
		await deck.restartPlugin();
		await deck.face(top, says("Ada 5.00 EUR"));
		await deck.face(latest, shows("1 to thank"));
		expect(deck.complaints).toEqual([]);
	});

	it("leave small donations in the account's currency out, also of the queue", async () => {
		const rig = await setUpRig({ service: { seed: "empty" } });
		const { service, deck } = rig;
		const key = place(rig, { types: ["donation"], minAmount: "10,00" });
		const all = place(rig);
		await deck.launch();
		await deck.face(key, shows("Nobody yet"));
		service.donate({ username: "Ada", amount: 10, currency: "EUR" });
		service.donate({ username: "Bob", amount: 9.99, currency: "EUR" });
		await deck.face(all, says("Bob 9.99 EUR"));
		await deck.face(all, shows("2 to thank"));
		await deck.face(key, says("Ada 10.00 EUR"));
		await deck.face(key, shows("1 to thank"));
		service.donate({ username: "Cyd", amount: 1, currency: "JPY" });
		await deck.face(key, says("Cyd 1 JPY"));
	});
});
