import { describe, expect, it, vi } from "vitest";

import { ActionController, type KeyTextFile } from "../../../src/actions/action-controller";
import type { PressPlan } from "../../../src/actions/keys/press";
import type { KeyState } from "../../../src/actions/keys/keys";
import type { FaceState } from "../../../src/key-face/face";
import type { FileValues } from "../../../src/key-face/file-values";
import { faceOf } from "../../world/fakes/fake-surface";
import { setUpActions } from "../../world/fakes/action-rig";
import { someEvent } from "../ledger/some-events";

type View = { turns: number };
type TestSettings = { text: string; debounceMs: number; hasHold: boolean; state: FaceState; file?: string };
type TestKey = KeyState<TestSettings, View>;

const nextChangeAtMs = Date.UTC(2026, 2, 5);

/** Says what its settings say and how far it was turned, and notes what hands do to it. */
class TestAction extends ActionController<TestSettings, View> {
	override readonly manifestId = "test";
	readonly done: string[] = [];

	protected override parseSettings(settings: unknown): TestSettings {
		return { text: "none", debounceMs: 0, hasHold: true, state: "live", ...(settings as object) };
	}

	protected override createView(): View {
		return { turns: 0 };
	}

	protected override onSettingsChange({ view }: TestKey): void {
		view.turns = 0;
	}

	protected override face({ settings, view }: TestKey) {
		return { ...faceOf(`${settings.text} ${view.turns}`, nextChangeAtMs), state: settings.state };
	}

	protected override textFileOf({ settings }: TestKey): KeyTextFile {
		return { path: settings.file, template: "It says {text}" };
	}

	protected override templateValues({ settings }: TestKey): FileValues {
		return { text: settings.text };
	}

	protected override demandOf({ settings }: TestKey) {
		return { binding: { sceneToken: settings.text } };
	}

	protected override onRotate({ view }: TestKey, ticks: number, how: string): void {
		view.turns += ticks;
		this.done.push(how);
	}

	protected override planPress({ settings }: TestKey): PressPlan {
		const note = (what: string) => () => void this.done.push(what);
		const plan = { debounceMs: settings.debounceMs, onPress: note("press") };
		return settings.hasHold ? { ...plan, onHold: note("hold") } : plan;
	}
}

function setUp() {
	const rig = setUpActions();
	const action = new TestAction(rig.context);
	return { ...rig, action };
}

describe("a key", () => {
	it("shows its face and asks for what it needs as long as it is in sight", async () => {
		const { action, store, demands, clock, place } = setUp();
		const { id, surface } = place(action, { text: "a" });
		expect(surface.title).toBe("Label · a 0 · live");
		expect(demands.get(id)).toEqual({ binding: { sceneToken: "a" } });
		action.disappear(id);
		expect(demands.size).toBe(0);
		store.notify();
		await clock.advance(1_000);
		expect(surface.history).toHaveLength(1);
		expect(clock.pendingCount).toBe(0);
	});

	it("looks again when anything comes in, unless it knows better", async () => {
		const { action, context, place, store } = setUp();
		const { id } = place(action);
		const repaint = vi.spyOn(context.painter, "repaint");
		store.notify({ events: [someEvent(1)], source: "live" });
		expect(repaint.mock.calls).toEqual([[id]]);
	});

	it("is told of, with what it is on and how it is set, while it is in sight", () => {
		const { action, place } = setUp();
		place(action, { text: "a" }, "dial");
		action.disappear(place(action, { text: "b" }).id);
		expect(action.visibleKeys).toMatchObject([{ kind: "dial", settings: { text: "a" } }]);
	});

	it("looks again when settings come, and forgets what belonged to the last ones", async () => {
		const { action, demands, clock, place } = setUp();
		const { id, surface } = place(action, { text: "a" }, "dial");
		action.rotate(id, 3, false);
		await clock.advance(100);
		action.changeSettings(id, { text: "b" });
		await clock.advance(100);
		expect(surface.history).toEqual(["Label · a 0 · live", "Label · a 3 · live", "Label · b 0 · live"]);
		expect(demands.get(id)).toEqual({ binding: { sceneToken: "b" } });
	});

	it("comes back as it was, unless another one has its name meanwhile", async () => {
		const { action, clock, place } = setUp();
		const { id } = place(action, { text: "a" }, "dial");
		action.rotate(id, 3, false);
		action.disappear(id);
		expect(place(action, { text: "a" }, "dial", id).surface.title).toBe("Label · a 3 · live");
		action.disappear(id);
		expect(place(action, { text: "b" }, "dial", id).surface.title).toBe("Label · b 0 · live");
		await clock.advance(100);
	});

	it("that nobody knows does nothing, whatever happens to it", () => {
		const { action, demands } = setUp();
		action.changeSettings("gone", {});
		action.pressDown("gone");
		action.pressUp("gone");
		action.touch("gone", "short");
		action.rotate("gone", 1, false);
		action.disappear("gone");
		expect(action.done).toEqual([]);
		expect(demands.size).toBe(0);
	});

	it("is previewed without being anywhere", () => {
		const { action, demands } = setUp();
		expect(action.preview({ text: "a" })).toMatchObject({ value: "a 0" });
		expect(demands.size).toBe(0);
	});
});

describe("a key with a text file", () => {
	it("writes to it what it says, as long as that is live, and looks again when its face changes", () => {
		const { action, clock, files, place, written } = setUp();
		const { id } = place(action, { text: "a", file: "/a.txt" });
		expect(files.get(id)?.path).toBe("/a.txt");
		expect(files.get(id)?.content(clock.now())).toEqual({ text: "It says a", nextChangeAtMs });
		action.changeSettings(id, { text: "a", file: "/a.txt", state: "stale" });
		expect(files.get(id)?.content(clock.now())).toEqual({ nextChangeAtMs });
		expect(written(id)).toBeUndefined();
	});

	it("is one with another only if both say the same", () => {
		const { action, files, place } = setUp();
		for (const text of ["a", "b", "a"]) place(action, { text, file: "/a.txt" });
		const [first, second, third] = Array.from(files.values(), ({ identity }) => identity);
		expect(first).not.toBe(second);
		expect(first).toBe(third);
		expect(first).toContain("test");
	});

	it("goes on out of sight, until it has none any more or is forgotten", () => {
		const { action, demands, files, place } = setUp();
		const settings = { file: "/a.txt" };
		for (const id of ["gone", "kept"]) {
			place(action, { ...settings, text: id }, "key", id);
			action.disappear(id);
		}
		expect([[...demands.keys()], [...files.keys()]]).toEqual([
			["gone", "kept"],
			["gone", "kept"],
		]);
		place(action, {}, "key", "kept");
		expect([...files.keys()]).toEqual(["gone"]);
		action.disappear("kept");
		expect([...demands.keys()]).toEqual(["gone"]);
		for (let other = 0; other < 500; other++) {
			const { id } = place(action, {}, "key", `other ${other}`);
			action.disappear(id);
		}
		expect([demands.size, files.size]).toEqual([0, 0]);
	});
});

describe("hands", () => {
	it("press a key, or hold it", async () => {
		const { action, clock, place } = setUp();
		const { id } = place(action);
		action.pressDown(id);
		await clock.advance(40);
		action.pressUp(id);
		action.pressDown(id);
		await clock.advance(500);
		action.pressUp(id);
		expect(action.done).toEqual(["press", "hold"]);
	});

	it("never hold a step of a multi-action", async () => {
		const { action, clock, place } = setUp();
		const { id } = place(action, {}, "step");
		action.pressDown(id);
		await clock.advance(1_000);
		action.pressUp(id);
		expect(action.done).toEqual(["press"]);
	});

	it("push a dial when they let go of it, unless they turn it", async () => {
		const { action, clock, place } = setUp();
		const { id } = place(action, {}, "dial");
		action.pressDown(id);
		await clock.advance(600);
		action.pressUp(id);
		action.pressDown(id);
		action.rotate(id, 1, false);
		action.pressUp(id);
		action.rotate(id, 1, true);
		action.rotate(id, 1, false);
		expect(action.done).toEqual(["hold", "pressed", "pressed", "free"]);
	});

	it("touch a dial's strip: a press, long a hold, and a bounce is dropped", async () => {
		const { action, clock, place } = setUp();
		const { id } = place(action, { debounceMs: 250 }, "dial");
		action.touch(id, "short");
		action.touch(id, "short");
		await clock.advance(250);
		action.touch(id, "long");
		action.touch(id, "long");
		expect(action.done).toEqual(["press", "hold"]);
	});

	it("touch for long where a hold is the same as a press", () => {
		const { action, place } = setUp();
		const { id } = place(action, { hasHold: false }, "dial");
		action.touch(id, "long");
		expect(action.done).toEqual(["press"]);
	});

	it("do nothing to a key that has gone from under them", async () => {
		const { action, clock, place } = setUp();
		const { id } = place(action);
		action.pressDown(id);
		action.disappear(id);
		await clock.advance(1_000);
		action.pressUp(id);
		expect(action.done).toEqual([]);
	});
});
