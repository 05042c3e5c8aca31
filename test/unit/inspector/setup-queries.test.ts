import { describe, expect, it } from "vitest";

import { SetupQueries } from "../../../src/inspector/setup-queries";
import { originFrom } from "../../../src/service/address";
import { ServiceError } from "../../../src/service/errors";
import type { ServiceClient } from "../../../src/service/ports";
import type { Store } from "../../../src/state/store";
import { createStore } from "../../world/fakes/create-store";

const unexpected = () => Promise.reject(new Error("not used in this test"));

/** Creates a service with these responses. */
function service(answers: Partial<ServiceClient>): ServiceClient {
	return {
		origin: "https://service.example",
		account: unexpected,
		socketAddress: unexpected,
		totals: unexpected,
		events: unexpected,
		chart: unexpected,
		scenes: unexpected,
		scene: unexpected,
		postEvent: unexpected,
		...answers,
	};
}

const picture = "data:image/png;base64,AA";

function inquire(answers: Partial<ServiceClient>, store = createStore(), pictures: Promise<string>[] = []) {
	const read: string[] = [];
	const account = { client: service(answers) };
	const queries = new SetupQueries({
		store,
		client: () => account.client,
		createClient: () => account.client,
		originFrom,
		exchangeAccessToken: () => Promise.resolve("key"),
		identifySocketService: async () => undefined,
		readImage: async (address) => {
			read.push(address);
			return pictures.shift() ?? picture;
		},
		elapsedMs: () => 5,
	});
	return { queries, store, read, account };
}

const summaries = ["t0", "t1"].map((token) => ({ token, name: token }));
const scene = (token: string) => ({ token, name: token, items: [] });

/** Returns a store whose keys are bound to a scene that was reported as missing. */
function boundStore(): Store {
	const store = createStore();
	store.update({ scenes: new Map([["t1", { kind: "gone" }]]) });
	return store;
}

describe("the list of scenes", () => {
	it("is loaded without the scenes' contents", async () => {
		const { queries } = inquire({ scenes: () => Promise.resolve({ scenes: summaries }) });
		expect(await queries.scenes()).toEqual({ kind: "answer", answer: summaries });
	});

	it("is requested once for simultaneous callers, and again for a fresh request", async () => {
		let calls = 0;
		const { queries } = inquire({
			scenes: () => {
				calls++;
				return Promise.resolve({ scenes: summaries });
			},
		});
		await Promise.all(Array.from({ length: 32 }, () => queries.scenes("shared")));
		expect(calls).toBe(1);
		await queries.scenes("fresh");
		expect(calls).toBe(2);
	});

	it("is not cached after a failure", async () => {
		let calls = 0;
		const { queries } = inquire({ scenes: () => Promise.reject(new ServiceError("closed", `${++calls}`)) });
		await queries.scenes("shared");
		await queries.scenes("shared");
		expect(calls).toBe(2);
	});

	it("of one account is not used for another", async () => {
		const { queries, account } = inquire({ scenes: () => Promise.resolve({ scenes: summaries }) });
		await queries.scenes("shared");
		account.client = service({ scenes: () => Promise.resolve({ scenes: [] }) });
		expect(await queries.scenes("shared")).toEqual({ kind: "answer", answer: [] });
	});

	it.each([
		["refused", "refused"],
		["timeout", "timeout"],
		["bad-answer", "service-error"],
		["closed", "unreachable"],
	] as const)("that fails with %s is %s", async (kind, failure) => {
		const { queries } = inquire({ scenes: () => Promise.reject(new ServiceError(kind, "no")) });
		expect(await queries.scenes()).toEqual({ kind: "failure", failure });
	});
});

describe("the items of a scene", () => {
	it("update keys that are bound to it", async () => {
		const store = boundStore();
		const { queries } = inquire({ scene: (token) => Promise.resolve(scene(token)) }, store);
		expect(await queries.sceneItems("t1")).toEqual({ kind: "answer", answer: [] });
		expect([...store.state.scenes]).toMatchObject([["t1", { kind: "found" }]]);
	});

	it("do not update keys of another account", async () => {
		const store = boundStore();
		const { queries, account } = inquire(
			{
				scene: async (token) => {
					account.client = service({});
					return scene(token);
				},
			},
			store,
		);
		await queries.sceneItems("t1");
		expect([...store.state.scenes]).toMatchObject([["t1", { kind: "gone" }]]);
	});
});

describe("without an account", () => {
	it("the failure is the problem of the account", async () => {
		const store = createStore();
		const options = {
			createClient: () => service({}),
			originFrom,
			exchangeAccessToken: unexpected,
			identifySocketService: async () => undefined,
			readImage: unexpected,
		};
		const queries = new SetupQueries({ store, client: () => undefined, elapsedMs: () => 0, ...options });
		expect(await queries.scenes()).toEqual({ kind: "failure", failure: "not-set-up" });
		store.update({ link: { phase: "not-set-up", trouble: "insecure" } });
		expect(await queries.providers()).toEqual({ kind: "failure", failure: "insecure" });
		expect(await queries.avatar()).toBeUndefined();
	});
});

describe("an account", () => {
	it("is identified by its key; without one, the service by its response", async () => {
		const { queries } = inquire({
			account: () => Promise.resolve({ username: "nova", providers: [] }),
			socketAddress: () => Promise.resolve("https://socket.example"),
		});
		const checked = await queries.checkAccount("https://service.example", "key");
		expect(checked).toEqual({ kind: "answer", answer: { username: "nova" } });
		expect(await queries.checkAccount("https://service.example", undefined)).toEqual({
			kind: "answer",
			answer: {},
		});
		expect(await queries.checkAddress("http://scenes.example")).toEqual({
			kind: "failure",
			failure: "insecure",
		});
	});

	it("has its connected platforms and those with figures", async () => {
		const { queries, store } = inquire({
			totals: () => Promise.resolve({ byProvider: { kick: {}, twitch: {} } }),
		});
		store.update({ account: { username: "nova", providers: [{ code: "twitch" }] } });
		expect(await queries.providers()).toEqual({ kind: "answer", answer: ["twitch", "kick"] });
	});

	it("has its picture requested again after a failure", async () => {
		const store = createStore();
		store.update({ account: { username: "nova", avatar: "/a.png", providers: [] } });
		const { queries, read } = inquire({}, store, [Promise.reject(new ServiceError("timeout", "slow"))]);
		expect([await queries.avatar(), await queries.avatar()]).toEqual([undefined, picture]);
		expect(read).toHaveLength(2);
	});

	it("has its picture requested once", async () => {
		const { queries, store, read } = inquire({});
		store.update({ account: { username: "nova", avatar: "/a.png", providers: [] } });
		expect(await Promise.all([queries.avatar(), queries.avatar()])).toHaveLength(2);
		expect(read).toEqual(["/a.png"]);
	});
});

describe("a scene's thumbnail", () => {
	const scene = (thumbnail: string | undefined) => ({ token: "a", name: "A", items: [], thumbnail });

	it.each([
		["/media/a.png", "https://service.example/media/a.png"],
		["media/a.png", "https://service.example/media/a.png"],
		["https://service.example/a.png", "https://service.example/a.png"],
	])("is requested from the service itself: %s", async (thumbnail, address) => {
		const { queries, read } = inquire({ scene: () => Promise.resolve(scene(thumbnail)) });
		expect(await queries.sceneThumbnail("a")).toBe(picture);
		expect(read).toEqual([address]);
	});

	it.each([
		"https://elsewhere.example/a.png",
		"//elsewhere.example/a.png",
		"http://service.example/a.png",
		"https://service.example:8443/a.png",
		"https://service.example@elsewhere.example/a.png",
		"\\\\elsewhere.example\\a.png",
		"data:image/png;base64,AA",
		"file:///etc/passwd",
		"http://[",
		"",
		undefined,
	])("is not requested from elsewhere: %s", async (thumbnail) => {
		const { queries, read } = inquire({ scene: () => Promise.resolve(scene(thumbnail)) });
		expect(await queries.sceneThumbnail("a")).toBeUndefined();
		expect(read).toEqual([]);
	});

	it("shares the request of the scene with the list of its items", async () => {
		let readings = 0;
		const { queries } = inquire({
			scene: () => {
				readings++;
				return Promise.resolve(scene("/a.png"));
			},
		});
		await queries.sceneItems("a");
		await queries.sceneThumbnail("a");
		expect(readings).toBe(1);
	});

	it("is undefined if scene or picture cannot be loaded", async () => {
		const failing = inquire({ scene: () => Promise.reject(new ServiceError("unreachable", "no")) });
		expect(await failing.queries.sceneThumbnail("a")).toBeUndefined();
		const { queries } = inquire({ scene: () => Promise.resolve(scene("/a.png")) }, undefined, [
			Promise.reject(new ServiceError("unreachable", "no")),
		]);
		expect(await queries.sceneThumbnail("a")).toBeUndefined();
	});
});
