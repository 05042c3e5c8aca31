import { describe, expect, it } from "vitest";

import { SetupQueries, type QueryResult } from "../../../src/inspector/setup-queries";
import { originFrom } from "../../../src/service/address";
import { InspectorController } from "../../../src/inspector/inspector-controller";
import type { Envelope, InspectorReply } from "../../../src/inspector/messages";
import { GlobalSettingsStore } from "../../../src/settings/global-settings";
import type { SceneSummary } from "../../../src/state/scenes/scenes";
import { flushPromises, VirtualClock } from "../../world/fakes/virtual-clock";
import { createStore } from "../../world/fakes/create-store";

const key = { id: "key-1", manifestId: "counter" };
const other = { id: "key-2", manifestId: "counter" };

type Sent = { readonly to: string } & InspectorReply & Envelope;

function setUp({ isLoaded = true, scenes }: { isLoaded?: boolean; scenes?: Promise<unknown> } = {}) {
	const clock = new VirtualClock();
	const store = createStore();
	const sent: Sent[] = [];
	const warnings: string[] = [];
	const written: string[] = [];
	const added: string[] = [];
	const stopped: string[] = [];
	const host = { read: () => new Promise(() => undefined), write: () => Promise.resolve() };
	const settings = new GlobalSettingsStore(host, clock, () => {
		store.update({});
	});
	if (isLoaded) settings.applyRaw({ apiKey: "a-key-of-some-length" });
	const queries = new SetupQueries({
		store,
		client: () => undefined,
		createClient: () => {
			throw new Error("nobody asks");
		},
		originFrom,
		exchangeAccessToken: () => Promise.reject(new Error("nobody asks")),
		identifySocketService: async () => undefined,
		readImage: () => Promise.resolve(undefined),
		elapsedMs: () => clock.elapsedMs(),
	});
	if (scenes) queries.scenes = () => scenes as Promise<QueryResult<readonly SceneSummary[]>>;
	let drawn = 0;
	let isConfirmed = false;
	const controller = new InspectorController({
		host: {
			send: async (to, reply) => {
				sent.push({ to, ...reply });
			},
		},
		settings,
		store,
		queries,
		clock,
		connection: { reconnect: () => undefined },
		textFiles: {
			status: () => (isConfirmed ? "written" : "not-ours"),
			confirm: async () => {
				isConfirmed = true;
			},
			restore: async () => undefined,
		},
		sessionKeyCount: () => 3,
		preview: (_, request) => ({ image: "data:", title: JSON.stringify(request.settings) + drawn.toString() }),
		diagnostics: () => "a report",
		starter: {
			isOffered: (keyId) => keyId === key.id,
			add: async (keyId) => {
				added.push(keyId);
				return keyId === key.id;
			},
		},
		backgroundKeys: {
			list: () =>
				[{ id: "hidden", label: "Followers", goal: 5, hiddenSinceMs: 1 }].filter(
					({ id }) => !stopped.includes(id),
				),
			stop: (id) => void stopped.push(id),
		},
		tryAction: async ({ item }) => (item === 7 ? "sent" : "missing"),
		lastScene: () => "the last scene",
		labelOf: (manifestId, keySettings) => manifestId + JSON.stringify(keySettings),
		suggestedFiles: {
			suggest: (label) => Promise.resolve(`/docs/${label}.txt`),
			accept: (path) => Promise.resolve(path.startsWith("/docs/") ? undefined : "failed"),
		},
		log: { info: (line) => written.push(line), warn: (line) => warnings.push(line), error: () => undefined },
		run: "run-1",
	});
	const draw = () => {
		drawn++;
		store.update({});
	};
	return { clock, store, settings, sent, warnings, written, added, controller, draw };
}

describe("background keys", () => {
	it("are listed, stopped, and sent again when they change", async () => {
		const { controller, sent, clock } = setUp({});
		await controller.receive(key, { event: "getBackgroundKeys" });
		expect(sent.at(-1)).toMatchObject({ event: "getBackgroundKeys", keys: [{ id: "hidden", goal: 5 }] });
		await controller.receive(key, { event: "stopBackgroundKey", id: "hidden" });
		await clock.advance(1_000);
		expect(sent.slice(1)).toMatchObject([
			{ event: "stopBackgroundKey" },
			{ event: "getAccount" },
			{ event: "getBackgroundKeys", keys: [] },
		]);
	});
});

describe("a tested action", () => {
	it("is sent once, and the page receives the outcome", async () => {
		const { controller, sent } = setUp({});
		for (const item of [7, 8])
			await controller.receive(key, { event: "tryAction", scene: "scene", item, action: "trigger" });
		expect(sent).toMatchObject([{ outcome: "sent" }, { outcome: "missing" }]);
	});
});

describe("a key's text file", () => {
	it("has a status and can be confirmed", async () => {
		const { controller, sent } = setUp({});
		await controller.receive(key, { event: "getFile" });
		await controller.receive(key, { event: "confirmFile" });
		expect(sent).toEqual([
			{ to: key.id, event: "getFile", status: "not-ours" },
			{ to: key.id, event: "confirmFile", status: "written" },
		]);
	});
});

describe("a suggested file", () => {
	it("is named after the key as displayed on the page, and accepted only at its suggested path", async () => {
		const { controller, sent } = setUp({});
		await controller.receive(key, { event: "suggestFile", settings: { label: "A" } });
		await controller.receive(key, { event: "acceptFile", path: "/docs/a.txt" });
		await controller.receive(key, { event: "acceptFile", path: "/elsewhere/a.txt" });
		expect(sent).toMatchObject([
			{ path: `/docs/${key.manifestId}{"label":"A"}.txt` },
			{ event: "acceptFile", trouble: undefined },
			{ event: "acceptFile", trouble: "failed" },
		]);
	});
});

describe("a request", () => {
	it("for help is answered with a report, which is also logged", async () => {
		const { controller, sent, written } = setUp();
		await controller.receive(key, { event: "getDiagnostics" });
		expect(sent).toEqual([{ to: "key-1", event: "getDiagnostics", text: "a report" }]);
		expect(written).toEqual(["a report"]);
	});

	it("for a starter layout is about the device of the key", async () => {
		const { controller, sent, added } = setUp();
		await controller.receive(key, { event: "getStarter" });
		await controller.receive(other, { event: "getStarter" });
		await controller.receive(key, { event: "addStarter" });
		expect(sent).toMatchObject([{ isOffered: true }, { isOffered: false }, { event: "addStarter" }]);
		await controller.receive(other, { event: "addStarter" });
		expect(added).toEqual(["key-1", other.id]);
		expect(sent.slice(2)).toMatchObject([{ isAdded: true }, { isAdded: false }]);
	});

	it("is always answered, even if the service never responds", async () => {
		const { controller, clock, sent } = setUp({ scenes: new Promise(() => undefined) });
		void controller.receive(key, { event: "getScenes" });
		await clock.advance(11_000);
		expect(sent).toEqual([]);
		await clock.advance(2_000);
		expect(sent).toEqual([
			{ to: "key-1", event: "getScenes", lastScene: "the last scene", items: [], error: "timeout" },
		]);
	});

	it("waits for the settings, with a time limit", async () => {
		const { controller, clock, settings, sent } = setUp({ isLoaded: false });
		void controller.receive(key, { event: "getAccount" });
		await clock.advance(1_000);
		expect(sent).toEqual([]);
		settings.applyRaw({ apiKey: "a-key-of-some-length" });
		await flushPromises();
		expect(sent).toMatchObject([{ account: { hasKey: true, keyEnding: "ngth" } }]);
		const late = setUp({ isLoaded: false });
		void late.controller.receive(key, { event: "getAccount" });
		await late.clock.advance(5_000);
		expect(late.sent).toMatchObject([{ account: { hasKey: false } }]);
	});

	it("for a ping is answered immediately", async () => {
		const { controller, sent } = setUp({ isLoaded: false });
		await controller.receive(key, { event: "ping", page: "visit", ask: 4 });
		expect(sent).toEqual([{ to: "key-1", event: "ping", run: "run-1", page: "visit", ask: 4 }]);
	});

	it("is answered to the page that sent it, regardless of the announced page", async () => {
		const { controller, sent } = setUp();
		await controller.receive(key, { event: "reconnect", page: "a" });
		await controller.appear(other);
		await controller.receive(key, { event: "reconnect", page: "a" });
		await controller.receive(other, { event: "reconnect", page: "b" });
		const answers = sent.filter(({ event }) => event === "reconnect");
		expect(answers.map(({ to, page }) => [to, page])).toEqual([
			["key-1", "a"],
			["key-1", "a"],
			["key-2", "b"],
		]);
	});

	it("of an earlier visit is not answered to a later one", async () => {
		let answer: (scenes: unknown) => void = () => undefined;
		const { controller, sent } = setUp({ scenes: new Promise((resolve) => (answer = resolve)) });
		const early = controller.receive(key, { event: "getScenes", page: "first" });
		await controller.receive(key, { event: "ping", page: "second" });
		answer({ kind: "answer", answer: [] });
		await early;
		expect(sent.map(({ event, page }) => [event, page])).toEqual([["ping", "second"]]);
	});

	it("of a key that has disappeared is not answered", async () => {
		const { controller, clock, sent } = setUp({ scenes: new Promise(() => undefined) });
		void controller.receive(key, { event: "getScenes" });
		controller.forget(key.id);
		await clock.advance(13_000);
		expect(sent).toEqual([]);
	});

	it("that is unknown is logged without its content", async () => {
		const { controller, sent, warnings } = setUp();
		await controller.receive(key, { event: "setAccount", apiKey: ["secret"] });
		await controller.receive(key, { event: "secret" });
		expect(sent).toEqual([{ to: "key-1", event: "setAccount", outcome: "failed" }]);
		expect(warnings).toHaveLength(2);
		expect(warnings.join()).not.toContain("secret");
	});
});

describe("updates", () => {
	it("are sent to a visible page once, combined", async () => {
		const { controller, store, clock, sent } = setUp();
		await controller.receive(key, { event: "getAccount" });
		store.update({ link: { phase: "connecting" } });
		store.update({ link: { phase: "live", sinceMs: 1 } });
		await clock.advance(1_000);
		expect(sent.slice(1)).toMatchObject([{ event: "getAccount", account: { link: { phase: "live" } } }]);
		store.update({});
		await clock.advance(1_000);
		expect(sent).toHaveLength(2);
	});

	it("contain the preview of every visible page, each with its own settings", async () => {
		const { controller, clock, sent, draw } = setUp();
		await controller.receive(key, { event: "getPreview", settings: { goal: 5 }, page: "a" });
		await controller.receive(other, { event: "getPreview", settings: { goal: 6 }, page: "b" });
		draw();
		await clock.advance(300);
		const titles = sent.flatMap((reply) =>
			reply.event === "getPreview" ? [[reply.to, reply.page, reply.title]] : [],
		);
		expect(titles).toEqual([
			["key-1", "a", '{"goal":5}0'],
			["key-2", "b", '{"goal":6}0'],
			["key-1", "a", '{"goal":5}1'],
			["key-2", "b", '{"goal":6}1'],
		]);
	});

	it("wait while a page is loaded but hidden", async () => {
		const { controller, clock, sent, draw } = setUp();
		await controller.receive(key, { event: "getPreview", settings: {}, page: "a" });
		await clock.advance(60_000);
		draw();
		await clock.advance(300);
		expect(sent).toHaveLength(1);
		await controller.appear(key);
		expect(sent.slice(1).map(({ event, page }) => [event, page])).toEqual([
			["getAccount", "a"],
			["getPreview", "a"],
		]);
		controller.disappear(key.id);
		await clock.advance(60_000);
		draw();
		await clock.advance(300);
		expect(sent).toHaveLength(3);
	});

	it("schedule nothing while no page is visible", () => {
		const { store, clock } = setUp();
		store.update({});
		expect(clock.pendingCount).toBe(0);
	});
});
