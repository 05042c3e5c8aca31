import { describe, expect, it, onTestFinished } from "vitest";

import type { Deck } from "../../world/deck/deck";
import { parseFace, type Face } from "../../world/deck/drawing/face";
import type { Language } from "../../world/deck/host/messages";
import type { Key } from "../../world/deck/keys";
import { waitUntil } from "../../world/deck/wait-until";
import { RawHost } from "./raw-host";
import { boundItem, setUpRig, waitUntilJoined, type Rig } from "../rig";

const uuid = (action: string) => `com.example.streamevents.${action}`;
const isLive = ({ state }: Face) => state === "live";
const isReady = ({ state }: Face) => state === "ready";
const shows = (words: string) => (face: Face) => face.svg?.includes(`>${words}</text>`) === true;
const follow = { type: "follow", username: "Tester" };

/** Places one key of every action, with settings. */
function placeAll({ deck, service }: Rig) {
	const place = (action: string, settings = {}) => deck.place({ action: uuid(action), settings });
	return {
		remote: place("remote-action", boundItem(service)),
		counter: place("counter"),
		latest: place("latest-event"),
		send: place("send-event", follow),
		chart: place("chart"),
		connection: place("connection"),
	};
}

async function allWork(deck: Deck, keys: ReturnType<typeof placeAll>): Promise<void> {
	for (const key of [keys.counter, keys.latest, keys.chart, keys.connection]) await deck.face(key, isLive);
	for (const key of [keys.remote, keys.send]) await deck.face(key, isReady);
}

const titlesOf = (deck: Deck, keys: readonly Key[]) => keys.map((key) => deck.currentFace(key)?.title);

describe("OpenDeck", () => {
	it("displays all six actions, presses them, and changes their settings", async () => {
		const rig = await setUpRig({ deck: { dialect: "opendeck" } });
		const { service, deck } = rig;
		const keys = placeAll(rig);
		await deck.launch();
		await allWork(deck, keys);

		service.follow({ username: "Zoé" });
		await deck.face(keys.counter, ({ value }) => value === String(service.truth().followers));
		await deck.face(keys.latest, ({ value }) => value === "Zoé");
		await deck.press(keys.latest);
		await deck.face(keys.latest, (face) => !face.svg?.includes("to thank"));
		for (const key of [keys.remote, keys.send, keys.connection]) {
			await deck.press(key);
			await deck.ok(key);
		}
		expect(service.commands).toHaveLength(1);
		expect(service.truth().events[0]).toMatchObject(follow);

		deck.setSettings(keys.counter, { metric: "subscriptions", label: "Subs" });
		await deck.face(keys.counter, ({ title }) => title === `Subs · ${service.truth().subscribers} · live`);
		deck.setSettings(keys.chart, { series: "donations", range: "year" });
		await deck.face(keys.chart, (face) => face.label === "Donations" && isLive(face));
		expect(deck.complaints.filter(({ kind }) => kind !== "unsupported")).toEqual([]);
	});

	it("supports dials and multi-actions in its own dialect", async () => {
		const rig = await setUpRig({ deck: { dialect: "opendeck", devices: ["plus"] } });
		const { service, deck } = rig;
		const dial = deck.placeDial({ action: uuid("counter"), settings: { format: "full" } });
		const step = deck.placeInMultiAction({ action: uuid("remote-action"), settings: boundItem(service) });
		await deck.launch();
		await deck.strip(dial, ({ state, value }) => state === "live" && value !== "–");
		deck.rotate(dial, 2);
		await deck.strip(dial, ({ values }) => JSON.stringify(values).includes("today"));
		await deck.runMultiAction(step);
		await deck.ok(step);
		await waitUntil(() => service.commands.length === 1);
		expect(deck.complaints.filter(({ kind }) => kind !== "unsupported")).toEqual([]);
	});

	it("stores the first account and its state", async () => {
		const { service, deck, counter } = await setUpRig({
			deck: { dialect: "opendeck" },
			globalSettings: { later: 1 },
		});
		const session = counter({ scope: "session" });
		await deck.launch();
		await deck.face(session, ({ state }) => state === "not set up");
		deck.setGlobalSettings({ baseUrl: service.url, apiKey: service.apiKey, later: 1 });
		await deck.face(session, (face) => face.value === "0" && isLive(face));
		await waitUntil(() => deck.globalSettings["sessionStartedAt"] !== undefined);
		expect(deck.globalSettings).toMatchObject({ apiKey: service.apiKey, later: 1 });
	});
});

describe("the app's language", () => {
	const said: readonly (readonly [Language, string, string, string])[] = [
		["en", "Subscriptions today", "Connected", "Set up"],
		["de", "Abonnements heute", "Verbunden", "Einrichten"],
		["es", "Suscripciones hoy", "Conectado", "Configurar"],
		["fr", "Abonnements aujourd’hui", "Connecté", "À configurer"],
		["ja", "今日のサブスク", "接続済み", "未設定"],
		["ko", "오늘 구독", "연결됨", "설정 필요"],
		["zh_CN", "今日订阅", "已连接", "未设置"],
		["zh_TW", "今日訂閱", "已連線", "未設定"],
	];

	it.each(said)(
		"%s is the language of the keys; their states stay English",
		async (language, label, link, toDo) => {
			const { service, deck, counter, remote } = await setUpRig({ deck: { language } });
			const subscriptions = counter({ metric: "subscriptions", scope: "today" });
			const connection = deck.place({ action: uuid("connection") });
			const [bound, unbound] = [remote(boundItem(service)), remote()];
			await deck.launch();
			await deck.face(subscriptions, (face) => face.label === label && isLive(face));
			await deck.face(connection, (face) => shows(link)(face) && isLive(face));
			await deck.face(bound, isReady);
			await deck.face(unbound, (face) => shows(toDo)(face) && face.state === "not set up");
			expect(deck.complaints).toEqual([]);
		},
	);
});

describe("two decks", () => {
	it("both display events, and one continues when the other is unplugged", async () => {
		const { service, deck } = await setUpRig({ deck: { devices: ["mk2", "mini"] } });
		const [here, there] = deck.devices.map((device) => deck.place({ action: uuid("counter"), device }));
		const other = deck.devices[1];
		if (!here || !there || !other) throw new Error("two devices were asked for");
		const showsExpectedValue = ({ title }: Face) =>
			title === `Followers · ${service.truth().followers} · live`;
		await deck.launch();
		for (const key of [here, there]) await deck.face(key, showsExpectedValue);
		service.follow({ username: "Ada" });
		for (const key of [here, there]) await deck.face(key, showsExpectedValue);

		const { pid } = deck;
		deck.disconnect(other);
		service.follow({ username: "Bob" });
		await deck.face(here, showsExpectedValue);
		deck.connect(other);
		const back = await deck.nextFace(there);
		expect(showsExpectedValue(back)).toBe(true);
		expect(deck.pid).toBe(pid);
		expect(deck.exitCode).toBeUndefined();
		expect(deck.complaints).toEqual([]);
	});
});

describe("a restarted plugin", () => {
	it.each(["is restarted", "crashes"] as const)(
		"displays the same numbers, including the session's, when it %s",
		async (how) => {
			const rig = await setUpRig({ deck: { restartAfterMs: 0 } });
			const { service, deck, counter } = rig;
			const scopes = ["lifetime", "session", "today", "week", "year"] as const;
			const keys = [
				...scopes.map((scope) => counter({ scope })),
				counter({ metric: "donations", scope: "session" }),
			];
			const amount = counter({ metric: "donationAmount", scope: "session" });
			const all = [...keys, amount];
			await deck.launch();
			for (const key of all) await deck.face(key, isLive);
			await waitUntil(() => deck.globalSettings["sessionStartedAt"] !== undefined);
			const { sessionStartedAt } = deck.globalSettings;
			// The service uses whole seconds: an event of the second in which a session began may not be in it.
			const nextSecondMs = Math.ceil(Date.parse(String(sessionStartedAt)) / 1_000) * 1_000;
			await waitUntil(() => Date.now() >= nextSecondMs);
			const initial = keys.map((key) => Number(deck.currentFace(key)?.value));
			for (const username of ["Ada", "Bob"]) service.follow({ username });
			for (const given of ["0.10", "0.20"])
				service.donate({ username: "Cyd", amount: given, currency: "EUR" });
			await deck.face(amount, ({ value }) => value === "0.30 EUR");
			for (const [index, key] of keys.entries()) {
				await deck.face(key, ({ value }) => Number(value) === (initial[index] ?? 0) + 2);
			}
			const before = titlesOf(deck, all);

			const { pid } = deck;
			if (how === "crashes") await deck.crashPlugin();
			else await deck.restartPlugin();
			for (const key of all) await deck.face(key, isLive);
			expect(titlesOf(deck, all)).toEqual(before);
			expect(deck.pid).not.toBe(pid);
			expect(deck.globalSettings["sessionStartedAt"]).toBe(sessionStartedAt);
			expect(deck.complaints).toEqual([]);
		},
	);

	it("ends when the app ends while there is no response", async () => {
		const { service, deck, counter } = await setUpRig();
		service.setFaults({ rest: { all: { connection: "hang" } } });
		const key = counter();
		await deck.launch();
		await waitUntil(() => service.requests.length > 0);
		await deck.face(key, ({ state }) => state === "connecting");
		deck.closeSocket();
		expect(await deck.exited()).toMatchObject({ code: 0 });
	});
});

describe("a computer after a sleep", () => {
	it("displays everything that happened during system sleep, without a press", async () => {
		const { service, deck, counter } = await setUpRig();
		const key = counter();
		await deck.launch();
		await deck.face(key, isLive);
		await waitUntilJoined({ service });
		const joins = service.joins.length;
		deck.sleep();
		service.setFaults({ silentSocket: "on" });
		for (const username of ["Ada", "Bob", "Cyd"]) service.follow({ username });
		service.setFaults({ silentSocket: "off" });
		deck.wake();
		const { followers } = service.truth();
		await deck.face(
			key,
			(face) => face.title === `Followers · ${followers} · live` && shows("+3 while away")(face),
		);
		expect(service.joins).toHaveLength(joins + 1);
		// The service notices the end of the previous connection a moment later.
		await waitUntil(() => service.connections.event.open === 1);
		expect(service.connections.event.joined).toBe(1);
		service.follow({ username: "Dan" });
		await deck.face(key, ({ value }) => value === String(followers + 1));
		expect(deck.complaints).toEqual([]);
	});
});

describe("a page change", () => {
	it("sends no requests to the service, and displays immediately what happened in the meantime", async () => {
		const rig = await setUpRig();
		const { service, deck, counter } = rig;
		const [lifetime, session] = [counter(), counter({ scope: "session" })];
		const elsewhere = deck.place({ action: uuid("counter"), profile: "Other" });
		await deck.launch();
		for (const key of [lifetime, session]) await deck.face(key, isLive);
		await waitUntilJoined(rig);
		const [requests, joins] = [service.requests.length, service.joins.length];
		for (let flips = 0; flips < 10; flips++) {
			deck.showProfile("Other");
			await deck.nextFace(elsewhere, isLive);
			deck.showProfile("Default");
			await deck.nextFace(lifetime, isLive);
		}
		expect(service.requests.slice(requests)).toEqual([]);

		deck.showProfile("Other");
		service.follow({ username: "Ada" });
		await deck.face(elsewhere, ({ value }) => value === String(service.truth().followers));
		deck.showProfile("Default");
		const first = await deck.nextFace(lifetime);
		expect(first.title).toBe(`Followers · ${service.truth().followers} · live`);
		expect(service.joins).toHaveLength(joins);
		expect(deck.complaints).toEqual([]);
	});

	it("costs as little with thirty-two keys as with one", async () => {
		const asked: number[] = [];
		for (const count of [1, 32]) {
			const { service, deck, counter } = await setUpRig({ deck: { devices: ["xl"] } });
			const keys = Array.from({ length: count }, () => counter());
			await deck.launch();
			for (const key of keys) await deck.face(key, isLive);
			asked.push(service.requests.length);
		}
		expect(asked[1]).toBe(asked[0]);
	});
});

describe("an app that sends invalid messages", () => {
	const events = [
		..."deviceDidConnect deviceDidDisconnect deviceDidChange didReceiveSettings didReceiveResources".split(
			" ",
		),
		..."didReceiveDeepLink didReceiveSecrets willAppear keyDown keyUp dialDown dialUp".split(" "),
		..."dialRotate touchTap titleParametersDidChange propertyInspectorDidAppear sendToPlugin".split(" "),
		..."propertyInspectorDidDisappear systemDidWakeUp applicationDidLaunch nothingKnown error".split(" "),
		...["didReceiveGlobalSettings", "willDisappear"],
	];
	const payloads = [
		undefined,
		null,
		"text",
		[],
		{},
		{ settings: null },
		{ settings: "text", controller: "Keypad", coordinates: null },
		{ settings: [1], controller: "Nothing", coordinates: { column: "a" }, isInMultiAction: "yes" },
		{ settings: {}, controller: "Encoder", ticks: "many", pressed: "no", hold: {}, tapPos: 5 },
	];

	it("does not end the plugin, and is served again once its messages are valid", async () => {
		const host = await RawHost.start();
		onTestFinished(() => host.stop());
		const device = host.device.id;
		const appearing = (context: string, action: string, controller = "Keypad") => ({
			event: "willAppear",
			action: uuid(action),
			context,
			device,
			payload: {
				settings: {},
				controller,
				coordinates: { column: 0, row: 0 },
				isInMultiAction: false,
				resources: {},
			},
		});
		const actions = ["remote-action", "counter", "latest-event", "send-event", "chart", "connection"];
		for (const action of actions) host.send(appearing(`key of ${action}`, action));
		host.send(appearing("dial of counter", "counter", "Encoder"));
		host.send(appearing("dial of latest-event", "latest-event", "Encoder"));
		await waitUntil(() => host.sentFor("dial of latest-event").length > 0);

		for (const text of ["", "{", "null", "[]", "5", '"text"', "{}", '{"event":5}', '{"event":"__proto__"}'])
			host.send(text);
		host.send(Buffer.from([0, 255, 254]));
		const contexts = ["nowhere", undefined, 5, "dial of counter", "dial of latest-event"];
		for (const event of events) {
			for (const payload of payloads) {
				for (const action of [uuid("counter"), "com.example.other", undefined]) {
					for (const context of [...contexts, ...actions.map((name) => `key of ${name}`)])
						host.send({ event, action, context, device, payload });
				}
			}
		}
		host.send({ event: "didReceiveGlobalSettings", payload: { settings: {} } });
		host.send({ event: "deviceDidConnect", device, deviceInfo: host.device.info });
		host.send(appearing("a new key", "counter"));
		const titles = () =>
			host.sentFor("a new key").map(({ payload }) => {
				const image: unknown = (payload as Readonly<Record<string, unknown>> | undefined)?.["image"];
				return typeof image === "string" ? parseFace(image).title : undefined;
			});
		await waitUntil(() => titles().includes("Followers · – · not set up"), {
			message: () => `a face; there were ${titles().join()}`,
		});
		expect(host.exit).toBeUndefined();
	});
});
