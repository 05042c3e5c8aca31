import { describe, expect, it } from "vitest";

import type { Face } from "../world/deck/drawing/face";
import type { Settings } from "../world/deck/frame";
import type { Key } from "../world/deck/keys";
import { waitUntil } from "../world/deck/wait-until";
import { drawnWords, faultOf } from "../unit/key-face/drawn";
import { accountOf, setUpRig, type Rig } from "./rig";

const uuid = (action: string) => `com.example.streamevents.${action}`;
const isLive = ({ state }: Face) => state === "live";
const titled = (title: string) => (face: Face) => face.title === title;
const draws =
	(...words: readonly string[]) =>
	({ svg = "" }: Face) =>
		words.every((word) => drawnWords(svg).includes(word));

const actions = ["remote-action", "counter", "latest-event", "send-event", "chart", "connection"] as const;
const texts = [
	"sceneToken sceneName itemName actionName actionCode holdActionCode holdActionName provider label color",
	"username amount currency resub viewers hostname message metric scope format onPress onHold type types",
	"series range itemId guardMs goal newOnly uniqueOnly flash needsHold",
]
	.join(" ")
	.split(" ");
const everywhere = (value: unknown): Settings => Object.fromEntries(texts.map((name) => [name, value]));
const states = ["live", "connecting", "not set up", "ready", "missing", "offline"];

const hostile: readonly Settings[] = [
	...[null, [], {}, 0, -1, 1e300, true, "", " ", "0", "-1", "NaN", "1e999", "constructor", "__proto__"],
	`</text></svg><script>alert(1)</script>`,
	`<b>&"'</b>`,
	"\u0000\u0007\ufffe",
	"\ud800",
	"\udfff x",
	"👩‍🚀🇫🇷".repeat(40),
	"אבג\u202eabc",
	"x".repeat(5_000),
	"a · b · live",
	"%3Csvg%3E&#x0;",
	["follow", "hosting", null, 5],
].map(everywhere);

function expectWellFormed(deck: Rig["deck"], key: Key): void {
	for (const { svg } of deck.faces(key)) if (svg !== undefined) expect(faultOf(svg)).toBeUndefined();
	const face = deck.currentFace(key);
	expect(states).toContain(face?.state);
	expect(face?.title?.split(" · ")).toHaveLength(3);
}

const sane = {
	"remote-action": { settings: { sceneToken: "gone", itemId: 1, itemName: "Alert" }, label: "Alert" },
	counter: { settings: { label: "Subs" }, label: "Subs" },
	"latest-event": { settings: { types: ["donation"] }, label: "Donation" },
	"send-event": { settings: { type: "hosting" }, label: "Host" },
	chart: { settings: { series: "donations" }, label: "Donations" },
	connection: { settings: {}, label: "nova_live" },
} as const satisfies Record<(typeof actions)[number], { settings: Settings; label: string }>;

describe("hostile settings", () => {
	it.each(actions)("of %s give a well-formed face each, without side effects", async (action) => {
		const { deck } = await setUpRig({ deck: { devices: ["xl", "mk2"] } });
		const keys = hostile.map((settings) => deck.place({ action: uuid(action), settings }));
		const changing = deck.place({ action: uuid(action) });
		const witness = deck.place({ action: uuid("connection") });
		await deck.launch();
		const { pid } = deck;
		await deck.face(witness, isLive);
		for (const settings of hostile) deck.setSettings(changing, settings);
		deck.setSettings(changing, sane[action].settings);
		await deck.face(changing, ({ label, state }) => label === sane[action].label && state !== "connecting");
		for (const key of [...keys, changing]) expectWellFormed(deck, key);
		expect(deck.complaints).toEqual([]);
		expect(deck.pid).toBe(pid);
		expect(deck.exitCode).toBeUndefined();
	});

	it("of the whole plugin do not end it, and valid ones apply immediately", async () => {
		const { service, deck, counter } = await setUpRig({ globalSettings: { baseUrl: {}, apiKey: [] } });
		const key = counter();
		await deck.launch();
		const { pid } = deck;
		await deck.face(key, titled("Followers · – · not set up"));
		const account = accountOf(service);
		const wrong: readonly Settings[] = [
			{ ...account, baseUrl: "not an address" },
			{ ...account, baseUrl: "file:///etc/passwd" },
			{ ...account, baseUrl: "http://user:password@[::1" },
			{ ...account, baseUrl: "javascript:alert(1)" },
			{ ...account, apiKey: "\u0000\ud800\n<b>" },
			{ ...account, baseUrl: "https://" + "x".repeat(5_000) },
			JSON.parse('{"__proto__": {"apiKey": "x"}, "apiKey": {"toString": 1}}') as Settings,
		];
		for (const [index, settings] of wrong.entries()) {
			deck.setGlobalSettings(settings);
			deck.setSettings(key, { label: `After ${index}` });
			const face = await deck.face(key, ({ label }) => label === `After ${index}`);
			expect(face.value).toBe("–");
		}
		deck.setSettings(key, {});
		deck.setGlobalSettings({
			...account,
			sceneSocketUrl: "nowhere://",
			sessionStartedAt: "soon",
			hideNumbers: "maybe",
		});
		await deck.face(key, titled(`Followers · ${service.truth().followers} · live`));
		await waitUntil(() => Number.isFinite(Date.parse(String(deck.globalSettings["sessionStartedAt"]))));
		expect(deck.globalSettings).toMatchObject(account);
		expectWellFormed(deck, key);
		expect(deck.pid).toBe(pid);
		expect(deck.exitCode).toBeUndefined();
		expect(deck.complaints).toEqual([]);
	});
});

describe("an account", () => {
	it("is accepted as pasted: in quotes, with invisible characters, as a whole link", async () => {
		const { service, deck, counter } = await setUpRig({ globalSettings: {} });
		deck.setGlobalSettings({
			baseUrl: ` „${service.url}/v1.0/me.json?apiKey=x“\n`,
			apiKey: `\u200b“Bearer ${service.apiKey}”\u2069 `,
		});
		const key = counter();
		await deck.launch();
		await deck.face(key, isLive);
	});
});

describe("the settings of a counter", () => {
	it("determine number, label, colour, goal and format, and apply immediately", async () => {
		const { service, deck, counter } = await setUpRig();
		service.burst(2, "subscription");
		const key = counter({ metric: "subscriptions", label: "Subs", color: "#ffcc00", goal: "500" });
		await deck.launch();
		const { subscribers, followers } = service.truth();
		const face = await deck.face(key, titled(`Subs · ${subscribers}/500 · live`));
		expect(face.svg).toContain("#ffcc00");
		expect(drawnWords(face.svg ?? "")).toContain("Subs");

		deck.setSettings(key, { label: "a · b" });
		await deck.face(key, titled(`a • b · ${followers} · live`));
		const full = new Intl.NumberFormat("en").format(followers);
		const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 }).format(
			followers,
		);
		deck.setSettings(key, { format: "full" });
		await deck.face(key, draws(full));
		deck.setSettings(key, { format: "compact" });
		await deck.face(
			key,
			({ svg = "" }) => !draws(full)({ at: 0, svg }) && /K|k/.test(drawnWords(svg).join()),
		);
		expect(compact).toMatch(/K/);
		expect(deck.currentFace(key)?.value).toBe(String(followers));
		expect(deck.complaints).toEqual([]);
	});

	it("can count one platform only", async () => {
		// Events of these shapes contain their platform.
		const { service, deck, counter } = await setUpRig({ service: { shapes: "field" } });
		const twitch = counter({ provider: "twitch" });
		const unknown = counter({ provider: "nowhere" });
		await deck.launch();
		const count = () => service.truth().byProvider["twitch"]?.followers;
		await deck.face(twitch, titled(`Followers · ${count()} · live`));
		expect(deck.currentFace(unknown)?.value).toBe("–");
		service.follow({ username: "Ada", origin: "twitch" });
		await deck.face(twitch, titled(`Followers · ${count()} · live`));
		service.follow({ username: "Bob", origin: "youtube" });
		service.follow({ username: "Cyd", origin: "twitch" });
		await deck.face(twitch, titled(`Followers · ${count()} · live`));
		expect(deck.complaints).toEqual([]);
	});

	it("can exclude renewals, and count each user once", async () => {
		const { service, deck, counter } = await setUpRig({ service: { seed: "empty" } });
		const of = (settings: Settings) => counter({ metric: "subscriptions", scope: "today", ...settings });
		const [all, fresh, names] = [of({}), of({ newOnly: true }), of({ uniqueOnly: "true" })];
		await deck.launch();
		for (const key of [all, fresh, names]) await deck.face(key, (face) => face.value === "0" && isLive(face));
		service.subscribe({ username: "Ada", resub: 0 });
		service.subscribe({ username: "Ada", resub: 5 });
		service.subscribe({ username: "Bob", resub: 2 });
		await deck.face(all, ({ value }) => value === "3");
		await deck.face(fresh, ({ value }) => value === "1");
		await deck.face(names, ({ value }) => value === "2");
		expect(deck.complaints).toEqual([]);
	});

	it("can make a press switch to the next period", async () => {
		const { service, deck, counter } = await setUpRig();
		const key = counter({ onPress: "next" });
		await deck.launch();
		await deck.face(key, isLive);
		for (const scope of ["this session", "today", "this week", "this month", "this year"]) {
			await deck.press(key);
			await deck.face(key, (face) => face.label === `Followers ${scope}` && isLive(face));
		}
		await deck.press(key);
		await deck.face(key, titled(`Followers · ${service.truth().followers} · live`));
		expect(deck.settingsOf(key)).toEqual({ onPress: "next" });
		expect(deck.complaints).toEqual([]);
	});

	it("can make a press do nothing", async () => {
		const { service, deck, counter } = await setUpRig();
		const [quiet, eager] = [counter({ onPress: "none" }), counter({ onPress: "refresh" })];
		await deck.launch();
		for (const key of [quiet, eager]) await deck.face(key, isLive);
		const requestCount = () => service.requests.filter(({ endpoint }) => endpoint === "totals").length;
		const before = requestCount();
		await deck.press(quiet);
		service.follow({ username: "Ada" });
		await deck.face(quiet, ({ value }) => value === String(service.truth().followers));
		expect(requestCount()).toBe(before);
		await deck.press(eager);
		await waitUntil(() => requestCount() > before);
		expect(deck.alerts(quiet) + deck.oks(quiet)).toBe(0);
		expect(deck.complaints).toEqual([]);
	});

	it("can make a hold reset the session, and a press soon after undo it", async () => {
		const { service, deck, counter } = await setUpRig({ service: { seed: "empty" } });
		deck.setGlobalSettings({ ...deck.globalSettings, sessionStartedAt: "2020-01-01T00:00:00.000Z" });
		const key = counter({ scope: "session", onHold: "resetSession" });
		const other = counter({ scope: "session", label: "Other" });
		// Created before the second of the reset, because the service uses whole seconds.
		for (const username of ["Ada", "Bob"]) service.follow({ username, createdAtMs: Date.now() - 60_000 });
		await deck.launch();
		await deck.face(key, (face) => face.value === "2" && isLive(face));

		await deck.hold(key);
		for (const each of [key, other]) await deck.face(each, (face) => face.value === "0" && isLive(face));
		const resetAtMs = Date.parse(String(deck.globalSettings["sessionStartedAt"]));
		expect(Math.abs(Date.now() - resetAtMs)).toBeLessThan(60_000);
		await deck.press(key);
		for (const each of [key, other]) await deck.face(each, (face) => face.value === "2" && isLive(face));
		expect(deck.globalSettings).toMatchObject({
			...accountOf(service),
			sessionStartedAt: "2020-01-01T00:00:00.000Z",
		});

		await deck.press(key);
		await deck.hold(key);
		await deck.face(key, (face) => face.value === "0" && isLive(face));
		expect(deck.complaints).toEqual([]);
	});
});

describe("hidden numbers", () => {
	it("are not displayed anywhere until they are shown again", async () => {
		const { service, deck, counter } = await setUpRig({ service: { seed: "empty" } });
		deck.setGlobalSettings({ ...deck.globalSettings, hideNumbers: true });
		const settings = [{}, { goal: 500 }, { metric: "donationAmount", scope: "today" }, { scope: "session" }];
		const keys = settings.map((each) => counter(each));
		await deck.launch();
		for (const key of keys) await deck.face(key, (face) => face.value === "hidden" && isLive(face));
		const drawn = new Map(keys.map((key) => [key, deck.faces(key).length]));
		service.donate({ username: "Ada", amount: "77777.77", currency: "EUR" });
		for (let index = 0; index < 3; index++) service.follow({ username: `Bob ${index}` });
		for (const key of keys) await waitUntil(() => deck.faces(key).length > (drawn.get(key) ?? 0));
		for (const key of keys) {
			for (const { svg = "", value, image } of deck.faces(key)) {
				if (image === undefined) continue;
				expect(["hidden", "–", "–/500"]).toContain(value);
				expect(drawnWords(svg).join(" ")).not.toMatch(/\d/);
			}
		}
		deck.setGlobalSettings({ ...deck.globalSettings, hideNumbers: false });
		const [followers, , amount] = keys;
		if (!followers || !amount) throw new Error("all keys were placed");
		await deck.face(followers, ({ value }) => value === "3");
		await deck.face(amount, ({ value }) => value === "77777.77 EUR");
		expect(deck.complaints).toEqual([]);
	});
});

describe("a user's own title", () => {
	it("is not offered, so that it cannot cover the value, and no title is ever set", async () => {
		const { deck, counter } = await setUpRig();
		const key = counter();
		await deck.launch();
		await deck.face(key, isLive);
		expect(() => deck.setUserTitle(key, "Mine")).toThrow(/no user title/);
		expect(key.shownTitle).toBe("");
		for (const action of deck.manifest.Actions) expect(action.UserTitleEnabled).toBe(false);
		expect(deck.log.filter(({ frame }) => frame["event"] === "setTitle")).toEqual([]);
	});
});
