import { describe, expect, it, vi } from "vitest";

import { ActionController, type KeyTextFile } from "../../../src/actions/action-controller";
import type { PressPlan } from "../../../src/actions/keys/press";
import type { KeyState } from "../../../src/actions/keys/keys";
import type { FaceState } from "../../../src/key-face/face";
import type { FileValues } from "../../../src/key-face/text/file-values";
import { faceOf } from "../../world/fakes/fake-surface";
import { setUpActions } from "../../world/fakes/action-rig";
import { someEvent } from "../ledger/some-events";

type View = { turns: number };
type TestSettings = { text: string; debounceMs: number; hasHold: boolean; state: FaceState; file?: string };
type TestKey = KeyState<TestSettings, View>;

const nextChangeAtMs = Date.UTC(2026, 2, 5);

/** Displays its settings and rotation, and records input. */
class TestAction extends ActionController<TestSettings, View> {
	override readonly manifestId = "test";
	readonly done: string[] = [];
	protected override readonly parseSettings = (settings: unknown): TestSettings => ({
		text: "none",
		debounceMs: 0,
		hasHold: true,
		state: "live",
		...(settings as object),
	});
	protected override readonly createView = (): View => ({ turns: 0 });

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
	it("displays its face and requires its data while it is visible", async () => {
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

	it("is updated on every batch of events, unless its action decides otherwise", async () => {
		const { action, context, place, store } = setUp();
		const { id } = place(action);
		const repaint = vi.spyOn(context.painter, "repaint");
		store.notify({ events: [someEvent(1)], source: "live" });
		expect(repaint.mock.calls).toEqual([[id]]);
	});

	it("calls the action's hooks with its surface and settings while it is visible", () => {
		const { action, place } = setUp();
		place(action, { text: "a" }, "dial");
		action.disappear(place(action, { text: "b" }).id);
		expect(action.visibleKeys).toMatchObject([{ kind: "dial", settings: { text: "a" } }]);
	});

	it("is updated when its settings change, and discards what belonged to the old ones", async () => {
		const { action, demands, clock, place } = setUp();
		const { id, surface } = place(action, { text: "a" }, "dial");
		action.rotate(id, 3, false);
		await clock.advance(100);
		action.changeSettings(id, { text: "b" });
		await clock.advance(100);
		expect(surface.history).toEqual(["Label · a 0 · live", "Label · a 3 · live", "Label · b 0 · live"]);
		expect(demands.get(id)).toEqual({ binding: { sceneToken: "b" } });
	});

	it("keeps its state when it appears again, unless its id was used by another one", async () => {
		const { action, clock, place } = setUp();
		const { id } = place(action, { text: "a" }, "dial");
		action.rotate(id, 3, false);
		action.disappear(id);
		expect(place(action, { text: "a" }, "dial", id).surface.title).toBe("Label · a 3 · live");
		action.disappear(id);
		expect(place(action, { text: "b" }, "dial", id).surface.title).toBe("Label · b 0 · live");
		await clock.advance(100);
	});

	it("that is unknown ignores all calls", () => {
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

	it("can be previewed without being visible", () => {
		const { action, demands } = setUp();
		expect(action.preview({ text: "a" })).toMatchObject({ value: "a 0" });
		expect(demands.size).toBe(0);
	});
});

describe("a key with a text file", () => {
	it("writes its live value, and updates it when its face changes", () => {
		const { action, clock, files, place, written } = setUp();
		const { id } = place(action, { text: "a", file: "/a.txt" });
		expect(files.get(id)?.path).toBe("/a.txt");
		expect(files.get(id)?.content(clock.now())).toEqual({ text: "It says a", nextChangeAtMs });
		action.changeSettings(id, { text: "a", file: "/a.txt", state: "stale" });
		expect(files.get(id)?.content(clock.now())).toEqual({ nextChangeAtMs });
		expect(written(id)).toBeUndefined();
	});

	it("is equal to another one only if both have the same text", () => {
		const { action, files, place } = setUp();
		for (const text of ["a", "b", "a"]) place(action, { text, file: "/a.txt" });
		const [first, second, third] = Array.from(files.values(), ({ identity }) => identity);
		expect(first).not.toBe(second);
		expect(first).toBe(third);
		expect(first).toContain("test");
	});

	it("continues while hidden, until it has no file or is removed", () => {
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

describe("input", () => {
	it("presses or holds a key", async () => {
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

	it("never holds a step of a multi-action", async () => {
		const { action, clock, place } = setUp();
		const { id } = place(action, {}, "step");
		action.pressDown(id);
		await clock.advance(1_000);
		action.pressUp(id);
		expect(action.done).toEqual(["press"]);
	});

	it("pushes a dial on release, unless it is rotated", async () => {
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

	it("touches a dial's strip: a press, or a hold if long; a bounce is ignored", async () => {
		const { action, clock, place } = setUp();
		const { id } = place(action, { debounceMs: 250 }, "dial");
		action.touch(id, "short");
		action.touch(id, "short");
		await clock.advance(250);
		action.touch(id, "long");
		action.touch(id, "long");
		expect(action.done).toEqual(["press", "hold"]);
	});

	it("touches for long if a hold equals a press", () => {
		const { action, place } = setUp();
		const { id } = place(action, { hasHold: false }, "dial");
		action.touch(id, "long");
		expect(action.done).toEqual(["press"]);
	});

	it("has no effect on a key that has disappeared", async () => {
		const { action, clock, place } = setUp();
		const { id } = place(action);
		action.pressDown(id);
		action.disappear(id);
		await clock.advance(1_000);
		action.pressUp(id);
		expect(action.done).toEqual([]);
	});
});
