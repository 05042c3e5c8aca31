import { describe, expect, it, vi } from "vitest";

import { SceneRemote } from "../../../src/actions/remote-action";
import type { SceneLookup } from "../../../src/state/store";
import { goLive, setUpActions } from "../../world/fakes/action-rig";
import { flushPromises } from "../../world/fakes/virtual-clock";

const follow = { id: "1", type: "follow", createdAtMs: 0, isDeleted: false } as const;
const bound = {
	sceneToken: "scene",
	itemId: 7,
	actionCode: "trigger",
	itemName: "Horn",
	actionName: "Trigger",
};

function sceneWith(codes: readonly string[]): SceneLookup {
	const remoteActions = codes.map((code) => ({ code, name: code.toUpperCase() }));
	const items = [{ id: 7, name: "Horn", type: "widget", remoteActions }];
	return { kind: "found", scene: { token: "scene", name: "Scene", items } };
}

function setUp(codes: readonly string[] = ["trigger", "reset"]) {
	const rig = setUpActions();
	const action = new SceneRemote(rig.context);
	goLive(rig.store);
	const setScene = (reading: SceneLookup) => {
		rig.store.update({ scenes: new Map([["scene", reading]]) });
	};
	setScene(sceneWith(codes));
	const press = async (id: string) => {
		action.pressDown(id);
		action.pressUp(id);
		await rig.clock.advance(300);
	};
	return { ...rig, action, setScene, press };
}

describe("a remote key", () => {
	it("sends its action once, confirms it, and refetches the scene", async () => {
		const { action, connection, clock, place, press } = setUp();
		const { id, surface } = place(action, bound);
		expect(surface.title).toBe("Horn · TRIGGER · ready");
		await clock.advance(100);
		const pressedAtMs = clock.now();
		await press(id);
		expect(connection.sent).toMatchObject([
			{ actionCode: "trigger", itemId: 7, pressedAt: { wallMs: pressedAtMs } },
		]);
		expect(surface.history).toEqual([surface.title, "ok", surface.title]);
		expect(surface.face).toMatchObject({ appearance: "done" });
		expect(connection.requests).toEqual(["scenes"]);
	});

	it("sends first and updates its face later", async () => {
		const { action, connection, context, place, press } = setUp();
		const { id } = place(action, bound);
		const order: string[] = [];
		vi.spyOn(context.painter, "repaint").mockImplementation(() => void order.push("face"));
		vi.spyOn(connection, "sendRemoteAction").mockImplementation(async () => {
			order.push("command");
			return "sent";
		});
		await press(id);
		expect(order[0]).toBe("command");
	});

	it("is not updated by a follow", () => {
		const { action, context, place, store } = setUp();
		place(action, bound);
		const repaint = vi.spyOn(context.painter, "repaint");
		store.notify({ events: [follow], source: "live" });
		expect(repaint).not.toHaveBeenCalled();
		store.notify();
		expect(repaint).toHaveBeenCalled();
	});

	it("ignores a bounce, by its own guard time", async () => {
		const { action, connection, place, press } = setUp();
		const { id } = place(action, { ...bound, guardMs: 500 });
		await press(id);
		await press(id);
		await press(id);
		expect(connection.sent).toHaveLength(2);
	});

	it("sends another action on a hold", async () => {
		const { action, connection, clock, place } = setUp();
		const { id } = place(action, { ...bound, holdActionCode: "reset" });
		action.pressDown(id);
		await clock.advance(600);
		action.pressUp(id);
		expect(connection.sent.map(({ actionCode }) => actionCode)).toEqual(["reset"]);
	});

	it("displays that it waits for the connection, and why nothing was sent", async () => {
		const { action, connection, store, place, press, clock } = setUp();
		store.update({ sceneLink: { phase: "down", sinceMs: 0 } });
		const { id, surface } = place(action, bound);
		connection.commandOutcome = "too-late";
		await clock.advance(100);
		await press(id);
		expect(surface.history).toEqual([
			"Horn · TRIGGER · offline",
			"Horn · TRIGGER · connecting",
			"alert",
			"Horn · TRIGGER · offline",
		]);
		expect(surface.face).toMatchObject({ footer: { variants: ["Too late"] } });
	});

	it.each([
		[{ phase: "live", sinceMs: 0 }, "offline", "Offline"],
		[{ phase: "down", sinceMs: 0, trouble: "service-error" }, "service-error", "Service down"],
		[{ phase: "failed", trouble: "refused" }, "refused", "Key refused"],
	] as const)("displays why nothing could be sent: %o", async (sceneLink, failure, words) => {
		const { action, connection, log, store, place, press } = setUp();
		const { id, surface } = place(action, bound);
		store.update({ sceneLink });
		connection.commandOutcome = "not-connected";
		await press(id);
		expect(surface.history).toContain("alert");
		expect(JSON.stringify(surface.face)).toContain(words);
		expect(log.lines).toEqual([`warn a press on ${action.manifestId} failed: ${failure}`]);
		expect(connection.requests).toEqual([]);
	});

	it("fails if its item is still missing after the scene was read again", async () => {
		const { action, connection, place, press } = setUp(["reset"]);
		const { id, surface } = place(action, bound);
		expect(surface.title).toBe("Horn · Trigger · missing");
		connection.commandOutcome = "missing";
		await press(id);
		expect(surface.history).toContain("alert");
		expect(connection.requests).toEqual([]);
	});

	it.each(["sceneToken", "itemId", "actionCode"])(
		"displays that it is not set up, and sends nothing, without %s",
		async (field) => {
			const { action, connection, log, place, press } = setUp();
			const { id, surface } = place(action, { ...bound, [field]: undefined });
			await press(id);
			expect(surface.history).toContain("alert");
			expect(log.lines).toEqual([`warn a press on ${action.manifestId} failed: not-set-up`]);
			expect(connection.sent).toEqual([]);
			expect(connection.requests).toEqual([]);
		},
	);

	it("requires its scene once one is chosen", () => {
		const { action, demands, place } = setUp();
		const { sceneToken, itemId, actionCode } = bound;
		expect(demands.get(place(action, bound).id)).toEqual({ binding: { sceneToken, itemId, actionCode } });
		const { id, surface } = place(action, { itemId: 7 });
		expect(demands.get(id)).toEqual({});
		expect(surface.title).toBe("#7 · – · not set up");
	});

	it("that has disappeared receives no calls", async () => {
		const { action, connection, place } = setUp();
		for (const outcome of ["sent", "too-late"] as const) {
			connection.commandOutcome = outcome;
			const { id, surface } = place(action, bound);
			action.pressDown(id);
			action.disappear(id);
			await flushPromises();
			expect(surface.history).toEqual(["Horn · TRIGGER · ready"]);
		}
		expect(connection.sent).toHaveLength(2);
	});

	it("on a dial selects by rotation, sends the selection, and clears it with a long touch", async () => {
		const { action, connection, clock, place } = setUp();
		const { id, surface } = place(action, bound, "dial");
		action.rotate(id, 1, false);
		await clock.advance(100);
		expect(surface.title).toBe("Horn · RESET · ready");
		action.touch(id, "short");
		await clock.advance(300);
		action.touch(id, "long");
		await clock.advance(300);
		action.touch(id, "short");
		await clock.advance(300);
		expect(connection.sent.map(({ actionCode }) => actionCode)).toEqual(["reset", "trigger"]);
		action.rotate(id, 1, false);
		action.changeSettings(id, bound);
		await clock.advance(300);
		expect(surface.title).toBe("Horn · TRIGGER · ready");
	});

	it("on a dial clears the selection ten seconds after the last input", async () => {
		const { action, connection, clock, place } = setUp(["trigger", "reset", "stop"]);
		const { id, surface } = place(action, bound, "dial");
		const push = async () => {
			action.pressDown(id);
			await clock.advance(100);
			action.pressUp(id);
			await clock.advance(900);
		};
		action.rotate(id, 1, false);
		await clock.advance(9_000);
		action.rotate(id, 1, false);
		await clock.advance(9_000);
		expect(surface.title).toBe("Horn · STOP · ready");
		await push();
		await clock.advance(8_000);
		expect(surface.title).toBe("Horn · STOP · ready");
		await clock.advance(1_000);
		expect(surface.title).toBe("Horn · TRIGGER · ready");
		expect(clock.pendingCount).toBe(0);
		await push();
		expect(connection.sent.map(({ actionCode }) => actionCode)).toEqual(["stop", "trigger"]);
		action.rotate(id, 1, false);
		await clock.advance(100);
		expect(surface.title).toBe("Horn · RESET · ready");
	});

	it("on a dial displays its label for the saved choice only", async () => {
		const { action, clock, place } = setUp(["trigger", "reset"]);
		const { id, surface } = place(action, { ...bound, label: "Mine" }, "dial");
		expect(surface.title).toBe("Mine · TRIGGER · ready");
		action.rotate(id, 1, false);
		await clock.advance(100);
		expect(surface.title).toBe("Horn · RESET · ready");
		await clock.advance(10_000);
		expect(surface.title).toBe("Mine · TRIGGER · ready");
	});

	it("on a dial displays the position among the scene's actions, and a key does not", async () => {
		const { action, clock, place } = setUp(["trigger", "reset", "stop"]);
		const { id, surface } = place(action, bound, "dial");
		expect(surface.face).toMatchObject({ note: ["1/3"] });
		action.rotate(id, -1, false);
		await clock.advance(100);
		expect(surface.face).toMatchObject({ note: ["3/3"] });
		expect(place(action, bound).surface.face).toMatchObject({ note: [] });
	});

	it("on a dial is sent by the first push after a pushed rotation, with any guard time", async () => {
		const { action, connection, clock, place } = setUp();
		const { id } = place(action, { ...bound, guardMs: 3_000 }, "dial");
		action.pressDown(id);
		action.rotate(id, 1, true);
		action.rotate(id, -1, true);
		action.pressUp(id);
		await clock.advance(100);
		action.touch(id, "long");
		action.pressDown(id);
		await clock.advance(100);
		action.pressUp(id);
		await clock.advance(100);
		expect(connection.sent.map(({ actionCode }) => actionCode)).toEqual(["trigger"]);
	});

	it("stops waiting when sending fails unexpectedly", async () => {
		const { action, connection, log, store, place, press } = setUp();
		store.update({ sceneLink: { phase: "down", sinceMs: 0 } });
		const { id, surface } = place(action, bound);
		connection.sendRemoteAction = () => Promise.reject(new Error("unexpected"));
		await press(id);
		expect(surface.title).toBe("Horn · TRIGGER · offline");
		expect(surface.history).toContain("alert");
		expect(log.lines.splice(0).join("\n")).toContain("error a remote action failed");
	});

	it.each([
		["en", { rotate: "Choose", push: "Send", touch: "Send", longTouch: "Back to the saved choice" }],
		[
			"de",
			{
				rotate: "Auswählen",
				push: "Senden",
				touch: "Senden",
				longTouch: "Zurück zur gespeicherten Auswahl",
			},
		],
	])("on a dial describes its gestures to the app in %s", (language, hints) => {
		const { context, place } = setUpActions(language);
		const action = new SceneRemote(context);
		const { id, surface } = place(action, bound, "dial");
		expect(surface.hints).toEqual(hints);
		action.changeSettings(id, { ...bound, holdActionCode: "reset", holdActionName: "Reset" });
		expect(surface.hints?.push).toMatch(/\(.+: Reset\)$/);
		expect(place(action, bound).surface.hints).toBeUndefined();
	});

	it("on a dial has no choices in a scene that is missing or was never chosen", async () => {
		const { action, clock, place, setScene } = setUp();
		setScene({ kind: "gone" });
		for (const settings of [bound, {}]) {
			const { id, surface } = place(action, settings, "dial");
			const { title } = surface;
			action.rotate(id, 1, false);
			await clock.advance(100);
			expect(surface.history).toEqual([title]);
		}
	});
});
