import { describe, expect, it } from "vitest";

import { ScenePoller } from "../../../src/sync/scene-poller";
import { ServiceError } from "../../../src/service/errors";
import type { SceneBinding } from "../../../src/state/scenes/scene-binding";
import type { Scene, SceneSummary } from "../../../src/state/scenes/scenes";
import { fakeAccountContext } from "../../world/fakes/account-context";
import { flushPromises } from "../../world/fakes/virtual-clock";

const boundTo = (sceneToken: string): SceneBinding => ({ sceneToken, itemId: 1, actionCode: "trigger" });

function setUp(
	answer: (token: string, calls: number) => Promise<Scene>,
	list: () => Promise<{ scenes: readonly SceneSummary[] }> = () => Promise.resolve({ scenes: [] }),
) {
	const requests: string[] = [];
	const { context, clock, store, log, need } = fakeAccountContext(
		{ scene: (token) => answer(token, requests.push(token)), scenes: list },
		{ random: () => 0.5 },
	);
	const scenes = new ScenePoller(context);
	const bind = async (...bindings: readonly SceneBinding[]) => {
		need({ bindings });
		scenes.applyDemand();
		await flushPromises();
	};
	const open = async () => {
		scenes.open();
		await flushPromises();
	};
	return { clock, store, requests, failed: log.lines, scenes, bind, open };
}

const trigger = { code: "trigger", name: "Play" };
const sceneOf = (token: string, remoteActions = [trigger]): Scene => ({
	token,
	name: `scene ${token}`,
	items: [{ id: 1, name: "Horn", type: "widget", remoteActions }],
});
const found = async (token: string) => sceneOf(token);
const broken = () => Promise.reject(new ServiceError("server-error", "broken"));
const gone = () => Promise.reject(new ServiceError("not-found", "gone"));

describe("the scene directory", () => {
	it("requests each scene once for any number of keys", async () => {
		const { requests, open, bind, store } = setUp(found);
		await open();
		await bind(boundTo("a"), boundTo("b"), { ...boundTo("a"), actionCode: "reset" });
		await bind(boundTo("b"));
		await bind(boundTo("a"), boundTo("b"));
		expect(requests).toEqual(["a", "b"]);
		expect(store.state.scenes.get("a")).toMatchObject({ kind: "found", scene: { name: "scene a" } });
	});

	it("requests nothing before the channel is joined", async () => {
		const { requests, bind, open, scenes } = setUp(found);
		await bind(boundTo("a"));
		scenes.refreshStale();
		await scenes.reloadScene("a");
		expect(requests).toEqual([]);
		await open();
		expect(requests).toEqual(["a"]);
	});

	it("refetches for a new key after some time, and on every new channel", async () => {
		const { requests, clock, scenes, bind, open } = setUp(found);
		await open();
		await bind(boundTo("a"));
		await clock.advance(29_999);
		await bind(boundTo("a"));
		expect(requests).toHaveLength(1);
		await clock.advance(1);
		await bind(boundTo("a"));
		expect(requests).toHaveLength(2);
		scenes.close();
		await open();
		expect(requests).toHaveLength(3);
	});

	it("detects a removed scene, and keeps one that cannot be requested", async () => {
		const { scenes, store, bind, open, failed } = setUp((token, calls) => {
			if (calls === 1) return found(token);
			return calls === 2 ? broken() : gone();
		});
		await open();
		await bind(boundTo("a"));
		await scenes.reloadScene("a");
		expect([store.state.scenes.get("a")?.kind, failed]).toEqual([
			"found",
			["warn reading a scene: server-error: broken"],
		]);
		await scenes.reloadScene("a");
		expect(store.state.scenes.get("a")?.kind).toBe("gone");
	});

	it("does not treat a scene as removed while the list of all scenes contains it or cannot be loaded", async () => {
		const stillThere = () => Promise.resolve({ scenes: [{ token: "a", name: "A" }] });
		for (const list of [stillThere, broken]) {
			const { store, bind, open, failed } = setUp(gone, list);
			await open();
			await bind(boundTo("a"));
			expect([store.state.scenes.size, failed.length]).toEqual([0, 1]);
		}
	});

	it("retries until it succeeds, and then stops", async () => {
		const { requests, clock, bind, open, store } = setUp((token, calls) =>
			calls < 4 ? broken() : found(token),
		);
		await open();
		await bind(boundTo("a"));
		expect(await clock.advanceUntil(() => store.state.scenes.has("a"), 10_000)).toBe(true);
		await clock.advance(290_000);
		expect(requests).toHaveLength(4);
	});

	it("refetches every five minutes while nothing is missing", async () => {
		const { requests, clock, bind, open } = setUp(found);
		await open();
		await bind(boundTo("a"));
		await clock.advance(299_999);
		expect(requests).toHaveLength(1);
		await clock.advance(1);
		expect(requests).toHaveLength(2);
	});

	it.each([
		["scene", gone],
		["item", (token: string) => Promise.resolve({ ...sceneOf(token), items: [] })],
		["action", (token: string) => Promise.resolve(sceneOf(token, []))],
	])("refetches every minute for a missing %s", async (_what, missing) => {
		let isBack = false;
		const { requests, clock, bind, open } = setUp((token) => (isBack ? found(token) : missing(token)));
		await open();
		await bind(boundTo("a"));
		await clock.advance(60_000);
		expect(requests).toHaveLength(2);
		isBack = true;
		await clock.advance(60_000);
		expect(requests.length).toBeLessThanOrEqual(4);
		const before = requests.length;
		await clock.advance(240_000);
		expect(requests).toHaveLength(before);
	});

	it("refetches for a new key whose item is missing in a loaded scene", async () => {
		const { requests, clock, bind, open } = setUp(found);
		await open();
		await bind(boundTo("a"));
		await clock.advance(10_000);
		await bind({ ...boundTo("a"), itemId: 2 });
		await clock.advance(50_000);
		expect(requests).toHaveLength(2);
	});

	it("refetches only the scene with a missing part more often", async () => {
		const { requests, clock, bind, open } = setUp((token) => (token === "b" ? gone() : found(token)));
		await open();
		await bind(boundTo("a"), boundTo("b"));
		await clock.advance(60_000);
		expect(requests).toEqual(["a", "b", "b"]);
		await bind(boundTo("a"));
		await clock.advance(60_000);
		expect(requests.filter((token) => token === "b")).toHaveLength(2);
	});

	it("refetches after a press, but not for each of many", async () => {
		const { requests, clock, scenes, bind, open } = setUp(found);
		await open();
		await bind(boundTo("a"));
		await clock.advance(1_999);
		scenes.refreshStale();
		expect(requests).toHaveLength(1);
		await clock.advance(1);
		scenes.refreshStale();
		scenes.refreshStale();
		expect(requests).toHaveLength(2);
	});

	it("stops retrying when no key is bound to it or the channel is lost", async () => {
		const { requests, clock, scenes, bind, open } = setUp(broken);
		await open();
		await bind(boundTo("a"));
		await bind();
		await clock.advance(60_000);
		expect([requests.length, clock.pendingCount]).toEqual([1, 0]);
		await bind(boundTo("b"));
		scenes.close();
		await clock.advance(60_000);
		expect([requests.length, clock.pendingCount]).toEqual([2, 0]);
	});

	it("ignores responses after the channel is lost, because the account may have changed", async () => {
		let answer: (scene: Scene) => void = () => undefined;
		const { scenes, store, bind, open } = setUp(() => new Promise((resolve) => (answer = resolve)));
		await open();
		await bind(boundTo("a"));
		scenes.close();
		answer(sceneOf("a"));
		await flushPromises();
		expect(store.state.scenes.size).toBe(0);
	});
});
