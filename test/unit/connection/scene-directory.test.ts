import { describe, expect, it } from "vitest";

import { SceneDirectory } from "../../../src/connection/scene-directory";
import { ServiceError } from "../../../src/service/errors";
import type { Scene, SceneSummary } from "../../../src/state/scenes";
import { Store } from "../../../src/state/store";
import { settled, VirtualClock } from "../../world/fakes/virtual-clock";
import { fakeClient } from "../../world/fakes/fake-client";

function setUp(
	answer: (token: string, calls: number) => Promise<Scene>,
	list: () => Promise<{ scenes: readonly SceneSummary[] }> = () => Promise.resolve({ scenes: [] }),
) {
	const clock = new VirtualClock();
	const store = new Store();
	const asked: string[] = [];
	const client = fakeClient({ scene: (token) => answer(token, asked.push(token)), scenes: list });
	const scenes = new SceneDirectory({ client, store, clock, random: () => 0.5, onFailed: () => undefined });
	return { clock, store, asked, scenes };
}

const sceneOf = (token: string): Scene => ({ token, name: `scene ${token}`, items: [] });
const found = async (token: string) => sceneOf(token);
const broken = () => Promise.reject(new ServiceError("server-error", "broken"));
const gone = () => Promise.reject(new ServiceError("not-found", "gone"));

describe("the scene directory", () => {
	it("asks for each scene once, however many keys want it", async () => {
		const { asked, scenes, store } = setUp(found);
		await scenes.open();
		await scenes.want(["a", "b", "a"]);
		await scenes.want(["b"]);
		await scenes.want(["a", "b"]);
		expect(asked).toEqual(["a", "b"]);
		expect(store.state.scenes.get("a")).toMatchObject({ kind: "found", scene: { name: "scene a" } });
	});

	it("asks again after a while, and whenever the link is new", async () => {
		const { asked, clock, scenes } = setUp(found);
		await scenes.open();
		await scenes.want(["a"]);
		await clock.advance(30_000);
		await scenes.want(["a"]);
		scenes.close();
		await scenes.open();
		expect(asked).toEqual(["a", "a", "a"]);
	});

	it("knows that a scene is gone, and keeps one that can't be asked for", async () => {
		const { scenes, store } = setUp((token, calls) => {
			if (calls === 1) return found(token);
			return calls === 2 ? broken() : Promise.reject(new ServiceError("not-found", "gone"));
		});
		await scenes.open();
		await scenes.want(["a"]);
		await scenes.reloadScene("a");
		expect(store.state.scenes.get("a")).toMatchObject({ kind: "found" });
		await scenes.reloadScene("a");
		expect(store.state.scenes.get("a")).toMatchObject({ kind: "gone" });
	});

	it("tries again by itself until it knows, and then no more", async () => {
		const { asked, clock, scenes, store } = setUp((token, calls) => (calls < 4 ? broken() : found(token)));
		await scenes.open();
		await scenes.want(["a"]);
		expect(await clock.advanceUntil(() => store.state.scenes.has("a"), 10_000)).toBe(true);
		await clock.advance(290_000);
		expect(asked).toHaveLength(4);
	});

	it("looks again every five minutes, and every minute while a scene is gone", async () => {
		let isGone = false;
		const { asked, clock, scenes } = setUp((token) => (isGone ? gone() : found(token)));
		await scenes.open();
		await scenes.want(["a"]);
		isGone = true;
		await clock.advance(299_999);
		expect(asked).toHaveLength(1);
		await clock.advance(1);
		expect(asked).toHaveLength(2);
		await clock.advance(60_000);
		expect(asked).toHaveLength(3);
	});

	it("looks again after a press, but not for each of many", async () => {
		const { asked, clock, scenes } = setUp(found);
		await scenes.open();
		await scenes.want(["a"]);
		await scenes.check();
		expect(asked).toHaveLength(1);
		await clock.advance(2_000);
		await Promise.all([scenes.check(), scenes.check()]);
		expect(asked).toHaveLength(2);
	});

	it("takes no scene for gone while the service can't tell which there are", async () => {
		const { scenes, store } = setUp(gone, broken);
		await scenes.open();
		await scenes.want(["a"]);
		expect(store.state.scenes.size).toBe(0);
	});

	it("stops trying when nobody wants it or the link is gone", async () => {
		const { asked, clock, scenes } = setUp(broken);
		await scenes.open();
		await scenes.want(["a"]);
		await scenes.want([]);
		await clock.advance(60_000);
		expect(asked).toHaveLength(1);
		await scenes.want(["b"]);
		scenes.close();
		await clock.advance(60_000);
		expect([asked.length, clock.pendingCount]).toEqual([2, 0]);
	});

	it("hears nothing that comes after the link is gone: it may be another account's", async () => {
		let answer: (scene: Scene) => void = () => undefined;
		const { scenes, store } = setUp(() => new Promise((resolve) => (answer = resolve)));
		await scenes.open();
		const wanted = scenes.want(["a"]);
		scenes.close();
		answer(sceneOf("a"));
		await wanted;
		await settled();
		expect(store.state.scenes.size).toBe(0);
	});
});
