import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import type { Settings } from "../../world/deck/frame";
import type { Face } from "../../world/deck/drawing/face";
import { waitUntil } from "../../world/deck/wait-until";
import { faultOf } from "../../unit/key-face/drawn";
import { setUpRig, type Rig } from "../rig";

const uuid = "com.example.streamevents.send-event";
const follow = { type: "follow", username: "Tester" };

function place({ deck }: Rig, settings: Settings) {
	return deck.place({ action: uuid, settings });
}

function latest({ deck }: Rig) {
	return deck.place({ action: "com.example.streamevents.latest-event" });
}

function posts({ service }: Rig) {
	return service.requests.filter(({ endpoint }) => endpoint === "postEvent");
}

function storedOwnEvents({ dataDir }: Rig["deck"]): string {
	const path = join(dataDir, "own-events.json");
	return existsSync(path) ? readFileSync(path, "utf8") : "";
}

const isReady = ({ state }: Face) => state === "ready";
const shows = (words: string) => (face: Face) => face.svg?.includes(`>${words}</text>`) === true;

describe("a send-event key", () => {
	it("posts its event, once", async () => {
		const rig = await setUpRig();
		const { service, deck } = rig;
		const kinds = [
			[follow, { type: "follow", username: "Tester" }],
			[
				{ type: "subscription", username: "Tester", resub: 3 },
				{ type: "subscription", username: "Tester", resub: 3 },
			],
			[
				{ type: "donation", username: "Tester", amount: "12,5", currency: "eur", message: "Thanks" },
				{ type: "donation", username: "Tester", amount: { minorUnits: 1250, currency: "EUR" } },
			],
			[
				{ type: "donation", username: "Tester", amount: "1,000" },
				{ type: "donation", username: "Tester", amount: { minorUnits: 100_000, currency: "EUR" } },
			],
			[
				{ type: "hosting", hostname: "RaidBoss", viewers: "42" },
				{ type: "hosting", hostname: "RaidBoss", viewers: 42 },
			],
		].map(([settings, posted]) => ({ key: place(rig, settings ?? {}), posted: posted ?? {} }));
		await deck.launch();
		for (const { key, posted } of kinds) {
			await deck.face(key, isReady);
			await deck.press(key);
			await deck.ok(key);
			expect(service.truth().events[0]).toMatchObject(posted);
		}
		expect(posts(rig)).toHaveLength(kinds.length);
		expect(deck.complaints).toEqual([]);
	});

	it("is not set up while a field is missing or invalid, and displays it on a press", async () => {
		const rig = await setUpRig({ deck: { devices: ["xl"] } });
		const { deck } = rig;
		const keys = [
			{},
			{ type: "donation", username: "Tester", amount: "nothing", currency: "EUR" },
			{ type: "hosting", hostname: "RaidBoss" },
			{ type: "subscription", username: "Tester", resub: "often" },
			{ type: "follow", username: "  " },
		].map((settings) => place(rig, settings));
		const watcher = latest(rig);
		await deck.launch();
		await deck.face(watcher, ({ state }) => state === "live");
		for (const key of keys) {
			await deck.face(key, ({ state }) => state === "not set up");
			await deck.press(key);
			await deck.alert(key);
			await deck.face(key, shows("Not set up"));
		}
		expect(posts(rig)).toEqual([]);
	});

	it("sends once for bouncing presses", async () => {
		const rig = await setUpRig();
		const { service, deck } = rig;
		const key = place(rig, follow);
		await deck.launch();
		await deck.face(key, isReady);
		service.setLatency(300, "postEvent");
		await deck.press(key);
		await deck.press(key, { heldMs: 150 });
		await deck.ok(key);
		expect(posts(rig)).toHaveLength(1);
	});

	it("requires a hold if set so", async () => {
		const rig = await setUpRig();
		const { deck } = rig;
		const key = place(rig, { ...follow, needsHold: true });
		await deck.launch();
		await deck.face(key, (face) => isReady(face) && shows("Hold to send")(face));
		await deck.press(key);
		await deck.face(key, isReady);
		await deck.hold(key);
		await deck.ok(key);
		expect(posts(rig)).toHaveLength(1);
	});

	it("sends from a multi-action, held or not", async () => {
		const rig = await setUpRig();
		const { deck } = rig;
		const watcher = latest(rig);
		const steps = [
			deck.placeInMultiAction({ action: uuid, settings: follow }),
			deck.placeInMultiAction({ action: uuid, settings: { ...follow, username: "Second", needsHold: true } }),
		];
		await deck.launch();
		await deck.face(watcher, ({ state }) => state === "live");
		await deck.runMultiAction(...steps);
		for (const step of steps) await deck.ok(step);
		expect(posts(rig)).toHaveLength(2);
		expect(deck.complaints).toEqual([]);
	});

	it("displays why the post failed, and sends only once", async () => {
		const answers = [
			["Not sent", { status: 500 }],
			["Key refused", { status: 401 }],
			["Possibly sent", { connection: "reset" }],
			["Not sent", { body: "html" }],
		] as const;
		const rig = await setUpRig();
		const { service, deck } = rig;
		// One key per response, because a second press that soon would be a bounce.
		const keys = answers.map(([words, fault]) => ({ key: place(rig, follow), words, fault }));
		await deck.launch();
		for (const [index, { key, words, fault }] of keys.entries()) {
			await deck.face(key, isReady);
			service.setFaults({ rest: { postEvent: fault } });
			await deck.press(key);
			await deck.alert(key);
			await deck.face(key, shows(words));
			expect(posts(rig)).toHaveLength(index + 1);
			expect(deck.oks(key)).toBe(0);
			service.clearFaults();
		}
		expect(deck.messages.join("\n") + deck.output).not.toContain(service.apiKey);
	});

	for (const echoPosted of ["on", "off"] as const) {
		it(`marks what it posted as a test and counts it nowhere (echo ${echoPosted})`, async () => {
			const rig = await setUpRig({ service: { echoPosted } });
			const { service, deck } = rig;
			const key = place(rig, follow);
			const watcher = latest(rig);
			const today = rig.counter({ scope: "today" });
			const lifetime = rig.counter();
			await deck.launch();
			await deck.face(key, isReady);
			const [before, total] = [await deck.face(today, isLive), await deck.face(lifetime, isLive)];

			await deck.press(key);
			await deck.ok(key);
			await deck.face(watcher, (face) => face.value === "Tester" && shows("Test")(face));
			// The service's total contains it, and is refetched.
			await deck.face(lifetime, ({ value }) => value === String(Number(total.value) + 1));
			service.follow({ username: "Real" });
			await deck.face(today, ({ value }) => value === String(Number(before.value) + 1));
			await deck.face(watcher, shows("1 to thank"));
			expect(deck.faces(today).map(({ value }) => value)).not.toContain(String(Number(before.value) + 2));
			expect(deck.complaints).toEqual([]);
		});
	}

	it("recognises the event if it is pushed before the response to the post", async () => {
		const rig = await setUpRig();
		const { service, deck } = rig;
		const key = place(rig, { type: "donation", username: "Tester", amount: "5", currency: "EUR" });
		const watcher = latest(rig);
		await deck.launch();
		await deck.face(key, isReady);
		await deck.face(watcher, isLive);
		service.setFaults({ rest: { postEvent: { answerDelayMs: 1_000 } } });
		await deck.press(key);
		const face = await deck.face(watcher, ({ value }) => value === "Tester 5.00 EUR");
		expect(shows("Test")(face)).toBe(true);
		expect(deck.oks(key)).toBe(0);
		await deck.ok(key);
		expect(deck.faces(watcher).some(({ svg }) => svg?.includes("to thank"))).toBe(false);
	});

	it("does not take another user's event for its own", async () => {
		const rig = await setUpRig({ service: { echoPosted: "off" } });
		const { service, deck } = rig;
		const key = place(rig, follow);
		const watcher = latest(rig);
		const today = rig.counter({ scope: "today" });
		await deck.launch();
		await deck.face(key, isReady);
		const before = await deck.face(today, isLive);
		service.setFaults({ rest: { postEvent: { answerDelayMs: 500 } } });
		await deck.press(key);
		await waitUntil(() => posts(rig).length === 1);
		service.follow({ username: "Tester" });
		await deck.ok(key);
		await deck.face(watcher, shows("1 to thank"));
		await deck.face(today, ({ value }) => value === String(Number(before.value) + 1));
	});

	it("does not count what it posted after a restart either", async () => {
		const rig = await setUpRig();
		const { service, deck } = rig;
		const key = place(rig, follow);
		const today = rig.counter({ scope: "today" });
		await deck.launch();
		await deck.face(key, isReady);
		const before = await deck.face(today, isLive);
		await deck.press(key);
		await deck.ok(key);
		await waitUntil(() => storedOwnEvents(deck).includes('"posts":[]'));
		expect(deck.globalSettings).toMatchObject({ apiKey: service.apiKey });

		await deck.restartPlugin();
		const after = await deck.nextFace(today, isLive);
		expect(after.value).toBe(before.value);
		expect(deck.complaints).toEqual([]);
	});

	it("does not count a post without a response, nor after a crash during the post", async () => {
		const rig = await setUpRig({ service: { seed: "empty" } });
		const { service, deck } = rig;
		const keys = [1, 2].map(() => place(rig, follow));
		const today = rig.counter({ scope: "today" });
		await deck.launch();
		for (const key of keys) await deck.face(key, isReady);
		await service.change({ echoPosted: "off" });
		service.setFaults({ rest: { postEvent: { answerDelayMs: 60_000 } } });
		for (const key of keys) await deck.press(key);
		await waitUntil(() => service.truth().events.length === 2);
		await waitUntil(() => storedOwnEvents(deck).split("fromMs").length === 3);
		await deck.crashPlugin();
		service.clearFaults();
		service.follow({ username: "Ada" });
		await deck.launch();
		const after = await deck.face(today, (face) => isLive(face) && face.value === "1");
		expect(after.value).toBe("1");
	});

	it("draws well-formed pictures and posts any text unchanged", async () => {
		const rig = await setUpRig();
		const { service, deck } = rig;
		const names = ["<b>&\"'</b>", "\ud800x", "👩‍🚀🇫🇷", "שלום", "x".repeat(600), "a · b", "[params]=1&type=2"];
		const keys = names.map((username) => place(rig, { type: "follow", username }));
		const odd = [{ type: 7, username: {} }, { type: "follow", username: ["a"] }, { needsHold: "maybe" }];
		const oddKeys = odd.map((settings) => place(rig, settings));
		await deck.launch();
		for (const key of keys) await deck.face(key, isReady);
		for (const key of oddKeys) await deck.face(key, ({ state }) => state === "not set up");
		for (const key of keys) {
			await deck.press(key);
			await deck.ok(key);
		}
		const posted = service
			.truth()
			.events.slice(0, keys.length)
			.map(({ username }) => username);
		expect(posted).toEqual(expect.arrayContaining(["<b>&\"'</b>", "👩‍🚀🇫🇷", "a · b", "[params]=1&type=2"]));
		for (const key of [...keys, ...oddKeys]) {
			for (const { svg, title } of deck.faces(key)) {
				if (svg !== undefined) expect(faultOf(svg)).toBeUndefined();
				if (title !== undefined) expect(title.split(" · ")).toHaveLength(3);
			}
		}
		expect(deck.complaints).toEqual([]);
	});

	it("displays the problem of the connection", async () => {
		const rig = await setUpRig({ globalSettings: {} });
		const { service, deck } = rig;
		const key = place(rig, follow);
		await deck.launch();
		await deck.face(key, ({ title }) => title === "Follow · Tester · not set up");
		deck.setGlobalSettings({ baseUrl: service.url, apiKey: service.apiKey });
		await deck.face(key, ({ title }) => title === "Follow · Tester · ready");
		service.setFaults({ rest: { all: { connection: "reset" } } });
		service.cut();
		await deck.face(key, ({ title }) => title === "Follow · Tester · offline");
		service.clearFaults();
		await deck.face(key, isReady);
		service.setFaults({ refusedKey: "both" });
		service.cut();
		await deck.face(key, ({ title }) => title === "Follow · Tester · refused");
	});
});

function isLive({ state }: Face): boolean {
	return state === "live";
}
