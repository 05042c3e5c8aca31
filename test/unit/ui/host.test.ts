// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { answerTimeoutMs } from "../../../ui/timing";
import { FakeApp, settle, workingAccount } from "./fake-app";

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

describe("the page's connection to the app", () => {
	it("sends messages from before the socket was open, in order", async () => {
		const app = new FakeApp();
		app.host.saveSettings({ label: "A" });
		await settle();
		expect(app.sent).toEqual([]);
		app.open();
		expect(app.sent.map(({ event }) => event)).toEqual([
			"registerPropertyInspector",
			"setSettings",
			"sendToPlugin",
		]);
	});

	it("ignores frames for another key, and invalid JSON", async () => {
		const app = await new FakeApp().start();
		const received: unknown[] = [];
		app.host.onSettings((settings) => received.push(settings));
		app.receive({ event: "didReceiveSettings", context: "key-2", payload: { settings: { label: "B" } } });
		app.pushSettings({ label: "A" });
		expect(received).toEqual([{ label: "A" }]);
	});

	it("ignores messages to an earlier visit of the same key's page", async () => {
		const app = await new FakeApp().start();
		const received: unknown[] = [];
		app.host.onReply("getScenes", ({ items }) => received.push(items));
		void app.host.request({ event: "getScenes" });
		const [request] = app.requests("getScenes");
		if (!request) throw new Error("no request");
		await app.answer(request, { event: "getScenes", items: [] }, "an earlier visit");
		expect(received).toEqual([]);
		await app.answer(request, { event: "getScenes", items: [] });
		expect(received).toEqual([[]]);
	});
});

describe("a request to the plugin", () => {
	it("is not sent while the plugin does not run", async () => {
		const app = new FakeApp();
		app.open();
		await expect(app.host.request({ event: "getScenes" })).resolves.toBeUndefined();
		expect(app.requests("getScenes")).toEqual([]);
	});

	it("gets its own response when responses arrive in another order", async () => {
		const app = await new FakeApp().start();
		const first = app.host.request({ event: "getSceneItems", scene: "a" });
		const second = app.host.request({ event: "getSceneItems", scene: "b" });
		const [firstRequest, secondRequest] = app.requests("getSceneItems");
		if (!firstRequest || !secondRequest) throw new Error("no requests");
		await app.answer(secondRequest, { event: "getSceneItems", scene: "b", items: [] });
		await app.answer(firstRequest, { event: "getSceneItems", scene: "a", items: [] });
		expect((await first)?.scene).toBe("a");
		expect((await second)?.scene).toBe("b");
	});

	it("ends without a response after its time limit; a late response has no effect", async () => {
		const app = await new FakeApp().start();
		const received: unknown[] = [];
		app.host.onReply("getAccount", (reply) => received.push(reply));
		const answered = app.host.request({ event: "getAccount" });
		const [request] = app.requests("getAccount");
		if (!request) throw new Error("no request");
		const result: unknown[] = [];
		void answered.then((reply) => result.push(reply));
		await vi.advanceTimersByTimeAsync(answerTimeoutMs - 1);
		expect(result).toEqual([]);
		await vi.advanceTimersByTimeAsync(1);
		expect(result).toEqual([undefined]);
		await app.answer(request, { event: "getAccount", account: workingAccount });
		expect(received).toEqual([]);
	});

	it("ends immediately without a response when the plugin restarts, and leaves no timer", async () => {
		const app = await new FakeApp().start();
		const timersBefore = vi.getTimerCount();
		const answered = app.host.request({ event: "getScenes" });
		const [request] = app.requests("getScenes");
		if (!request) throw new Error("no request");
		const result: unknown[] = [];
		void answered.then((reply) => result.push(reply));
		await app.startPlugin("run-2");
		expect(result).toEqual([undefined]);
		expect(vi.getTimerCount()).toBe(timersBefore);
		const received: unknown[] = [];
		app.host.onReply("getScenes", (reply) => received.push(reply));
		await app.answer(request, { event: "getScenes", items: [] });
		expect(received).toEqual([]);
	});

	it("leaves no timer after a response", async () => {
		const app = await new FakeApp().start();
		const timersBefore = vi.getTimerCount();
		void app.host.request({ event: "getScenes" });
		expect(vi.getTimerCount()).toBe(timersBefore + 1);
		const [request] = app.requests("getScenes");
		if (!request) throw new Error("no request");
		await app.answer(request, { event: "getScenes", items: [] });
		expect(vi.getTimerCount()).toBe(timersBefore);
	});
});

describe("the plugin watch", () => {
	it("reports an absence within three seconds, and a return by itself", async () => {
		const app = new FakeApp();
		app.open();
		const states: string[] = [];
		app.host.plugin.onState((state) => states.push(state));
		await vi.advanceTimersByTimeAsync(3_000);
		expect(states).toEqual(["unknown", "absent"]);
		let starts = 0;
		app.host.plugin.onStart(() => starts++);
		await app.startPlugin("run-1");
		expect(states).toEqual(["unknown", "absent", "there"]);
		expect(starts).toBe(1);
	});

	it("reports a start for a new run and after an absence, but not for each response", async () => {
		const app = await new FakeApp().start();
		let starts = 0;
		app.host.plugin.onStart(() => starts++);
		await app.startPlugin("run-1");
		expect(starts).toBe(0);
		await app.startPlugin("run-2");
		expect(starts).toBe(1);
		await vi.advanceTimersByTimeAsync(6_000);
		expect(app.host.plugin.isPresent).toBe(false);
		await app.startPlugin("run-2");
		expect(starts).toBe(2);
	});

	it("pings every two seconds while there are responses, and measures from the first unanswered ping", async () => {
		const app = await new FakeApp().start();
		const before = app.requests("ping").length;
		for (let second = 0; second < 10; second++) {
			await vi.advanceTimersByTimeAsync(1_000);
			await app.startPlugin("run-1");
		}
		expect(app.requests("ping").length - before).toBeGreaterThanOrEqual(4);
		expect(app.requests("ping").length - before).toBeLessThanOrEqual(6);
		expect(app.host.plugin.isPresent).toBe(true);
	});
});
